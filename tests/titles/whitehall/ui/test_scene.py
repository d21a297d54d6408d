"""Scene of Whitehall: complete, deterministic, and without secrets."""

import gzip
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from math import cos, dist, radians, sin
from xml.etree import ElementTree as ET

import pytest

from gaslamp.core.game import SPECTATOR
from gaslamp.core.messages import Message
from gaslamp.titles.whitehall.rules.town import WHITEHALL
from gaslamp.titles.whitehall.ui import pieces
from gaslamp.titles.whitehall.ui.layout import (
    COLOUR,
    CROSSINGS,
    HEIGHT,
    MIDDLE,
    STREETS,
    WIDTH,
    edge,
    in_range,
    on_foot,
)
from gaslamp.titles.whitehall.ui.scene import board_art, scene
from gaslamp.ui.scene import BoardArt, Scene, Sprite, definitions, to_svg
from tests.architecture.tree import ROOT
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.shown import Speaker
from tests.titles.whitehall.walks import Sight, Walk, dealt, sights

SVG = "{http://www.w3.org/2000/svg}"
JACKS_OWN = ("secret-", "step-", "here", "jack", "route-")


def say(message: Message) -> str:
    return message.id


def show(sight: Sight) -> Scene:
    return scene(sight.view, sight.news)


def sprites(sight: Sight) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in show(sight).sprites}


def names(picture: Scene) -> list[str]:
    return [*(sprite.id for sprite in picture.sprites), *(trail.id for trail in picture.trails)]


def drawn(picture: Scene) -> ET.Element:
    return ET.fromstring(to_svg(picture, say))  # noqa: S314  # our own drawing


def read(drawing: str) -> ET.Element:
    return ET.fromstring(f"<svg>{drawing}</svg>")  # noqa: S314  # our own drawing


def whole(art: BoardArt) -> bytes:
    return (definitions(art) + art.ground + art.over).encode()


# ---- the layout


def test_circles_and_crossings_are_inside_and_apart() -> None:
    for x, y in MIDDLE.values():
        assert 13 < x < WIDTH - 13
        assert 13 < y < HEIGHT - 13
    places = list(MIDDLE.values())
    assert min(dist(one, other) for k, one in enumerate(places) for other in places[:k]) > 20


def test_every_street_is_drawn_once() -> None:
    # WM-01
    assert len(STREETS) == 495
    assert len({frozenset(street) for street in STREETS}) == 495


def test_a_way_on_foot_leads_through_crossings_alone() -> None:
    # WM-10
    at = {point: place for place, point in MIDDLE.items()}
    for here, ends in WHITEHALL.ways.items():
        for there in ends:
            way = [at[point] for point in on_foot(here, there)]
            assert (way[0], way[-1]) == (here, there)
            assert all(isinstance(place, str) for place in way[1:-1])
            assert len(way) > 2
            assert all(after in WHITEHALL.streets[before] for before, after in pairwise(way))


def test_where_no_way_leads_on_foot_it_is_drawn_straight() -> None:
    assert on_foot(138, 157) == (MIDDLE[138], MIDDLE[157])


def test_the_edge_of_the_map_goes_once_round() -> None:
    around = edge()
    assert len(set(around)) == len(around)
    assert {8, 81, 189, 188, 116, 27, 66, 98} <= set(around)


# ---- the still drawings


def test_every_circle_is_drawn_once_with_its_number_and_in_its_colour() -> None:
    found: Counter[tuple[str, str, str, str]] = Counter()
    for part in read(board_art().over).iter("g"):
        uses, texts = part.findall("use"), part.findall("text")
        if texts:
            for use, text in zip(uses, texts, strict=True):
                found[use.attrib["href"], use.attrib["x"], use.attrib["y"], text.text or ""] += 1
    wanted = {(f"#g-{colour}", *map(_written, MIDDLE[number]), str(number)) for number, colour in COLOUR.items()}
    assert found == Counter(wanted)


def test_every_crossing_is_drawn_once_and_the_yellow_ones_are_marked() -> None:
    found = Counter(
        (use.attrib["href"], use.attrib["x"], use.attrib["y"])
        for use in read(board_art().over).iter("use")
        if use.attrib["href"] in {"#g-crossing", "#g-start"}
    )
    marks = {name: "#g-start" if name in WHITEHALL.yellow else "#g-crossing" for name in CROSSINGS}
    assert found == Counter((marks[name], *map(_written, MIDDLE[name])) for name in CROSSINGS)


def _written(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def test_numbers_lie_over_the_light_and_nothing_else_does() -> None:
    assert not re.findall(r"\d</text>", board_art().ground)
    assert "#g-white" not in board_art().ground


def test_circles_differ_by_more_than_colour() -> None:
    parts = {id: drawing for colour in ("white", "black", "blue") for id, drawing in _defined(f"g-{colour}")}
    assert "stroke-dasharray" in parts["g-blue"]
    assert "stroke-dasharray" not in parts["g-white"] + parts["g-black"]


def _defined(id: str) -> list[tuple[str, str]]:
    found = [part for part in read(board_art().definitions) if part.attrib.get("id") == id]
    return [(id, ET.tostring(part, "unicode")) for part in found]


def test_the_still_drawings_are_small() -> None:
    assert len(gzip.compress(whole(board_art()))) < 110_000


@pytest.mark.long
def test_the_still_drawings_are_the_same_in_every_process() -> None:
    module = "tests.titles.whitehall.ui.test_scene"
    code = f"from {module} import board_art, whole; print(sha256(whole(board_art())).hexdigest())"
    command = [sys.executable, "-c", f"from hashlib import sha256; {code}"]
    hashed = os.environ | {"PYTHONHASHSEED": "1"}
    told = subprocess.run(command, env=hashed, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == sha256(whole(board_art())).hexdigest()


def test_references_in_the_drawing_are_defined() -> None:
    picture = show(dealt().sight("jack"))
    root, text = drawn(picture), to_svg(picture, say)
    ids = Counter(part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    assert set(ids.values()) == {1}
    assert set(re.findall(r'"url\(#([^)]+)\)"', text)) <= ids.keys()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids.keys()
    own = {part.attrib["id"] for part in root.findall(f"{SVG}defs/*") if not part.attrib["id"].startswith("symbol-")}
    assert all(id.startswith("g-") for id in own)


def test_a_strict_page_may_show_it() -> None:
    root = drawn(show(dealt().turn("move 54").sight("jack")))
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        "svg", "title", "defs", "pattern", "linearGradient", "radialGradient", "stop", "clipPath",
        "g", "use", "rect", "circle", "ellipse", "path", "polyline", "text",
    }  # fmt: skip
    assert not {"style", "class", "onload"} & {name for part in root.iter() for name in part.attrib}


def test_the_map_can_be_looked_at_more_closely() -> None:
    assert 0 < board_art().zoom < board_art().width
    assert "mini" in board_art().symbols


# ---- scenes


@pytest.mark.long
def test_every_position_can_be_shown_in_every_language(proof: Proof) -> None:
    speaker, shown = Speaker(), 0
    for _, rng in seeds(proof.seed, "whitehall scene", proof.amount(test=1, proof=100)):
        for number, sight in enumerate(sights(rng)):
            picture = show(sight)
            ids = names(picture)
            assert len(ids) == len(set(ids))
            assert {sprite.symbol for sprite in picture.sprites} <= board_art().symbols.keys()
            if number % 11 == 0:
                assert picture == show(sight)
                speaker.say_all((picture.sprites, picture.trails))
            shown += 1
    proof.report("whitehall: scenes", drawn=shown)


def test_every_place_on_the_map_can_be_a_target() -> None:
    targets = {target.id: target for target in show(Walk().sight("jack")).targets}
    assert targets.keys() == {f"circle-{circle}" for circle in COLOUR} | {f"cross-{name}" for name in CROSSINGS}
    assert (targets["circle-57"].x, targets["circle-57"].y) == MIDDLE[57]
    assert (targets["circle-57"].shape, targets["cross-x045"].shape) == ("ring", "dot")


@pytest.mark.long
def test_jacks_sheet_is_drawn_for_jack_only(proof: Proof) -> None:
    """The investigators' scene is the same for every path of Jack."""
    # WM-71
    for _, rng in seeds(proof.seed, "whitehall secret scene", proof.amount(test=1, proof=50)):
        for sight in sights(rng):
            picture = show(sight)
            secret = [id for id in names(picture) if id.startswith(JACKS_OWN)]
            if sight.view.row is None:
                assert secret == []
            elif sight.view.circle is not None:
                assert {"here", "jack"} <= set(secret)


def test_when_all_is_over_everybody_sees_it() -> None:
    # WM-72
    walk = dealt().turn("move 54")
    for viewer in ("investigator1", SPECTATOR):
        assert not any(id.startswith(JACKS_OWN) for id in sprites(walk.sight(viewer)))
        assert {"jack", "here", "secret-46"} <= sprites(walk.sight(viewer, resigned=True)).keys()


# ---- figures


def test_a_figure_lights_the_streets_in_range() -> None:
    # WM-40
    found = sprites(dealt().sight(SPECTATOR))
    for name, crossing in (("yellow", "x082"), ("blue", "x090"), ("red", "x095")):
        assert (found[f"fig-{name}"].x, found[f"fig-{name}"].y) == MIDDLE[crossing]
        light = found[f"range-{crossing}"]
        assert light.symbol == f"range-{crossing}"
    for crossing in CROSSINGS:
        x, y = MIDDLE[crossing]
        lit = re.findall(r"M0 0L(-?[\d.]+) (-?[\d.]+)", board_art().symbols[f"range-{crossing}"])
        ends = [(x + float(east), y + float(south)) for east, south in lit]
        assert len(ends) == len(in_range(crossing))
        for end, circle in zip(ends, in_range(crossing), strict=True):
            assert end == pytest.approx(MIDDLE[circle], abs=0.01)


def test_the_active_figure_has_a_ring_below_the_numbers() -> None:
    walk = dealt()
    assert "active" not in sprites(walk.sight("jack"))
    found = sprites(walk.take("move 54").sight("investigator1"))
    assert (found["active"].x, found["active"].y) == MIDDLE["x082"]
    assert (found["active"].layer, found["active"].classes) == ("light", ("pulse",))


def test_figures_have_letters_and_are_on_the_small_map() -> None:
    found = sprites(dealt().sight(SPECTATOR))
    letters = [found[f"fig-{name}"].letters for name in ("yellow", "blue", "red")]
    assert all(letters)
    assert {id for id, sprite in found.items() if "who" in sprite.classes} == {"fig-yellow", "fig-blue", "fig-red"}


# ---- markers


def searched() -> Walk:
    """Play two turns with a failed search in each."""
    walk = dealt().turn("move 54", "stop", "stop", "search 86")
    return walk.turn("move 53", "stop", "stop", "search 88")


def test_a_failed_search_shows_its_time() -> None:
    # WM-47
    found = sprites(searched().sight(SPECTATOR))
    assert (found["empty-86"].symbol, found["empty-88"].symbol) == ("marker-empty-1", "marker-empty-2")
    again = searched().turn("move 52", "stop", "stop", "search 86")
    assert sprites(again.sight(SPECTATOR))["empty-86"].symbol == "marker-empty-3"


def test_a_clue_takes_the_place_of_an_empty_circle() -> None:
    # WM-41a
    walk = dealt(start=46).turn("move 43", "stop", "stop", "search 86")
    seen = walk.sight(SPECTATOR)
    found = sprites(Sight(replace(seen.view, yellow=(86,)), seen.news, []))
    assert found["clue-86"].symbol == "marker-clue"
    assert "empty-86" not in found
    found = sprites(Sight(replace(seen.view, false=(86,)), seen.news, []))
    assert found["false-86"].symbol == "marker-false"
    assert "empty-86" not in found


def test_a_new_round_begins_with_a_clean_map_and_keeps_the_red_markers() -> None:
    # WM-51
    walk = dealt().turn("alley 34", "stop", "stop", "search 86").turn("move 37").turn("move 41").turn("move 24")
    assert "empty-86" in sprites(walk.sight(SPECTATOR))
    found = sprites(walk.turn("move 46").sight(SPECTATOR))
    assert "empty-86" not in found
    assert (found["disc-33"].symbol, found["disc-46"].symbol) == ("marker-disc-1-0", "marker-disc-2-0")


def test_the_pin_of_a_discovery_covers_no_other_number() -> None:
    for circle in COLOUR:
        angle = radians(pieces.pin_angle(circle))
        x, y = MIDDLE[circle]
        head = (x + pieces.PIN_REACH * sin(angle), y - pieces.PIN_REACH * cos(angle))
        nearest = min(dist(head, MIDDLE[other]) for other in COLOUR if other != circle)
        assert nearest > pieces.PIN_HEAD + 12, circle  # 12: the radius of a circle


# ---- Jack's own map


def test_jack_sees_his_locations_until_they_are_found() -> None:
    found = sprites(dealt().sight("jack"))
    assert {id for id in found if id.startswith("secret-")} == {"secret-46", "secret-147", "secret-159"}
    assert "disc-33" in found


def test_jack_sees_his_way_of_this_round() -> None:
    sight = dealt().turn("move 54").turn("move 53").turn("move 54").sight("jack")
    found = sprites(sight)
    assert (found["here"].x, found["here"].y) == (found["jack"].x, found["jack"].y) == MIDDLE[54]
    assert [found[f"step-{step}"].symbol for step in (1, 2)] == ["step-1", "step-2"]
    assert "step-3" not in found
    (route,) = show(sight).trails
    assert (route.points[0], route.points[-1]) == (MIDDLE[33], MIDDLE[54])
    assert route.layer == "light"


def test_a_circle_that_jack_came_to_twice_has_both_numbers() -> None:
    walk = dealt()
    for circle in (54, 53, 54, 53):
        walk.turn(f"move {circle}")
    found = sprites(walk.sight("jack"))
    assert found["step-1"].x - found["step-3"].x > 12


def test_an_alley_is_drawn_straight_across_the_block() -> None:
    # WM-15
    straight, on_foot_again = show(dealt().turn("alley 34").turn("move 37").sight("jack")).trails
    assert straight.points == (MIDDLE[33], MIDDLE[34])
    assert straight.dash != on_foot_again.dash
    assert on_foot_again.points[0] == MIDDLE[34]


def test_jacks_hat_is_above_other_markers() -> None:
    found = sprites(dealt().sight("jack"))
    assert found["jack"].y < found["here"].y - 20

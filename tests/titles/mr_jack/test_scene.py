"""The scene of Mr. Jack is complete and deterministic, and its light matches the rules."""

import gzip
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from math import cos, hypot, radians, sin
from xml.etree import ElementTree as ET

import pytest

from gaslamp.core.game import SPECTATOR
from gaslamp.core.messages import Message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import KIND, NUMBER, POSTS, STREETS, neighbours
from gaslamp.titles.mr_jack.rules.position import Position, start
from gaslamp.titles.mr_jack.rules.view import View, view
from gaslamp.titles.mr_jack.ui.layout import ACROSS, EXITS, HEIGHT, WIDTH, exit_middle, middle
from gaslamp.titles.mr_jack.ui.scene import board_art, scene
from gaslamp.ui.scene import LAYERS, BoardArt, Scene, Sprite, definitions, to_svg
from tests.architecture.tree import ROOT
from tests.conftest import Proof
from tests.contract.games import seeds

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def say(message: Message) -> str:
    return message.id


def drawn(scene: Scene) -> ET.Element:
    return ET.fromstring(to_svg(scene, say))  # noqa: S314  # our own drawing


def first(edition: str = "revised", **changes: object) -> View:
    """Return a spectator's view of the start, with some fields replaced."""
    return replace(view(start(board.EDITIONS.index(edition)), SPECTATOR), **changes)  # type: ignore[arg-type]


def sprites(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites}


def random_positions(proof: Proof, name: str, amount: int) -> Iterator[Position]:
    """Yield every position of some random games, alternating the editions."""
    for number, rng in seeds(proof.seed, name, amount):
        position = start(number % 2)
        yield position
        while legal := position.legal():
            position.advance(rng.choice(legal))
            yield position


# ---- the layout


def test_neighbouring_hexes_are_drawn_next_to_each_other() -> None:
    for hex in KIND:
        x, y = middle(hex)
        near = {there for there in KIND if 0 < hypot(middle(there)[0] - x, middle(there)[1] - y) < 1.1 * ACROSS}
        assert near == set(neighbours(hex))


def test_exits_lie_beyond_the_board_and_inside_the_picture() -> None:
    for way in EXITS:
        x, y = exit_middle(way)
        assert min(hypot(middle(hex)[0] - x, middle(hex)[1] - y) for hex in KIND) > 0.85 * ACROSS
        assert 40 < x < WIDTH - 40
        assert 40 < y < HEIGHT - 40


# ---- the still drawings


def whole(art: BoardArt) -> bytes:
    return (definitions(art) + art.ground + art.over).encode()


def test_the_still_drawings_are_small() -> None:
    assert len(gzip.compress(whole(board_art()))) < 60_000


@pytest.mark.long
def test_the_still_drawings_are_the_same_in_every_process() -> None:
    code = "from tests.titles.mr_jack.test_scene import board_art, whole; print(sha256(whole(board_art())).hexdigest())"
    command = [sys.executable, "-c", f"from hashlib import sha256; {code}"]
    hashed = os.environ | {"PYTHONHASHSEED": "1"}
    told = subprocess.run(command, env=hashed, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == sha256(whole(board_art())).hexdigest()


def test_references_in_the_drawing_are_defined() -> None:
    root = drawn(scene(first()))
    ids = Counter(part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    assert set(ids.values()) == {1}
    text = to_svg(scene(first()), say)
    assert set(re.findall(r'"url\(#([^)]+)\)"', text)) <= ids.keys()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids.keys()
    own = {part.attrib["id"] for part in root.findall(f"{SVG}defs/*") if not part.attrib["id"].startswith("symbol-")}
    assert all(id.startswith("g-") for id in own)


def test_a_strict_page_may_show_it() -> None:
    root = drawn(scene(first()))
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        "svg", "title", "defs", "pattern", "linearGradient", "radialGradient", "stop", "clipPath",
        "g", "use", "rect", "circle", "ellipse", "path", "text",
    }  # fmt: skip
    assert not {"style", "class", "onload"} & {name for part in root.iter() for name in part.attrib}


def test_everybody_has_a_card_and_both_sides_of_a_token() -> None:
    wanted = {f"{what}-{name}" for what in ("card", "token", "cleared") for name in board.CHARACTERS}
    assert wanted <= board_art().symbols.keys()


# ---- scenes


def test_every_position_can_be_drawn(proof: Proof) -> None:
    shown = 0
    for position in random_positions(proof, "mr_jack scene", proof.amount(test=10, proof=200)):
        for viewer in ("jack", "detective", SPECTATOR):
            seen = view(position, viewer)
            now = scene(seen)
            ids = [sprite.id for sprite in now.sprites]
            assert len(ids) == len(set(ids))
            assert {sprite.symbol for sprite in now.sprites} <= board_art().symbols.keys()
            assert len({target.id for target in now.targets}) == len(now.targets)
            assert {f"tok-{name}" for name in seen.hexes} == {id for id in ids if id.startswith("tok-")}
            assert now == scene(view(position, viewer))
            shown += 1
    proof.report("mr_jack: scenes", drawn=shown)


def test_a_scene_does_not_depend_on_jack(proof: Proof) -> None:
    # MJ-65: what the detective sees says nothing of Jack until he leaves.
    for position in random_positions(proof, "mr_jack whoever", proof.amount(test=2, proof=20)):
        if position.ending == board.GOES_ON:
            pictures = {to_svg(scene(view(position, viewer)), say) for viewer in ("detective", SPECTATOR)}
            own = scene(view(position, "jack"))
            others = tuple(sprite for sprite in own.sprites if sprite.id not in {"jack", "jack-ring"})
            assert {to_svg(replace(own, sprites=others), say)} == pictures


@pytest.mark.parametrize("edition", board.EDITIONS)
def test_a_scene_is_well_formed_and_the_same_bytes_every_time(edition: str) -> None:
    now = scene(first(edition))
    placed = {part.attrib["id"] for part in drawn(now).findall(f"{SVG}g") if "id" in part.attrib}
    assert placed == sprites(now).keys()
    assert to_svg(now, say) == to_svg(scene(first(edition)), say)


@pytest.mark.parametrize("edition", board.EDITIONS)
def test_an_edition_has_its_own_manholes(edition: str) -> None:
    seen = first(edition)
    found = {id: sprite.symbol for id, sprite in sprites(scene(seen)).items() if id.startswith("mh-")}
    wanted = {f"mh-{hex}": "manhole-open" for hex in seen.manholes}
    assert found == wanted | {f"mh-{hex}": "manhole-covered" for hex in seen.covered}
    assert len(found) == {"revised": 9, "original": 8}[edition]


def test_lamps_show_their_numbers_and_whether_they_burn() -> None:
    found = sprites(scene(first()))
    symbols = {post: found[f"lamp-{post}"].symbol for post in POSTS}
    assert symbols == {
        "B6": "post-1", "C1": "post-3", "F1": "post-out", "F5": "post-x", "H3": "post-x", "H7": "post-out",
        "K6": "post-4", "L2": "post-2",
    }  # fmt: skip


def test_an_exit_has_an_arrow_out_of_the_district_or_a_cordon() -> None:
    found = sprites(scene(first()))
    symbols = {way: found[f"exit-{way}"].symbol for way in EXITS}
    assert symbols == {"NW": "exit-open", "NE": "exit-cordon", "SW": "exit-cordon", "SE": "exit-open"}
    for way in EXITS:
        x, y = middle(STREETS[board.EXIT_HEX[board.EXITS.index(way)]])
        out = (cos(radians(found[f"exit-{way}"].turn)), sin(radians(found[f"exit-{way}"].turn)))
        assert out == pytest.approx(
            ((found[f"exit-{way}"].x - x) / 59.58, (found[f"exit-{way}"].y - y) / 59.58), abs=0.01
        )


def test_a_cleared_suspect_has_another_token() -> None:
    found = sprites(scene(first(suspects=tuple(name for name in board.CHARACTERS if name != "gull"))))
    assert found["tok-gull"].symbol == "figure-cleared-gull"
    assert found["tok-bert"].symbol == "figure-bert"


def test_labels_explain_visibility() -> None:
    seen = first()
    for name, sprite in ((name, sprites(scene(seen))[f"tok-{name}"]) for name in board.CHARACTERS):
        state = "seen" if name in seen.visible else "unseen"
        assert sprite.label.id == f"mr_jack.scene.suspect_{state}"
        assert sprite.classes == (state,)
        why = sprite.label.params.get("why", ())
        assert isinstance(why, tuple)
        assert [reason.id for reason in why] == [
            f"mr_jack.scene.by_{reason.kind}" for reason in seen.visible.get(name, ())
        ]


def test_the_active_character_has_a_ring() -> None:
    assert "active" not in sprites(scene(first()))
    found = sprites(scene(first(picked="smith")))
    assert (found["active"].x, found["active"].y) == middle("G2")


def test_targets_of_accusations_are_marked() -> None:
    shapes = {target.id: target.shape for target in scene(first(picked="smith")).targets}
    assert [shapes[f"hex-{hex}"] for hex in ("G2", "G3", "G5")] == ["piece", "hex", "alarm"]
    wanted = {f"hex-{hex}" for hex in STREETS} | {f"post-{post}" for post in POSTS} | {f"exit-{way}" for way in EXITS}
    wanted |= {f"tok-{name}" for name in board.CHARACTERS} | {f"mh-{hex}" for hex in (*first().manholes, "B7", "L1")}
    assert shapes.keys() == wanted


def test_two_on_one_hex_stand_side_by_side() -> None:
    seen = first()
    found = sprites(scene(replace(seen, hexes={**seen.hexes, "smith": seen.hexes["holmes"]})))
    assert found["tok-smith"].x - found["tok-holmes"].x >= 46


def test_without_watson_there_is_no_lantern() -> None:
    seen = first()
    left = replace(seen, hexes={name: hex for name, hex in seen.hexes.items() if name != "watson"})
    assert not {"beam-watson", "facing-watson", "tok-watson"} & sprites(scene(left)).keys()


# ---- light


def edges_of_light() -> dict[str, list[Point]]:
    """Parse the drawing for the middle of every hex that a light is clipped to."""
    root = ET.fromstring(f"<g>{board_art().definitions}</g>")  # noqa: S314  # our own drawing
    found = {}
    for clip in root.findall("clipPath"):
        hexes = clip[0].attrib["d"].split("Z")[:-1]
        corners = [[tuple(map(float, corner.split())) for corner in hex[1:].split("L")] for hex in hexes]
        found[clip.attrib["id"]] = [(sum(x for x, _ in six) / 6, sum(y for _, y in six) / 6) for six in corners]
    return found


EDGES = edges_of_light()


def lit_by(light: Sprite) -> int:
    """Return the mask of the streets under a drawn light, in any place and rotation."""
    assert f"url(#g-{light.symbol})" in board_art().symbols[light.symbol]
    angle = radians(light.turn)
    lit = 0
    for x, y in EDGES[f"g-{light.symbol}"]:
        there = (light.x + x * cos(angle) - y * sin(angle), light.y + x * sin(angle) + y * cos(angle))
        hex = min(KIND, key=lambda hex: hypot(middle(hex)[0] - there[0], middle(hex)[1] - there[1]))
        assert middle(hex) == pytest.approx(there, abs=0.1)
        lit |= 1 << NUMBER[hex] if hex in NUMBER else 0
    return lit


def test_a_lamp_lights_what_the_rules_say() -> None:
    # MJ-30
    found = sprites(scene(first(lamps=dict.fromkeys(POSTS, "x"))))
    assert [lit_by(found[f"pool-{post}"]) for post in POSTS] == board.LIGHT


def test_a_lamp_that_is_out_lights_nothing() -> None:
    pools = {id for id in sprites(scene(first())) if id.startswith("pool-")}
    assert pools == {"pool-B6", "pool-C1", "pool-F5", "pool-H3", "pool-K6", "pool-L2"}


def test_the_lantern_lights_what_the_rules_say() -> None:
    # MJ-31, MJ-32
    seen = first()
    for number, hex in enumerate(STREETS):
        for way, facing in enumerate(board.FACINGS):
            found = sprites(scene(replace(seen, hexes={"watson": hex}, facing=facing)))
            beam = found.get("beam-watson")
            assert (lit_by(beam) if beam else 0) == board.BEAM[6 * number + way]
            assert found["facing-watson"].turn == 60 * way


def test_fog_is_above_light_and_below_characters() -> None:
    order = [part.attrib.get("id", part.tag.removeprefix(SVG)) for part in drawn(scene(first())).findall(f"{SVG}g")]
    fog = order.index("g", order.index("pool-C1"))
    assert fog < order.index("tok-gull")
    assert LAYERS.index("light") < LAYERS.index("people")

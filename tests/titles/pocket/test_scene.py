"""The scene of Pocket is complete and deterministic, and its light matches the lines of sight."""

import gzip
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from random import Random
from xml.etree import ElementTree as ET

import pytest

from gaslamp.core import bits
from gaslamp.core.messages import Message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.ui.layout import HALF, PLACE, ROAD, cell_middle, place_middle
from gaslamp.titles.pocket.ui.scene import board_art
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import LAYERS, BoardArt, Scene, Sprite, definitions, to_svg
from tests.architecture.tree import ROOT
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.rules.pocket.builders import POCKET, laid, look, streets, table

SVG = "{http://www.w3.org/2000/svg}"
DIRECTIONS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def say(message: Message) -> str:
    return message.id


def drawn(scene: Scene) -> ET.Element:
    return ET.fromstring(to_svg(scene, say))  # noqa: S314  # our own drawing


def of(position: Position) -> Scene:
    return presentation(POCKET).scene(look(position))


def sprites(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites}


def random_positions(proof: Proof, name: str, amount: int) -> Iterator[Position]:
    """Yield every position of *games* random games, set-up and end included."""
    for _, rng in seeds(proof.seed, name, amount):
        position = POCKET.start()
        yield position
        while legal := position.legal():
            position.advance(rng.choice(legal))
            yield position


def any_table(rng: Random) -> Position:
    """Return an arbitrary position, reachable or not."""
    suspects = rng.sample(board.SUSPECTS, board.CELLS)
    tiles = (f"{suspect} {rng.choice(board.SIDES)}{rng.choice(('', ' cleared'))}" for suspect in suspects)
    holmes, watson, toby = (rng.randrange(board.PLACES) for _ in range(3))
    marked = " ".join(rng.sample(suspects, 2))
    return table("|".join(tiles), holmes=holmes, watson=watson, toby=toby, marked=marked)


# ---- the still drawings


def whole(art: BoardArt) -> bytes:
    return (definitions(art) + art.ground + art.over).encode()


def test_the_still_drawings_are_small() -> None:
    assert len(gzip.compress(whole(board_art()))) < 40_000


@pytest.mark.long
def test_the_still_drawings_are_the_same_in_every_process() -> None:
    # URLs contain a hash of the drawing, which must be equal in all server processes.
    code = "from tests.titles.pocket.test_scene import board_art, whole; print(sha256(whole(board_art())).hexdigest())"
    command = [sys.executable, "-c", f"from hashlib import sha256; {code}"]
    hashed = os.environ | {"PYTHONHASHSEED": "1"}
    told = subprocess.run(command, env=hashed, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == sha256(whole(board_art())).hexdigest()


def test_references_in_the_drawing_are_defined() -> None:
    root = drawn(of(table()))
    ids = Counter(part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    assert set(ids.values()) == {1}
    text = to_svg(of(table()), say)
    assert set(re.findall(r'"url\(#([^)]+)\)"', text)) <= ids.keys()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids.keys()
    own = {part.attrib["id"] for part in root.findall(f"{SVG}defs/*") if not part.attrib["id"].startswith("symbol-")}
    assert all(id.startswith("g-") for id in own)


def test_a_strict_page_may_show_it() -> None:
    root = drawn(of(table()))
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        "svg", "title", "defs", "pattern", "linearGradient", "radialGradient", "stop",
        "g", "use", "rect", "circle", "ellipse", "path", "text",
    }  # fmt: skip
    assert not {"style", "class", "onload"} & {name for part in root.iter() for name in part.attrib}


def test_no_two_streets_have_the_same_houses() -> None:
    streets_drawn = {board_art().symbols[f"street-{suspect}"] for suspect in board.SUSPECTS}
    assert len(streets_drawn) == board.CELLS


def test_symbols_of_the_panels_exist() -> None:
    wanted = {f"face-{face}" for face in board.FACES} | {"hourglass", "hourglass-empty", "magnifier", "knife", "lamp"}
    wanted |= {f"{state}-{suspect}" for state in ("token", "cleared") for suspect in board.SUSPECTS}
    assert wanted <= board_art().symbols.keys()


# ---- scenes


def test_every_position_can_be_drawn(proof: Proof) -> None:
    shown = 0
    for position in random_positions(proof, "scene", proof.amount(test=10, proof=200)):
        for viewer in POCKET.viewers:
            scene = presentation(POCKET).scene(POCKET.view(position, viewer))
            ids = [sprite.id for sprite in scene.sprites]
            assert len(ids) == len(set(ids))
            assert {sprite.symbol for sprite in scene.sprites} <= board_art().symbols.keys()
            assert len({target.id for target in scene.targets}) == len(scene.targets)
            assert scene == presentation(POCKET).scene(POCKET.view(position, viewer))
            shown += 1
    proof.report("pocket: scenes", drawn=shown)


def test_a_scene_is_well_formed_and_the_same_bytes_every_time() -> None:
    rng = Random(1888)
    for _ in range(20):
        position = any_table(rng)
        root = drawn(of(position))
        placed = {part.attrib["id"] for part in root.findall(f"{SVG}g") if "id" in part.attrib}
        assert placed == sprites(of(position)).keys()
        assert to_svg(of(position), say) == to_svg(of(position.copy()), say)


def test_a_tile_is_rotated_to_its_wall() -> None:
    scene = of(table(streets("north", gull="east", pizer="south", bert="west", lane="cleared")))
    turns = {name: sprites(scene)[f"tile-{name}"].turn for name in ("madame", "gull", "pizer", "bert", "lane")}
    assert turns == {"madame": 0, "gull": 90, "pizer": 180, "bert": 270, "lane": 0}
    assert sprites(scene)["tile-lane"].symbol == "crossroads-lane"


def test_a_cleared_suspect_has_another_token() -> None:
    found = sprites(of(table(streets("north", gull="east cleared"))))
    assert found["tok-gull"].symbol == "cleared-gull"
    assert found["tok-bert"].symbol == "token-bert"


def test_a_tile_rotated_this_turn_is_marked() -> None:
    marks = [sprite.id for sprite in of(table(marked="gull")).sprites if sprite.id.startswith("marked-")]
    assert marks == ["marked-gull"]


def test_while_the_tiles_are_dealt_there_is_no_light() -> None:
    scene = of(laid(number=4))
    assert {sprite.layer for sprite in scene.sprites} == {"board", "people"}
    assert sum(sprite.layer == "board" for sprite in scene.sprites) == 4


@pytest.mark.parametrize("place", range(board.PLACES))
def test_detectives_on_one_place_are_distinguishable(place: int) -> None:
    scene = of(table(holmes=place, watson=place, toby=place))
    x, y = place_middle(place)
    standing = [sprites(scene)[f"fig-{name}"] for name in board.DETECTIVE_NAMES]
    for one, other in pairwise(standing):
        assert abs(one.x - other.x) + abs(one.y - other.y) >= 1.7 * PLACE
    assert (standing[1].x, standing[1].y) == (x, y)
    targets = {target.id: (target.x, target.y) for target in scene.targets if target.shape == "figure"}
    assert targets == {sprite.id: (sprite.x, sprite.y) for sprite in standing}


def test_detectives_on_one_place_have_one_light() -> None:
    beams = [sprite.id for sprite in of(table(holmes=5, watson=2, toby=5)).sprites if sprite.id.startswith("beam")]
    assert beams == ["beam-holmes", "beam-watson"]


# ---- light


def length(symbol: str) -> float:
    """Parse the drawing for the reach of a light."""
    band = ET.fromstring(f"<g>{board_art().symbols[symbol]}</g>").find("rect")  # noqa: S314  # our own drawing
    return 0 if band is None else float(band.attrib["x"]) + float(band.attrib["width"])


def lit_by(beam: Sprite) -> set[int]:
    """Return the cells under a drawn light."""
    x, y = DIRECTIONS[beam.turn]
    far = length(beam.symbol)
    points = [(beam.x + x * step, beam.y + y * step) for step in range(int(far) + 1)]
    cells = {cell: cell_middle(cell) for cell in range(board.CELLS)}
    return {
        cell
        for cell, (cx, cy) in cells.items()
        if any(abs(px - cx) < HALF and abs(py - cy) < HALF for px, py in points)
    }


def test_light_falls_on_the_tiles_that_are_seen_and_on_no_others(proof: Proof) -> None:
    checked = 0
    for _, rng in seeds(proof.seed, "light", proof.amount(test=300, proof=10_000)):
        position = any_table(rng)
        scene = of(position)
        seen = {cell for cell in range(board.CELLS) if position.seen() >> bits.nibble(position.tiles, cell) & 1}
        beams = [sprite for sprite in scene.sprites if sprite.id.startswith("beam")]
        assert set().union(*map(lit_by, beams)) == seen
        framed = {sprite.id.removeprefix("seen-") for sprite in scene.sprites if sprite.id.startswith("seen")}
        assert framed == {board.SUSPECTS[bits.nibble(position.tiles, cell)] for cell in seen}
        checked += 1
    proof.report("pocket: light and sight", tables=checked)


@pytest.mark.parametrize(
    ("walls", "symbol", "end"),
    [
        (streets("east"), "beam-3", cell_middle(6)[1] + HALF),
        (streets("east", lestrade="south"), "beam-3-wall", cell_middle(6)[1] + ROAD),
        (streets("east", lestrade="north"), "beam-2", cell_middle(3)[1] + HALF),
        (streets("east", gull="south"), "beam-2-wall", cell_middle(3)[1] + ROAD),
        (streets("east", gull="north"), "beam-1", cell_middle(0)[1] + HALF),
        (streets("east", madame="south"), "beam-1-wall", cell_middle(0)[1] + ROAD),
        (streets("east", madame="north"), "beam-0", place_middle(0)[1]),
    ],
)
def test_light_ends_at_the_wall_that_ends_the_sight(walls: str, symbol: str, end: float) -> None:
    beam = sprites(of(table(walls, holmes=0)))["beam-holmes"]
    assert (beam.symbol, beam.turn) == (symbol, 90)
    assert beam.y + length(beam.symbol) == end


def test_fog_is_above_light_and_below_characters() -> None:
    order = [
        part.attrib.get("id", part.tag.removeprefix(SVG)) for part in drawn(of(table(holmes=0))).findall(f"{SVG}g")
    ]
    fog = order.index("g", order.index("beam-holmes"))
    assert fog < order.index("tok-gull")
    assert LAYERS.index("light") < LAYERS.index("people")

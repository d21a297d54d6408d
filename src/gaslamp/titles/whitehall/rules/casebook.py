"""Casebook: all sets of four locations in three thirds, easy to difficult, and their weights (WM-06).

Enumerating the sets of Whitehall takes a second, so their counts are stored in casebook.toml. Regenerate it with
`python -m gaslamp.titles.whitehall.rules.casebook`. `choices/location_sets.py` draws from them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gaslamp.titles.whitehall.rules.board import WHITE_ROOM, BoardTables, C
from gaslamp.titles.whitehall.rules.town import QUADRANTS, WHITEHALL

if TYPE_CHECKING:
    from gaslamp.titles.whitehall.rules.position import Position

THIRDS: Final = ("easy", "medium", "difficult")
BEYOND: Final = 1 << 40  # above every key


@dataclass(frozen=True)
class Thirds:
    """Bounds of the thirds, and the number of sets by their first two circles.

    A set's key is the length of the shortest path through it, then its four circles, a byte each. A third holds the
    keys between two consecutive bounds. Pairs are at (64 * third + first) * 64 + second, with circles as indices
    among the white circles of their quadrant.
    """

    bounds: list[int]
    pairs: list[int]

    @property
    def firsts(self) -> list[int]:
        """Return the number of sets by first circle, at 64 * third + first."""
        return [sum(self.pairs[at : at + WHITE_ROOM]) for at in range(0, len(self.pairs), WHITE_ROOM)]


def of(board: BoardTables) -> Thirds:
    return read(board) if board.town is WHITEHALL else work_out(board)


def weights(position: Position) -> list[int]:
    """Return the weight of each legal draw, in the order of `legal`."""
    return [position.weight(action) for action in position.legal()]


def work_out(board: BoardTables) -> Thirds:
    quadrants = [board.town.white(quadrant) for quadrant in QUADRANTS]
    far = board.distances()
    keys = sorted(key_of(far, *circles) for circles in product(*quadrants))
    bounds = [0, keys[len(keys) // 3], keys[2 * len(keys) // 3], BEYOND]
    pairs = [0] * (3 * WHITE_ROOM * WHITE_ROOM)
    for key in keys:
        third = (key >= bounds[1]) + (key >= bounds[2])
        first, second = board.white_place[key >> 24 & 255], board.white_place[key >> 16 & 255]
        pairs[(WHITE_ROOM * third + first) * WHITE_ROOM + second] += 1
    return Thirds(bounds, pairs)


def key_of(far: list[int], a: int, b: int, c: int, d: int) -> int:
    """Return the sort key of a set of locations: the length of its shortest path, then its circles."""
    ab, ac, ad = far[C * a + b], far[C * a + c], far[C * a + d]
    bc, bd, cd = far[C * b + c], far[C * b + d], far[C * c + d]
    moves = min(ab + cd + min(ac, ad, bc, bd), ac + bd + min(ab, ad, bc, cd), ad + bc + min(ab, ac, bd, cd))
    return moves << 32 | a << 24 | b << 16 | c << 8 | d


def write(thirds: Thirds, board: BoardTables) -> str:
    """Return the thirds as TOML. The last third is what the others leave."""
    firsts, seconds = (board.town.white(quadrant) for quadrant in QUADRANTS[:2])
    lines = [
        "# Made by python -m gaslamp.titles.whitehall.rules.casebook: the Casebook's thirds (WM-06).",
        "# The moves of the best path through the first set of a third, and that set.",
    ]
    for name, bound in zip(THIRDS[1:], thirds.bounds[1:3], strict=True):
        lines.append(f"{name} = {list(bound.to_bytes(5, 'big'))}")
    lines.append("\n# How many sets of the third begin with this circle and each white one of bB.")
    for third, name in enumerate(THIRDS[:2]):
        lines.append(f"\n[pairs.{name}]")
        for first, circle in enumerate(firsts):
            at = (WHITE_ROOM * third + first) * WHITE_ROOM
            lines.append(f"{circle} = {thirds.pairs[at : at + len(seconds)]}")
    return "\n".join(lines) + "\n"


def read(board: BoardTables) -> Thirds:
    data = tomllib.loads(files(__package__).joinpath("casebook.toml").read_text("utf-8"))
    _, seconds, *rest = (len(board.town.white(quadrant)) for quadrant in QUADRANTS)
    starts = [int.from_bytes(data[name], "big") for name in THIRDS[1:]]
    pairs = [0] * (3 * WHITE_ROOM * WHITE_ROOM)
    for first, circle in enumerate(board.town.white(QUADRANTS[0])):
        easy, medium = (data["pairs"][name][str(circle)] for name in THIRDS[:2])
        difficult = [rest[0] * rest[1] - sum(counts) for counts in zip(easy, medium, strict=True)]
        for third, counts in enumerate((easy, medium, difficult)):
            at = (WHITE_ROOM * third + first) * WHITE_ROOM
            pairs[at : at + seconds] = counts
    return Thirds([0, *starts, BEYOND], pairs)


if __name__ == "__main__":
    whitehall = BoardTables(WHITEHALL)
    Path(__file__).with_name("casebook.toml").write_text(write(work_out(whitehall), whitehall), "utf-8")

"""The Casebook: all sets of four locations in three thirds, easy to difficult, and how likely each draw is (WM-06).

Working out all sets of Whitehall takes a second, so their counts are kept in casebook.toml, which

    python -m gaslamp.titles.whitehall.rules.casebook

writes anew. `sets.py` draws from them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gaslamp.titles.whitehall.rules.board import WHITE_ROOM, Board, C
from gaslamp.titles.whitehall.rules.town import QUADRANTS, WHITEHALL

if TYPE_CHECKING:
    from gaslamp.titles.whitehall.rules.position import Position

THIRDS: Final = ("easy", "medium", "difficult")
BEYOND: Final = 1 << 40  # above every key


@dataclass(frozen=True)
class Thirds:
    """Where each third begins, and how many of its sets begin with which two circles.

    A set's key is the moves of the best path through it, then its four circles, a byte each. A third holds the keys
    from one of the four bounds to the next. Pairs stand at (64 * third + first) * 64 + second, circles by their places
    among the white ones of their quadrant.
    """

    bounds: list[int]
    pairs: list[int]

    @property
    def firsts(self) -> list[int]:
        """How many sets begin with which circle, at 64 * third + first."""
        return [sum(self.pairs[at : at + WHITE_ROOM]) for at in range(0, len(self.pairs), WHITE_ROOM)]


def of(board: Board) -> Thirds:
    """The thirds of a board; a small one is worked out on the spot."""
    return read(board) if board.town is WHITEHALL else work_out(board)


def weights(position: Position) -> list[int]:
    """The weight of each draw while chance is to move, in the order of `legal`."""
    return [position.weight(action) for action in position.legal()]


def work_out(board: Board) -> Thirds:
    """Go through all sets of a board."""
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
    """The key of a set. An open path has two lines at its ends that share no circle, and one of the other four."""
    ab, ac, ad = far[C * a + b], far[C * a + c], far[C * a + d]
    bc, bd, cd = far[C * b + c], far[C * b + d], far[C * c + d]
    moves = min(ab + cd + min(ac, ad, bc, bd), ac + bd + min(ab, ad, bc, cd), ad + bc + min(ab, ac, bd, cd))
    return moves << 32 | a << 24 | b << 16 | c << 8 | d


def write(thirds: Thirds, board: Board) -> str:
    """The thirds as they are kept; the last third is what the others leave."""
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


def read(board: Board) -> Thirds:
    """Read the thirds of Whitehall."""
    data = tomllib.loads(files(__package__).joinpath("casebook.toml").read_text("utf-8"))
    _, seconds, *rest = (len(board.town.white(quadrant)) for quadrant in QUADRANTS)
    starts = [int.from_bytes(data[name], "big") for name in THIRDS[1:]]
    pairs = [0] * (3 * WHITE_ROOM * WHITE_ROOM)
    for first, circle in enumerate(board.town.white(QUADRANTS[0])):
        easy, medium = (data["pairs"][name][str(circle)] for name in THIRDS[:2])
        difficult = [rest[0] * rest[1] - one - other for one, other in zip(easy, medium, strict=True)]
        for third, counts in enumerate((easy, medium, difficult)):
            at = (WHITE_ROOM * third + first) * WHITE_ROOM
            pairs[at : at + seconds] = counts
    return Thirds([0, *starts, BEYOND], pairs)


if __name__ == "__main__":
    whitehall = Board(WHITEHALL)
    Path(__file__).with_name("casebook.toml").write_text(write(work_out(whitehall), whitehall), "utf-8")

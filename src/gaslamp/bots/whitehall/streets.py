"""The map of Whitehall as an opponent thinks of it: how far apart things are, and where one can go from where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import BOAT_ROOM, NEXT_ROOM, Board, C, X
from gaslamp.titles.whitehall.rules.town import BLUE, QUADRANTS

WALK: Final = 2  # steps of a figure (WM-30)
FARTHEST: Final = 64  # no distance is counted farther than one less

P = TypeVar("P", int, str)


class Streets:
    """Distances and neighbours of a map. Nothing of any game is in it."""

    def __init__(self, played_on: Board) -> None:
        self._board = played_on
        town = self.town = played_on.town
        self.near: Mapping[int, tuple[int, ...]] = {here: tuple(ends) for here, ends in town.ways.items()}
        self.ashore = frozenset(circle for circle in town.circles if town.colour[circle] != BLUE)
        self.white = {quadrant: frozenset(town.white(quadrant)) for quadrant in QUADRANTS}
        self.range = {crossing: town.in_range(crossing) for crossing in town.crossings}
        # Plain moves from circle to circle.
        self.far = {circle: _distances(circle, self.near) for circle in town.circles}
        # Steps from a crossing until a circle is in range.
        self.reach = {crossing: self._reach(crossing) for crossing in town.crossings}
        self.widest = max(max(reach.values()) for reach in self.reach.values())
        # What a figure may have in range after a walk.
        self.watched = {
            crossing: frozenset(circle for circle, steps in reach.items() if steps <= WALK)
            for crossing, reach in self.reach.items()
        }

    def coaches(self, here: int) -> Iterator[tuple[int, int]]:
        """Each pair of circles a Coach can take Jack to, locations not minded (WM-14 to WM-14b)."""
        for first in self.near[here]:
            if first in self.ashore:
                yield from ((first, end) for end in self.near[first] if end != here and end in self.ashore)

    def across(self, kind: str, here: int) -> list[int]:
        """The circles an Alley or a Boat can take Jack to (WM-15, WM-16)."""
        if kind == "alley":
            return _named(self._board.alley, NEXT_ROOM * here, self._board.all_alley[here])
        return _named(self._board.boat, BOAT_ROOM * here, self._board.all_boat[here])

    def may_be_locations(self, red: Iterable[int]) -> frozenset[int]:
        """The white circles of the quadrants that have no red marker."""
        taken = {self.town.quadrant[circle] for circle in red}
        return frozenset(circle for quadrant, white in self.white.items() if quadrant not in taken for circle in white)

    def _reach(self, crossing: str) -> dict[int, int]:
        steps: dict[int, int] = {}
        for other, far in _distances(crossing, self.town.steps).items():  # the nearest first
            for circle in self.range[other]:
                steps.setdefault(circle, far)
        return steps


def streets() -> Streets:
    """The map that is played on."""
    return streets_of(board.current())


@cache
def streets_of(played_on: Board) -> Streets:
    """The map of a board."""
    return Streets(played_on)


# ---- the same as tables


def distances(played_on: Board) -> list[int]:
    """The plain moves from circle to circle, at C * here + there."""
    table = [FARTHEST - 1] * (C * C)
    for here, moves in streets_of(played_on).far.items():
        for there, count in moves.items():
            table[C * here + there] = min(count, FARTHEST - 1)
    return table


def reaches(played_on: Board) -> list[int]:
    """The steps from a crossing until a circle is in range, at C * crossing + circle."""
    table = [FARTHEST - 1] * (X * C)
    for crossing, steps in streets_of(played_on).reach.items():
        for circle, count in steps.items():
            table[C * played_on.number[crossing] + circle] = min(count, FARTHEST - 1)
    return table


def _named(table: Sequence[int], at: int, mask: int) -> list[int]:
    """The circles of a list that a mask names."""
    return [table[at + k] for k in range(mask.bit_length()) if mask >> k & 1]


def _distances(start: P, near: Mapping[P, Iterable[P]]) -> dict[P, int]:
    steps = {start: 0}
    queue = [start]
    for here in queue:
        for there in near[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps

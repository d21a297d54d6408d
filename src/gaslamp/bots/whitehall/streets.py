"""Distances and neighbours on the map of Whitehall Mystery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import BOAT_ROOM, NEXT_ROOM, BoardTables, C, X
from gaslamp.titles.whitehall.rules.town import BLUE, QUADRANTS

WALK: Final = 2  # steps of a figure (WM-30)
FARTHEST: Final = 64  # distances are capped at one less

P = TypeVar("P", int, str)


class Streets:
    def __init__(self, played_on: BoardTables) -> None:
        self._board = played_on
        town = self.town = played_on.town
        self.near: Mapping[int, tuple[int, ...]] = {circle: tuple(ends) for circle, ends in town.ways.items()}
        self.ashore = frozenset(circle for circle in town.circles if town.colour[circle] != BLUE)
        # Circles from which a boat goes to a circle that is not adjacent.
        self.quays = tuple(
            circle
            for circle in town.circles
            if any(other not in self.near[circle] for other in self.across("boat", circle))
        )
        self.white = {quadrant: frozenset(town.white(quadrant)) for quadrant in QUADRANTS}
        self.range = {crossing: town.in_range(crossing) for crossing in town.crossings}
        # Plain moves from circle to circle.
        self.far = {circle: _distances(circle, self.near) for circle in town.circles}
        # Steps from a crossing until a circle is in range.
        self.reach = {crossing: self._reach(crossing) for crossing in town.crossings}
        self.widest = max(max(reach.values()) for reach in self.reach.values())
        # Circles a figure may have in range after a walk.
        self.watched = {
            crossing: frozenset(circle for circle, steps in reach.items() if steps <= WALK)
            for crossing, reach in self.reach.items()
        }

    def coaches(self, origin: int) -> Iterator[tuple[int, int]]:
        """Yield each pair of circles a Coach can take Jack to (WM-14 to WM-14b), also barred locations (WM-18)."""
        for first in self.near[origin]:
            if first in self.ashore:
                yield from ((first, end) for end in self.near[first] if end != origin and end in self.ashore)

    def across(self, kind: str, origin: int) -> list[int]:
        """Return the circles an Alley or a Boat can take Jack to (WM-15, WM-16)."""
        if kind == "alley":
            return _named(self._board.alley, NEXT_ROOM * origin, self._board.all_alley[origin])
        return _named(self._board.boat, BOAT_ROOM * origin, self._board.all_boat[origin])

    def may_be_locations(self, red: Iterable[int]) -> frozenset[int]:
        """Return the white circles of the quadrants without a red marker."""
        taken = {self.town.quadrant[circle] for circle in red}
        return frozenset(circle for quadrant, white in self.white.items() if quadrant not in taken for circle in white)

    def _reach(self, crossing: str) -> dict[int, int]:
        steps: dict[int, int] = {}
        for other, far in _distances(crossing, self.town.steps).items():  # nearest first
            for circle in self.range[other]:
                steps.setdefault(circle, far)
        return steps


def streets() -> Streets:
    return streets_of(board.current())


@cache
def streets_of(played_on: BoardTables) -> Streets:
    return Streets(played_on)


# ---- tables for the kernels


def distances(played_on: BoardTables) -> list[int]:
    """Return the plain moves between circles as a table, at C * origin + target."""
    table = [FARTHEST - 1] * (C * C)
    for origin, moves in streets_of(played_on).far.items():
        for target, count in moves.items():
            table[C * origin + target] = min(count, FARTHEST - 1)
    return table


def reaches(played_on: BoardTables) -> list[int]:
    """Return the steps from a crossing until a circle is in range, at C * crossing + circle."""
    table = [FARTHEST - 1] * (X * C)
    for crossing, steps in streets_of(played_on).reach.items():
        for circle, count in steps.items():
            table[C * played_on.number[crossing] + circle] = min(count, FARTHEST - 1)
    return table


def _named(table: Sequence[int], at: int, mask: int) -> list[int]:
    return [table[at + k] for k in range(mask.bit_length()) if mask >> k & 1]


def _distances(start: P, near: Mapping[P, Iterable[P]]) -> dict[P, int]:
    steps = {start: 0}
    queue = [start]
    for origin in queue:
        for target in near[origin]:
            if target not in steps:
                steps[target] = steps[origin] + 1
                queue.append(target)
    return steps

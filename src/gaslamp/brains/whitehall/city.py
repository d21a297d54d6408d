"""The map of Whitehall as an opponent thinks of it: how far apart things are, and where one can go from where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from operator import or_
from typing import Final, TypeVar

from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import Board
from gaslamp.titles.whitehall.rules.town import BLUE, QUADRANTS, circles_of

WALK: Final = 2  # steps of a figure (WM-30)
_DETOUR: Final = 2  # moves more than the shortest way that still count as on the way

P = TypeVar("P", int, str)


class City:
    """Distances and neighbours of a map. Nothing of any game is in it."""

    def __init__(self, played_on: Board) -> None:
        town = self.town = played_on.town
        self.near: Mapping[int, tuple[int, ...]] = {here: tuple(ends) for here, ends in town.ways.items()}
        self.ashore = frozenset(circle for circle in town.circles if town.colour[circle] != BLUE)
        houses = [frozenset(circles_of(outline)) for outline in town.faces["houses"]]
        waters = [frozenset(circles_of(outline)) - self.ashore for outline in town.faces["water"]]
        self.alleys = {here: _together(here, houses) for here in town.circles}  # WM-15
        self.boats = {here: _together(here, waters) for here in town.circles}  # WM-16
        self.white = {quadrant: frozenset(town.white(quadrant)) for quadrant in QUADRANTS}
        self.range = {crossing: town.in_range(crossing) for crossing in town.crossings}
        self.passed = self._passed()
        # Moves from circle to circle, with plain moves alone and with Alleys and Boats too; boxes of the row, at least.
        self.far = {circle: _distances(circle, self.near) for circle in town.circles}
        anyhow = {here: {*self.near[here], *self.alleys[here], *self.boats[here]} for here in town.circles}
        self.wide = {circle: _distances(circle, anyhow) for circle in town.circles}
        # Steps from a crossing until a circle is in range.
        self.reach = {crossing: self._reach(crossing) for crossing in town.crossings}
        self.widest = max(max(reach.values()) for reach in self.reach.values())
        # What a figure may have in range after a walk.
        self.watched = {
            crossing: frozenset(circle for circle, steps in reach.items() if steps <= WALK)
            for crossing, reach in self.reach.items()
        }
        self._nearer: dict[tuple[int, int], int] = {}
        self._beyond: dict[tuple[int, int], int] = {}
        self._most = max(max(moves.values()) for moves in self.far.values())
        self._within = {circle: self._balls(circle) for circle in town.circles}

    def free(self, here: int, figures: frozenset[str]) -> tuple[int, ...]:
        """Give the circles a plain move leads to when figures stand there (WM-10, WM-11)."""
        if not any(here in self.passed[crossing] for crossing in figures):
            return self.near[here]
        ways = self.town.ways[here]
        return tuple(there for there in ways if any(not way & figures for way in ways[there]))

    def coaches(self, here: int) -> Iterator[tuple[int, int]]:
        """Give each pair of circles a Coach can take Jack to, locations not minded (WM-14 to WM-14b)."""
        for first in self.near[here]:
            if first in self.ashore:
                yield from ((first, end) for end in self.near[first] if end != here and end in self.ashore)

    def nearer(self, here: int, there: int) -> int:
        """Give the circles that a move brings nearer, as bits by their numbers."""
        key = here, there
        if key not in self._nearer:
            found = 0
            for before, after in zip(self._within[here], self._within[there], strict=True):
                found |= after & ~before
            self._nearer[key] = found
        return self._nearer[key]

    def beyond(self, start: int, here: int) -> int:
        """Give the circles that somebody may be making for who started there and is here now, as bits."""
        key = start, here
        if key not in self._beyond:
            found = 0
            for moves, within in enumerate(self._within[here]):
                too_near = moves + self.far[start][here] - _DETOUR - 1  # to the start, for who comes by here
                found |= within & ~(self._within[start][min(too_near, self._most)] if too_near >= 0 else 0)
            self._beyond[key] = found
        return self._beyond[key]

    def _balls(self, here: int) -> list[int]:
        """Give the circles at most no move, one move, two moves away, and so on, as bits."""
        balls = [0] * (self._most + 1)
        for circle, moves in self.far[here].items():
            balls[moves] |= 1 << circle
        return [*accumulate(balls, or_)]

    def _passed(self) -> dict[str, set[int]]:
        """Give, for each crossing, the circles from which some move passes it."""
        passed: dict[str, set[int]] = {crossing: set() for crossing in self.town.crossings}
        for here, ends in self.town.ways.items():
            for ways in ends.values():
                for crossing in frozenset[str]().union(*ways):
                    passed[crossing].add(here)
        return passed

    def _reach(self, crossing: str) -> dict[int, int]:
        steps: dict[int, int] = {}
        for other, far in _distances(crossing, self.town.steps).items():  # the nearest first
            for circle in self.range[other]:
                steps.setdefault(circle, far)
        return steps


def city() -> City:
    """Give the map that is played on."""
    return _city_of(board.current())


@cache
def _city_of(played_on: Board) -> City:
    return City(played_on)


def _distances(start: P, near: Mapping[P, Iterable[P]]) -> dict[P, int]:
    steps = {start: 0}
    queue = [start]
    for here in queue:
        for there in near[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def _together(here: int, groups: Iterable[frozenset[int]]) -> frozenset[int]:
    """Give the circles that are in a group with one."""
    return frozenset[int]().union(*(group for group in groups if here in group)) - {here}

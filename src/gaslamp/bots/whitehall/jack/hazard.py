"""What Jack risks where figures do anything at all: where they may stray to, and on which way they hardly meet him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from gaslamp.bots.whitehall.streets import streets
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import RANGE_ROOM, WALK_ROOM, Board, C

_TURNS: Final = 8  # after so many turns a figure may be anywhere as well as there
_LEG: Final = 0.003  # what a move of the rounds to come risks
_LATE: Final = 0.9  # with no move to spare somebody may stand in the way

Risks = Sequence[float]  # by circle: to be arrested there


@cache
def strays(played_on: Board, crossing: int) -> tuple[Risks, ...]:
    """What a figure that does anything may do to Jack: in this turn, in the next, and so on."""
    where = {crossing: 1.0}
    found = []
    for _ in range(_TURNS):
        then: dict[int, float] = {}
        for here, chance in where.items():
            ends = played_on.walk[WALK_ROOM * here : WALK_ROOM * here + played_on.walk_count[here]]
            for there in ends:
                then[there] = then.get(there, 0.0) + chance / len(ends)
        where = then
        risks = [0.0] * C
        for here, chance in where.items():
            first, count = RANGE_ROOM * here, played_on.range_count[here]
            for circle in played_on.range[first : first + count]:
                risks[circle] += chance / (2 * count + 1)  # to search or to arrest each, or to do nothing
        found.append(risks)
    return tuple(found)


class Hazard:
    """The chance to get away from figures who do anything, on the way where it is best."""

    def __init__(self, crossings: Iterable[str], goals: Mapping[int, float], left: int) -> None:
        """Begin with the goals and how far all others are from each, and how many boxes are left."""
        played_on = board.current()
        figures = [strays(played_on, played_on.number[crossing]) for crossing in crossings]
        self._goals = {goal: 1.0 - _LEG * rest for goal, rest in goals.items()}
        self._safe = [
            [_none_of(figure[turn][circle] for figure in figures) for circle in range(C)] for turn in range(_TURNS)
        ]
        self._left = left
        self._ways = self._best_ways()

    def escapes(self, circle: int, boxes: int, *, arrives: bool) -> float:
        """How likely he gets away who goes to a circle now."""
        left = self._left - boxes
        on = self._goals[circle] if arrives else self._ways[left][circle] if left > 0 else 0.0
        return self._safe[0][circle] * on

    def from_here(self, circle: int) -> float:
        """How likely he gets away whose turn it is there."""
        return self._ways[self._left][circle]

    def _best_ways(self) -> list[list[float]]:
        """By boxes left and circle the chance to get away from there, if it is Jack's turn next."""
        near = streets().near
        ways = [[0.0] * C]
        for left in range(1, self._left + 1):
            turn = max(1, min(_TURNS - 1, self._left - left))
            safe, before = self._safe[turn], ways[-1]
            late = _LATE if left == 1 else 1.0
            on = [late * self._goals.get(circle, before[circle]) * safe[circle] for circle in range(C)]
            found = [0.0] * C
            for here, ends in near.items():
                found[here] = max((on[there] for there in ends), default=0.0)
            ways.append(found)
        return ways


def _none_of(chances: Iterable[float]) -> float:
    left = 1.0
    for chance in chances:
        left *= 1.0 - chance
    return left

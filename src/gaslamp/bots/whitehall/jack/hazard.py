"""Jack's risk of arrest by figures that play at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from gaslamp.bots.whitehall.streets import streets
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import RANGE_ROOM, WALK_ROOM, BoardTables, C

_TURNS: Final = 8  # turns to simulate
_LEG: Final = 0.003  # risk per move in later rounds
_LATE: Final = 0.9  # factor for the last move: may be blocked

Risks = Sequence[float]  # probability of an arrest, by circle


@cache
def strays(played_on: BoardTables, crossing: int) -> tuple[Risks, ...]:
    """Return the probability of an arrest by circle, for each turn from this one on."""
    where = {crossing: 1.0}
    turns = []
    for _ in range(_TURNS):
        then: dict[int, float] = {}
        for origin, chance in where.items():
            ends = played_on.walk[WALK_ROOM * origin : WALK_ROOM * origin + played_on.walk_count[origin]]
            for target in ends:
                then[target] = then.get(target, 0.0) + chance / len(ends)
        where = then
        risks = [0.0] * C
        for origin, chance in where.items():
            first, count = RANGE_ROOM * origin, played_on.range_count[origin]
            for circle in played_on.range[first : first + count]:
                risks[circle] += chance / (2 * count + 1)  # search or arrest each, or pass
        turns.append(risks)
    return tuple(turns)


class Hazard:
    """Escape probabilities of Jack against figures that play at random."""

    def __init__(self, crossings: Iterable[str], goals: Mapping[int, float], left: int) -> None:
        """*goals* maps each goal to the length of the tour after it; *left* is the number of spaces left."""
        played_on = board.current()
        figures = [strays(played_on, played_on.number[crossing]) for crossing in crossings]
        self._goals = {goal: 1.0 - _LEG * rest for goal, rest in goals.items()}
        self._safe = [
            [_none_of(figure[turn][circle] for figure in figures) for circle in range(C)] for turn in range(_TURNS)
        ]
        self._left = left
        self._ways = self._best_ways()

    def escapes(self, circle: int, boxes: int, *, arrives: bool) -> float:
        left = self._left - boxes
        on = self._goals[circle] if arrives else self._ways[left][circle] if left > 0 else 0.0
        return self._safe[0][circle] * on

    def from_here(self, circle: int) -> float:
        return self._ways[self._left][circle]

    def _best_ways(self) -> list[list[float]]:
        """Return the escape probability by spaces left and circle, with Jack to move."""
        near = streets().near
        ways = [[0.0] * C]
        for left in range(1, self._left + 1):
            turn = max(1, min(_TURNS - 1, self._left - left))
            safe, before = self._safe[turn], ways[-1]
            late = _LATE if left == 1 else 1.0
            on = [late * self._goals.get(circle, before[circle]) * safe[circle] for circle in range(C)]
            best = [0.0] * C
            for origin, ends in near.items():
                best[origin] = max((on[target] for target in ends), default=0.0)
            ways.append(best)
        return ways


def _none_of(chances: Iterable[float]) -> float:
    left = 1.0
    for chance in chances:
        left *= 1.0 - chance
    return left

"""What every Jack does with his sheet, whoever plays him: reads actions, counts moves, lays false clues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Final

from gaslamp.bots.whitehall.streets import streets
from gaslamp.titles.whitehall.rules.view import View

# All in moves: what something is worth, or what it costs.
_COVER: Final = 40.0  # a false clue on his own circle, if he were surely thought to be there
_DECOY: Final = 8.0  # one on another
_NO_CLUE: Final = 0.6
_HOUSES: Final = 1.0  # an Alley that he may have some use for
_WATER: Final = 0.5


def circle_of(notation: str) -> int:
    """The circle of an action."""
    return int(notation.split()[1])


def kind_of(notation: str) -> str:
    """The kind of move of an action."""
    verb = notation.split(maxsplit=1)[0]
    return {"move": "plain", "then": "coach"}.get(verb, verb)


def shown(view: View, kind: str) -> str:
    """What everybody is told of a kind of move (WM-60a)."""
    face_down = view.options["murderer_at_large"] == "on" and kind in {"alley", "boat"}
    return "hidden" if face_down else kind


def tour(start: int, goals: Iterable[int]) -> int:
    """The moves of the shortest way through some locations."""
    far = streets().far
    return min(
        sum(far[here][there] for here, there in pairwise((start, *order))) for order in permutations(sorted(goals))
    )


def reclaiming(view: View, legal: Sequence[str]) -> dict[str, float]:
    """Take back the tile that shortens the way to a location most; else there are more houses than water."""
    goals = [goal for goal in view.locations or () if goal not in view.red]
    worth = {"alley": _HOUSES, "boat": _WATER, "nothing": 0.0}
    for kind in worth.keys() & {"alley", "boat"}:
        worth[kind] += max(_saved(kind, view.circle or 0, goal) for goal in goals)
    return {notation: worth[notation.split()[1]] for notation in legal}


def _saved(kind: str, here: int, goal: int) -> int:
    """How many moves of the way to a location one such tile saves."""
    far = streets().far
    ways = [
        far[here][end] + 1 + far[other][goal]
        for end in far[here]
        for other in streets().across(kind, end)
        if other != goal  # WM-18
    ]
    return max(0, far[here][goal] - min(ways, default=far[here][goal]))


def bluffing(view: View, legal: Sequence[str], now: Mapping[int, float]) -> dict[str, float]:
    """Hide his own circle if it is in range; else lead astray those who are near."""
    in_range = {circle for crossing in view.figures.values() for circle in streets().range[crossing]}
    values = {}
    for notation in legal:
        value = _NO_CLUE
        if notation != "clue nothing":
            circle = circle_of(notation)
            value = now.get(circle, 0) if circle in in_range else 0
            value *= _COVER if circle == view.circle else _DECOY
            value -= _NO_CLUE if circle in (view.row or ())[:-1] else 0  # rather where he has not been
        values[notation] = value
    return values

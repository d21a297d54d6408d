"""Helpers of all Jack levels: notation, tours, reclaimed tiles and false clues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Final

from gaslamp.bots.whitehall.streets import streets
from gaslamp.titles.whitehall.rules.board import KINDS
from gaslamp.titles.whitehall.rules.view import View

# Values, in moves.
_COVER: Final = 40.0  # false clue on his circle, certainly expected there
_DECOY: Final = 8.0  # false clue elsewhere
_NO_CLUE: Final = 0.6
_HOUSES: Final = 1.0  # base value of an Alley
_WATER: Final = 0.5  # base value of a Boat


def circle_of(notation: str) -> int:
    return int(notation.split()[1])


def kind_of(notation: str) -> str:
    """Return the kind of move of an action: plain, coach, alley or boat."""
    verb = notation.split(maxsplit=1)[0]
    return {"move": "plain", "then": "coach"}.get(verb, verb)


def shown(view: View, kind: str) -> str:
    """Return the public kind of a move (WM-60a)."""
    face_down = view.options["murderer_at_large"] == "on" and kind in {"alley", "boat"}
    return "hidden" if face_down else kind


def tour(start: int, goals: Iterable[int]) -> int:
    far = streets().far
    return min(
        sum(far[origin][target] for origin, target in pairwise((start, *order)))
        for order in permutations(sorted(goals))
    )


def packed_tiles(view: View) -> int:
    """Return the tiles that the public has not seen spent, one nibble per kind."""
    return sum(view.tiles[kind] << 4 * number for number, kind in enumerate(KINDS) if kind)


def reclaiming(view: View, legal: Sequence[str]) -> dict[str, float]:
    """Value tiles by the moves they save to a location; an Alley is worth more than a Boat otherwise."""
    goals = [goal for goal in view.locations or () if goal not in view.red]
    worth = {"alley": _HOUSES, "boat": _WATER, "nothing": 0.0}
    for kind in worth.keys() & {"alley", "boat"}:
        worth[kind] += max(_saved(kind, view.circle or 0, goal) for goal in goals)
    return {notation: worth[notation.split()[1]] for notation in legal}


def _saved(kind: str, origin: int, goal: int) -> int:
    far = streets().far
    ways = [
        far[origin][end] + 1 + far[other][goal]
        for end in far[origin]
        for other in streets().across(kind, end)
        if other != goal  # WM-18
    ]
    return max(0, far[origin][goal] - min(ways, default=far[origin][goal]))


def bluffing(view: View, legal: Sequence[str], now: Mapping[int, float]) -> dict[str, float]:
    """Value false clues: on Jack's circle if it is in range, else as a decoy near the figures."""
    in_range = {circle for crossing in view.figures.values() for circle in streets().range[crossing]}
    values = {}
    for notation in legal:
        value = _NO_CLUE
        if notation != "clue nothing":
            circle = circle_of(notation)
            value = now.get(circle, 0) if circle in in_range else 0
            value *= _COVER if circle == view.circle else _DECOY
            value -= _NO_CLUE if circle in (view.row or ())[:-1] else 0  # prefer circles he has not visited
        values[notation] = value
    return values

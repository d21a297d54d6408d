"""Actions of Whitehall Mystery: consecutive number ranges and their notations."""

from __future__ import annotations

from typing import Final

from gaslamp.core.actions import ActionSpace
from gaslamp.titles.whitehall.rules.board import CIRCLES, CROSSINGS

# An action is its run plus a number. Circles and crossings are numbered from 1, so the first run begins below 0.
LOCATE: Final = -1  # + white circle: a Discovery Location (WM-02)
PLACE: Final = LOCATE + CIRCLES  # + yellow crossing (WM-03)
START: Final = PLACE + CROSSINGS  # + location: where Jack begins (WM-04)
RECLAIM: Final = START + CIRCLES  # + 1 an Alley, 2 a Boat, 3 nothing (WM-61)
MOVE: Final = RECLAIM + 3  # + circle: a plain move (WM-10)
COACH_TO: Final = MOVE + CIRCLES  # + circle: the first of two (WM-14)
THEN: Final = COACH_TO + CIRCLES  # + circle: the second
ALLEY_TO: Final = THEN + CIRCLES  # + circle (WM-15)
BOAT_TO: Final = ALLEY_TO + CIRCLES  # + circle (WM-16)
WALK_TO: Final = BOAT_TO + CIRCLES  # + crossing, the figure's own if it stays (WM-30)
SMOKE_TO: Final = WALK_TO + CROSSINGS  # + crossing: one more, with the Smoker (WM-66a)
TILE_TO: Final = SMOKE_TO + CROSSINGS  # + crossing: with a reconstructed tile (WM-67)
CLUE: Final = TILE_TO + CROSSINGS  # + circle: a false clue (WM-62a)
NO_CLUE: Final = CLUE + CIRCLES  # + 1
SEARCH: Final = NO_CLUE + 1  # + circle (WM-41)
ARREST: Final = SEARCH + CIRCLES  # + circle (WM-42)
ARREST_ALL: Final = ARREST + CIRCLES  # + 1: green (WM-68b)
CALL: Final = ARREST_ALL + 1  # + white circle: brown (WM-68c)
SCENT: Final = CALL + CIRCLES  # + 1: the search goes on (WM-66b)
STOP: Final = SCENT + 1  # + 1


def _circles(word: str) -> list[str]:
    return [f"{word} {number}" for number in range(1, CIRCLES + 1)]


def _crossings(word: str) -> list[str]:
    return [f"{word} {crossing_name(number)}" for number in range(1, CROSSINGS + 1)]


def crossing_name(number: int) -> str:
    return f"x{number:03}"


ACTIONS: Final = ActionSpace(
    [
        *_circles("locate"),
        *_crossings("place"),
        *_circles("start"),
        *("reclaim alley", "reclaim boat", "reclaim nothing"),
        *_circles("move"),
        *_circles("coach"),
        *_circles("then"),
        *_circles("alley"),
        *_circles("boat"),
        *_crossings("walk"),
        *_crossings("smoker"),
        *_crossings("tile"),
        *_circles("clue"),
        "clue nothing",
        *_circles("search"),
        *_circles("arrest"),
        "arrest all",
        *_circles("call"),
        "smoker",
        "stop",
    ]
)

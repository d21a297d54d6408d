"""Coordinates of Pocket's drawn board: nine tiles and the ring of places."""

from __future__ import annotations

from functools import cache
from typing import Final

from gaslamp.titles.pocket.rules import board

TILE: Final = 200
GAP: Final = 8
MARGIN: Final = 118
SIZE: Final = 2 * MARGIN + 3 * TILE + 2 * GAP
HALF: Final = TILE // 2
ROAD: Final = 34  # half the width of a street
OUTSIDE: Final = 59  # from the square to the middle of a place
PLACE: Final = 37  # the radius of a place
BESIDE: Final = 66  # from one detective to the next on the same place


@cache
def cell_middle(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, 3)
    return MARGIN + column * (TILE + GAP) + HALF, MARGIN + row * (TILE + GAP) + HALF


@cache
def place_middle(place: int) -> tuple[float, float]:
    x, y = cell_middle(board.line(place)[0])
    out = HALF + OUTSIDE
    return ((x, y - out), (x + out, y), (x, y + out), (x - out, y))[place // 3]


def standing(place: int, number: int, together: int) -> tuple[float, float]:
    """Return the position of the first, second or third detective on one place, side by side along the ring."""
    x, y = place_middle(place)
    aside = BESIDE * (number - (together - 1) / 2)
    return (x + aside, y) if place // 3 % 2 == 0 else (x, y + aside)


def beam_length(tiles: int, *, walled: bool) -> float:
    """Return how far light reaches over *tiles* tiles, the last with or without a far wall."""
    return OUTSIDE + tiles * (TILE + GAP) - GAP - (HALF - ROAD if walled else 0)

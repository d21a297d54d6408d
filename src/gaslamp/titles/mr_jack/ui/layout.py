"""Coordinates of Mr. Jack's drawn board: flat-topped hexes in columns, exits beyond the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, radians, sin, sqrt
from typing import Final

from gaslamp.titles.mr_jack.rules.hexes import BOX, COLUMNS, DIRECTIONS, neighbour
from gaslamp.ui.scene import Point
from gaslamp.ui.svg import outline

WIDTH: Final = 880
HEIGHT: Final = 660
RADIUS: Final = 40  # of a hex, middle to corner
ACROSS: Final = sqrt(3) * RADIUS  # distance of adjacent hexes
LEFT: Final = 40
TOP: Final = 18
EXITS: Final = {way: (60 * DIRECTIONS.index(way) - 90) % 360 for way in BOX["exits"]}  # degrees from east
BEYOND: Final = 0.86  # distance of an exit, in ACROSS


def place(column: int, row: int) -> Point:
    lower = ACROSS / 2 if column % 2 == 0 else 0
    return LEFT + RADIUS + 1.5 * RADIUS * column, round(TOP + ACROSS / 2 + ACROSS * row + lower, 2)


@cache
def middle(hex: str) -> Point:
    return place(COLUMNS.index(hex[0]), int(hex[1]))


def off_the_board(hexes: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield column and row of every cell of the picture without a hex, the margin included."""
    on_board = set(hexes)
    for column in range(-1, len(COLUMNS) + 1):
        for row in range(-1, 10):
            if not 0 <= column < len(COLUMNS) or f"{COLUMNS[column]}{row}" not in on_board:
                yield column, row


def corners(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * cos(radians(60 * k)), y + radius * sin(radians(60 * k))) for k in range(6)]


def hexagon(radius: float, x: float = 0, y: float = 0) -> str:
    return outline(corners(x, y, radius))


@cache
def exit_middle(way: str) -> Point:
    hex = BOX["exits"][way]["hex"]
    assert neighbour(hex, way) is None
    x, y = middle(hex)
    angle = radians(EXITS[way])
    return round(x + BEYOND * ACROSS * cos(angle), 2), round(y + BEYOND * ACROSS * sin(angle), 2)

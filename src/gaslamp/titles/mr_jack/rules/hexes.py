"""Board of Mr. Jack as a graph: hexes, neighbours, distances, light."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

BOX: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("board.toml").read_text("utf-8"))

COLUMNS: Final = "".join(BOX["columns"])
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
KIND: Final[Mapping[str, str]] = {
    f"{column}{row}": kind for column, cells in BOX["columns"].items() for row, kind in enumerate(cells) if kind != " "
}
STREETS: Final = tuple(hex for hex, kind in KIND.items() if kind == ".")
POSTS: Final = tuple(BOX["lamps"])
NUMBER: Final = {hex: number for number, hex in enumerate(STREETS)}
FAR_AWAY: Final = 99


def neighbour(hex: str, direction: str) -> str | None:
    """Return the adjacent hex in a direction, or None beyond the board."""
    column, row = COLUMNS.index(hex[0]), int(hex[1])
    lower = column % 2 == 0  # even columns are half a hex lower
    east, south = {
        "N": (0, -1),
        "NE": (1, 0 if lower else -1),
        "SE": (1, 1 if lower else 0),
        "S": (0, 1),
        "SW": (-1, 1 if lower else 0),
        "NW": (-1, 0 if lower else -1),
    }[direction]
    if not 0 <= column + east < len(COLUMNS):
        return None
    name = f"{COLUMNS[column + east]}{row + south}"
    return name if name in KIND else None


@cache
def neighbours(hex: str) -> tuple[str, ...]:
    adjacent = (neighbour(hex, direction) for direction in DIRECTIONS)
    return tuple(other for other in adjacent if other is not None)


@cache
def streets_next_to(hex: str) -> tuple[str, ...]:
    return tuple(other for other in neighbours(hex) if KIND[other] == ".")


def beam(hex: str, direction: str) -> tuple[str, ...]:
    """Return the hexes a lantern lights: straight on to the first obstacle or the edge (MJ-31, MJ-32)."""
    lit = []
    ahead = neighbour(hex, direction)
    while ahead is not None and KIND[ahead] == ".":
        lit.append(ahead)
        ahead = neighbour(ahead, direction)
    return tuple(lit)


@cache
def distances(start: str) -> Mapping[str, int]:
    """Return the steps over streets from *start* to each street hex (MJ-47a)."""
    steps = {start: 0}
    queue = [start]
    for hex in queue:
        for other in streets_next_to(hex):
            if other not in steps:
                steps[other] = steps[hex] + 1
                queue.append(other)
    return steps

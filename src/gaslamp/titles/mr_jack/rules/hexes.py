"""The board of Mr. Jack as a graph: which hexes there are, what is next to what, how far it is, what lights what."""

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
    """The hex next to one in a direction, or None beyond the board."""
    column, row = COLUMNS.index(hex[0]), int(hex[1])
    lower = column % 2 == 0  # these columns lie half a hex lower
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
    there = f"{COLUMNS[column + east]}{row + south}"
    return there if there in KIND else None


@cache
def neighbours(hex: str) -> tuple[str, ...]:
    """All hexes next to one."""
    found = (neighbour(hex, direction) for direction in DIRECTIONS)
    return tuple(there for there in found if there is not None)


@cache
def streets_next_to(hex: str) -> tuple[str, ...]:
    """The street hexes next to one."""
    return tuple(there for there in neighbours(hex) if KIND[there] == ".")


def beam(hex: str, direction: str) -> tuple[str, ...]:
    """What a lantern lights from a hex: straight on to the first obstacle or the edge (MJ-31, MJ-32)."""
    lit = []
    there = neighbour(hex, direction)
    while there is not None and KIND[there] == ".":
        lit.append(there)
        there = neighbour(there, direction)
    return tuple(lit)


@cache
def distances(start: str) -> Mapping[str, int]:
    """The steps over streets from one street hex to each (MJ-47a)."""
    steps = {start: 0}
    queue = [start]
    for hex in queue:
        for there in streets_next_to(hex):
            if there not in steps:
                steps[there] = steps[hex] + 1
                queue.append(there)
    return steps

"""The board of the Mr. Jack oracle: sets of hexes, and distances by breadth-first search."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

CHARACTERS = ["holmes", "watson", "smith", "lestrade", "stealthy", "goodley", "gull", "bert"]

COLUMNS = "ABCDEFGHIJKLM"  # left to right, as the Detective sees the board
ROWS_OF_STREETS = {  # manholes among them
    "A": "23456",
    "B": "1257",
    "C": "2456",
    "D": "246",
    "E": "0123456",
    "F": "037",
    "G": "01234567",
    "H": "158",
    "I": "1234567",
    "J": "246",
    "K": "1235",
    "L": "1367",
    "M": "12345",
}
STREETS = {column + row for column, rows in ROWS_OF_STREETS.items() for row in rows}
BUILDINGS = {"B3", "C3", "D1", "D3", "D5", "F2", "F6", "H2", "H6", "J3", "J5", "J7", "K4", "L5"}
GARDENS = {"B4", "F4", "H4", "L4"}
POSTS = {"B6", "C1", "F1", "F5", "H3", "H7", "K6", "L2"}
BOARD = STREETS | BUILDINGS | GARDENS | POSTS

# MJ-03
LAMPS_AT_START = {"B6": "1", "L2": "2", "C1": "3", "K6": "4", "F5": "unnumbered", "H3": "unnumbered"}

EXITS = {"NW": "B1", "NE": "L1", "SW": "B7", "SE": "L7"}  # each with its street hex
CORDONS_AT_START = {"NE", "SW"}  # MJ-03b


@dataclass(frozen=True)
class Edition:
    """Differences between the editions."""

    open_manholes: frozenset[str]
    covered_manholes: frozenset[str]
    watson: str
    stealthy: str


# MJ-01, MJ-03a
EDITIONS = {
    "revised": Edition(
        open_manholes=frozenset({"B2", "C4", "F0", "G4", "H8", "K3", "L6"}),
        covered_manholes=frozenset({"B7", "L1"}),
        watson="I7",
        stealthy="A4",
    ),
    "original": Edition(
        open_manholes=frozenset({"A2", "F0", "F3", "H5", "H8", "M4"}),
        covered_manholes=frozenset({"C6", "L1"}),
        watson="A4",
        stealthy="I7",
    ),
}
START_IN_BOTH_EDITIONS = {"holmes": "G5", "smith": "G2", "lestrade": "E4", "goodley": "M3", "gull": "E0", "bert": "I3"}
FACING_AT_START = "NE"

# In half hexes: straight up or down is two of them, to a neighbouring column one.
STEPS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}


def point(place: str) -> tuple[int, int]:
    """Columns from the left, half hexes from the top; columns A C E G I K M are half a hex lower."""
    column = COLUMNS.index(place[0])
    return column, 2 * int(place[1]) + (1 if place[0] in "ACEGIKM" else 0)


HEX_AT_POINT = {point(place): place for place in BOARD}


def next_hex(place: str, way: str) -> str | None:
    """The neighbouring hex in a direction, or None at the edge."""
    column, height = point(place)
    right, down = STEPS[way]
    return HEX_AT_POINT.get((column + right, height + down))


@cache
def neighbours(place: str) -> frozenset[str]:
    around = {next_hex(place, way) for way in STEPS}
    return frozenset(near for near in around if near is not None)


@cache
def neighbouring_streets(place: str) -> frozenset[str]:
    return neighbours(place) & STREETS


def distances(start: str, ways_on: Callable[[str], frozenset[str]], most: int) -> dict[str, int]:
    """Distances of all hexes within a limit, by breadth-first search, nearest first."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for near in ways_on(place) if found[place] < most else ():
            if near not in found:
                found[near] = found[place] + 1
                waiting.append(near)
    return found


@cache
def street_distances(start: str) -> dict[str, int]:
    """Over street hexes, ignoring characters and manholes."""  # MJ-47a
    return distances(start, neighbouring_streets, most=len(STREETS))


def beam(start: str, way: str) -> list[str]:
    """The hexes straight ahead, nearest first, up to the first one that is not a street."""  # MJ-31, MJ-32
    ahead: list[str] = []
    place = next_hex(start, way)
    while place is not None and place in STREETS:
        ahead.append(place)
        place = next_hex(place, way)
    return ahead

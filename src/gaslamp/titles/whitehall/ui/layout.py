"""Coordinates of Whitehall's drawn map: circles, crossings, streets, and paths along them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count, pairwise
from math import dist
from typing import Final, TypeAlias

from gaslamp.titles.whitehall.rules.town import WHITEHALL, Place
from gaslamp.ui.scene import Point

Face: TypeAlias = Sequence[Place]  # its places, clockwise

WIDTH: Final = 944
HEIGHT: Final = 944
_LEFT: Final = 28  # margin of the printed board not drawn
_TOP: Final = 20

COLOUR: Final = WHITEHALL.colour
CROSSINGS: Final = WHITEHALL.crossings
MIDDLE: Final[Mapping[Place, Point]] = {
    place: (round(x / 10 - _LEFT, 1), round(y / 10 - _TOP, 1)) for place, (x, y) in WHITEHALL.where.items()
}


def _streets() -> Iterator[tuple[Place, Place]]:
    visited = set()
    for start, ends in WHITEHALL.streets.items():
        visited.add(start)
        yield from ((start, end) for end in ends if end not in visited)


STREETS: Final = tuple(_streets())  # each once


def in_range(crossing: str) -> tuple[int, ...]:
    return WHITEHALL.in_range(crossing)


@cache
def near(crossing: str) -> tuple[int, ...]:
    """Return the fewest nearest circles that identify a crossing, because the board prints no names."""
    circles = _nearest(crossing)
    others = [_nearest(other) for other in CROSSINGS if other != crossing]
    few = next((k for k in range(1, len(circles)) if all(other[:k] != circles[:k] for other in others)), len(circles))
    return circles[:few]


@cache
def _nearest(crossing: str) -> tuple[int, ...]:
    return tuple(sorted(in_range(crossing), key=lambda circle: dist(MIDDLE[crossing], MIDDLE[circle])))


@cache
def walk(start: str, end: str) -> tuple[Point, ...]:
    """Return the shortest path along streets between crossings; a straight line if there is none."""
    # Places are int or str and cannot be compared: a counter breaks ties.
    queue: list[tuple[float, int, tuple[Place, ...]]] = [(0.0, 0, (start,))]
    number = count(1)
    visited: set[Place] = set()
    while queue:
        length, _, way = heappop(queue)
        last = way[-1]
        if last == end:
            return tuple(MIDDLE[place] for place in way)
        if last in visited:
            continue
        visited.add(last)
        for place in WHITEHALL.streets[last]:
            heappush(queue, (length + dist(MIDDLE[last], MIDDLE[place]), next(number), (*way, place)))
    return MIDDLE[start], MIDDLE[end]


@cache
def on_foot(start: int, end: int) -> tuple[Point, ...]:
    """Return the shortest path of a plain move; a straight line if there is none.

    Jack's sheet has only circles: which of several ways he took is not recorded.
    """
    queue: list[tuple[float, tuple[Place, ...]]] = [(0.0, (start,))]
    visited: set[Place] = {start}
    while queue:
        length, way = heappop(queue)
        last = way[-1]
        if last == end:
            return tuple(MIDDLE[place] for place in way)
        if last in visited and last != start:
            continue
        visited.add(last)
        for place in WHITEHALL.streets[last]:
            if isinstance(place, str) or (place == end and last != start):
                heappush(queue, (length + dist(MIDDLE[last], MIDDLE[place]), (*way, place)))
    return MIDDLE[start], MIDDLE[end]


def sides() -> Mapping[tuple[Place, Place], tuple[str, int]]:
    """Return the kind and index of the face to the right of each directed line; none beyond the edge."""
    return {
        line: (kind, number)
        for kind, faces in WHITEHALL.faces.items()
        for number, face in enumerate(faces)
        for line in _round(face)
    }


def edge() -> Face:
    drawn = sides()
    beyond = {end: start for start, end in drawn if (end, start) not in drawn}
    ring = [next(iter(beyond))]
    while (place := beyond[ring[-1]]) != ring[0]:
        ring.append(place)
    return ring


def _round(face: Face) -> Iterator[tuple[Place, Place]]:
    return pairwise((*face, face[0]))

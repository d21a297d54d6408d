"""Blocks of houses from above: terraces along streets, party walls, chimneys, yards with trees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from random import Random
from typing import Final, TypeAlias

from gaslamp.ui.scene import Point
from gaslamp.ui.svg import circle, element, group, mix, path

Ring: TypeAlias = list[Point]

STREET: Final = 8  # from the middle of a street to the houses along it
_DEEPEST: Final = 17.0  # depth of a house
_SHALLOWEST: Final = 5.0
_SLATES: Final = ("#3d4a58", "#443f45", "#4c3f3a", "#37424d", "#52443a")
_MOON: Final = (-0.54, -0.84)  # direction of the light
_MOONLIGHT: Final = "#aebfcd"
_SHADOW: Final = "#05080c"
_YARD: Final = "#17211d"
_SHADES: Final = 5  # per slate; few, to keep paths few
_TREE: Final = "g-tree"
_STRAIGHT: Final = 0.5  # tolerance for an inward corner
_ANOTHER_WAY: Final = 0.7  # the cosine of the angle between two fronts
_CLOSE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Front:
    """One side of a block: start, direction, length. The yard is to its right."""

    x: float
    y: float
    east: float
    south: float
    length: float

    def along(self, point: Point) -> float:
        return (point[0] - self.x) * self.east + (point[1] - self.y) * self.south

    def behind(self, point: Point) -> float:
        """Return the distance behind the middle of the street."""
        return (point[1] - self.y) * self.east - (point[0] - self.x) * self.south

    def at(self, along: float, behind: float) -> Point:
        return self.x + along * self.east - behind * self.south, self.y + along * self.south + behind * self.east


def fronts(ring: Sequence[Point]) -> list[Front]:
    sides = []
    for (x, y), (to_x, to_y) in pairwise((*ring, ring[0])):
        length = hypot(to_x - x, to_y - y)
        sides.append(Front(x, y, (to_x - x) / length, (to_y - y) / length, length))
    return sides


def cut(ring: Ring, values: Sequence[float]) -> Ring:
    """Clip a convex shape where a linear function, given at the corners, is negative."""
    clipped: Ring = []
    corners = list(zip(ring, values, strict=True))
    for (corner, value), (following, next_value) in pairwise([*corners, *corners[:1]]):
        if value >= 0:
            clipped.append(corner)
        if (value < 0) != (next_value < 0):
            share = value / (value - next_value)
            clipped.append(
                (corner[0] + share * (following[0] - corner[0]), corner[1] + share * (following[1] - corner[1]))
            )
    return clipped


class Block:
    """The houses around one yard. A roof belongs to the nearest street, so corners are mitred."""

    def __init__(self, ring: Sequence[Point], *, depth: float = 0) -> None:
        self.fronts = fronts(ring)
        self._neighbours = [self._beside(number) for number in range(len(self.fronts))]
        self._opposite = [self._across(number) for number in range(len(self.fronts))]
        self.depth = depth or min(_DEEPEST, max(_SHALLOWEST, 0.72 * (self._width(ring) - STREET)))

    def _width(self, ring: Sequence[Point]) -> float:
        doubled = sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise((*ring, ring[0])))
        return doubled / sum(front.length for front in self.fronts)

    def inside(self, point: Point, away: float) -> bool:
        """Return True if *point* is more than *away* behind the line of every front."""
        return all(front.behind(point) > away for front in self.fronts)

    def piece(self, number: int, span: tuple[float, float], depth: tuple[float, float]) -> Ring:
        """Return a piece of a terrace by *span* along and *depth* behind a front, clipped by other fronts."""
        front = self.fronts[number]
        ring = [front.at(span[0], depth[0]), front.at(span[1], depth[0]), front.at(span[1], depth[1])]
        ring.append(front.at(span[0], depth[1]))
        middle = front.at(sum(span) / 2, sum(depth) / 2)
        for other, sign in self._rivals(number, middle):
            ring = cut(ring, [sign * (other.behind(point) - front.behind(point)) for point in ring])
        return ring

    def _rivals(self, number: int, middle: Point) -> Iterator[tuple[Front, int]]:
        """Yield the fronts that clip a piece, with sign -1 at an inward corner."""
        for other, sign in self._neighbours[number]:
            yield other, sign
        for other in self._opposite[number]:
            if other.behind(middle) > 0 and -_DEEPEST < other.along(middle) < other.length + _DEEPEST:
                yield other, 1

    def _beside(self, number: int) -> list[tuple[Front, int]]:
        front = self.fronts[number]
        before, after = self.fronts[number - 1], self.fronts[(number + 1) % len(self.fronts)]
        corners = ((before, (before.x, before.y)), (after, after.at(after.length, 0)))
        return [(other, -1 if front.behind(far) < -_STRAIGHT else 1) for other, far in corners]

    def _across(self, number: int) -> list[Front]:
        front, count = self.fronts[number], len(self.fronts)
        others = (self.fronts[(number + step) % count] for step in range(2, count - 1))
        return [
            other
            for other in others
            if front.east * other.east + front.south * other.south < _ANOTHER_WAY
            and min(front.behind((other.x, other.y)), front.behind(other.at(other.length, 0))) > 1
        ]


class Houses:
    """All houses of the map, grouped by colour into a few dozen paths."""

    def __init__(self) -> None:
        self._yards = self._walls = self._ridges = self._chimneys = self._windows = ""
        self._slopes: dict[str, str] = defaultdict(str)
        self._trees: list[str] = []

    def build(self, ring: Sequence[Point], rng: Random) -> None:
        block = Block(ring)
        self._yards += _shape(ring)
        self._line(block, range(len(ring)), rng)
        self._plant(block, ring, rng)

    def surround(self, ring: Sequence[Point], numbers: Iterable[int], rng: Random) -> None:
        self._line(Block(ring, depth=_DEEPEST), numbers, rng)

    def _line(self, block: Block, numbers: Iterable[int], rng: Random) -> None:
        for number in numbers:
            front = block.fronts[number]
            count = max(1, round((front.length - 2 * STREET) / rng.uniform(12, 17)))
            width = (front.length - 2 * STREET) / count
            for k in range(count):
                # The first and last house extend into the corner and are clipped there.
                left = STREET + k * width if k else -front.length
                right = STREET + (k + 1) * width if k < count - 1 else 2 * front.length
                self._house(block, number, (left, right), rng)

    def _house(self, block: Block, number: int, span: tuple[float, float], rng: Random) -> None:
        front, slate = block.fronts[number], rng.choice(_SLATES)
        ridge, back = STREET + block.depth / 2, STREET + block.depth
        light = _MOON[0] * front.south - _MOON[1] * front.east  # on the slope to the street; negated on the other
        corners: Ring = []
        for depth, lit in (((STREET, ridge), light), ((ridge, back), -light)):
            if ring := block.piece(number, span, depth):
                self._slopes[_shade(slate, lit)] += _shape(ring)
                corners += ring
        along = [front.along(point) for point in corners if abs(front.behind(point) - ridge) < _CLOSE]
        if along:
            self._ridges += _stroke(front.at(min(along), ridge), front.at(max(along), ridge))
        behind = [front.behind(point) for point in corners if abs(front.along(point) - span[0]) < _CLOSE]
        if behind:
            self._walls += _stroke(front.at(span[0], min(behind)), front.at(span[0], max(behind)))
            if rng.random() < 0.5:
                self._chimneys += _stroke(front.at(span[0], ridge - 1.6), front.at(span[0], ridge + 1.6))
        if rng.random() < 0.3:
            middle = max(span[0], STREET + 4) * 0.5 + min(span[1], front.length - STREET - 4) * 0.5
            self._windows += _stroke(front.at(middle - 1.4, STREET + 2.6), front.at(middle + 1.4, STREET + 2.6))

    def _plant(self, block: Block, ring: Sequence[Point], rng: Random) -> None:
        (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*ring, strict=True))
        for _ in range(int((right - left) * (bottom - top) / 260)):
            spot = (rng.uniform(left, right), rng.uniform(top, bottom))
            if block.inside(spot, STREET + block.depth + 4):
                self._trees.append(element("use", href=f"#{_TREE}", x=round(spot[0], 1), y=round(spot[1], 1)))

    def drawing(self) -> str:
        return "".join(
            (
                path(self._yards, fill=_YARD),
                group(*self._trees),
                *(path(slopes, fill=colour) for colour, slopes in sorted(self._slopes.items())),
                path(self._ridges, stroke=_MOONLIGHT, stroke_opacity=0.34, stroke_width=0.7),
                path(self._walls, stroke=_SHADOW, stroke_opacity=0.6, stroke_width=0.7),
                path(self._chimneys, stroke="#80604f", stroke_width=2.4),
                path(self._windows, stroke="#ffcf74", stroke_width=2.6),
            )
        )


def definitions() -> str:
    shadow, crown = circle(4.2, cx=1, cy=1.4, fill="#0a120e"), circle(4.2, fill="#27443a")
    return group(shadow, crown, circle(2.2, cx=-1, cy=-1.2, fill="#3b6350"), id=_TREE)


def _shade(slate: str, light: float) -> str:
    step = round(light * (_SHADES // 2)) / (_SHADES // 2)
    return mix(slate, _MOONLIGHT if step > 0 else _SHADOW, 0.11 * step if step > 0 else 0.22 - 0.34 * step)


def _shape(ring: Sequence[Point]) -> str:
    """Return a closed path in tenths with relative steps, the shortest form."""
    points = [(round(10 * x), round(10 * y)) for x, y in ring]
    (x, y), *_ = points
    written = f"M{_tenth(x)} {_tenth(y)}l"
    for point in points[1:]:
        written += _pair(point[0] - x, point[1] - y)
        x, y = point
    return written + "z"


def _stroke(start: Point, end: Point) -> str:
    x, y = round(10 * start[0]), round(10 * start[1])
    return f"M{_tenth(x)} {_tenth(y)}l" + _pair(round(10 * end[0]) - x, round(10 * end[1]) - y)


def _tenth(value: int) -> str:
    sign, (whole, rest) = "-" if value < 0 else "", divmod(abs(value), 10)
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign if whole else ''}{whole}"


def _pair(x: int, y: int) -> str:
    first, second = _tenth(x), _tenth(y)
    return f" {first}{'' if second.startswith('-') else ' '}{second}"

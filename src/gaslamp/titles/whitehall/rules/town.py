"""Map of Whitehall as a graph: circles, crossings, streets and the faces between them. Validated on load."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, Final, TypeAlias

Place: TypeAlias = int | str  # a circle by its number, a crossing by its name
Way: TypeAlias = frozenset[str]  # crossings passed by a move

WHITE, BLACK, BLUE = "white", "black", "blue"
QUADRANTS: Final = ("bA", "bB", "aA", "aB")  # in the order of choosing (WM-02)


@dataclass(frozen=True)
class Town:
    """A map: Whitehall, or a smaller one for tests."""

    colour: Mapping[int, str]  # by circle
    quadrant: Mapping[int, str]
    where: Mapping[Place, tuple[int, int]]  # x and y, in ten-thousandths of the board
    yellow: tuple[str, ...]  # crossings
    blue_lines: tuple[tuple[Place, Place], ...]
    streets: Mapping[Place, tuple[Place, ...]]  # neighbours of each place
    faces: Mapping[str, tuple[tuple[Place, ...], ...]]  # outlines by kind: houses, water, mixed, small

    @cached_property
    def circles(self) -> tuple[int, ...]:
        return tuple(self.colour)

    @cached_property
    def crossings(self) -> tuple[str, ...]:
        return tuple(place for place in self.where if isinstance(place, str))

    @cached_property
    def ways(self) -> Mapping[int, Mapping[int, list[Way]]]:
        """Return, by circle, the adjacent circles with their minimal ways (WM-10, WM-11a)."""
        return {circle: self._ways_from(circle) for circle in self.circles}

    def _ways_from(self, start: int) -> dict[int, list[Way]]:
        ways: dict[int, set[Way]] = {}
        open_ends = [(place, frozenset({place})) for place in self.streets[start] if isinstance(place, str)]
        for crossing, way in open_ends:
            for place in self.streets[crossing]:
                if isinstance(place, int):
                    ways.setdefault(place, set()).add(way)
                elif place not in way:
                    open_ends.append((place, way | {place}))
        ways.pop(start, None)  # WM-10a
        return {
            end: sorted((way for way in ways[end] if not any(other < way for other in ways[end])), key=sorted)
            for end in sorted(ways)
        }

    @cached_property
    def steps(self) -> Mapping[str, frozenset[str]]:
        """Return, by crossing, those one step away along a street, past at most one circle (WM-30)."""
        return {
            crossing: frozenset(end for end in self._one_step_on(crossing) if end != crossing)
            for crossing in self.crossings
        }

    def _one_step_on(self, crossing: str) -> Iterator[str]:
        for place in self.streets[crossing]:
            if isinstance(place, str):
                yield place
            else:
                yield from (beyond for beyond in self.streets[place] if isinstance(beyond, str))

    def in_range(self, crossing: str) -> tuple[int, ...]:
        """Return the circles that can be searched from a crossing (WM-40)."""
        return tuple(sorted(place for place in self.streets[crossing] if isinstance(place, int)))

    def white(self, quadrant: str) -> tuple[int, ...]:
        return tuple(
            circle for circle in self.circles if self.colour[circle] == WHITE and self.quadrant[circle] == quadrant
        )


def circles_of(outline: Iterable[Place]) -> tuple[int, ...]:
    return tuple(sorted({place for place in outline if isinstance(place, int)}))


def crossings_of(outline: Iterable[Place]) -> tuple[str, ...]:
    return tuple(sorted({place for place in outline if isinstance(place, str)}))


def load(path: Traversable) -> Town:
    """Read a map. Raises ValueError if it is inconsistent or its totals are wrong."""
    data = tomllib.loads(path.read_text("utf-8"))
    leads: defaultdict[Place, list[Place]] = defaultdict(list)
    for name, ends in data["streets"].items():
        start: Place = int(name) if name.isdigit() else name
        for end in ends:
            leads[start].append(end)
            leads[end].append(start)
    town = Town(
        colour={number: colour for number, colour, _, _, _ in data["circles"]},
        quadrant={number: quadrant for number, _, quadrant, _, _ in data["circles"]},
        where={row[0]: (row[-2], row[-1]) for row in (*data["circles"], *data["crossings"])},
        yellow=tuple(data["yellow"]),
        blue_lines=tuple((start, end) for start, end in data["blue_lines"]),
        streets={place: tuple(ends) for place, ends in leads.items()},
        faces={kind: tuple(tuple(outline) for outline in outlines) for kind, outlines in data["faces"].items()},
    )
    if wrong := [*_wrong_streets(town)] or [*_wrong_faces(town), *_wrong_totals(town, data["totals"])]:
        raise ValueError("; ".join(wrong))
    return town


def _wrong_streets(town: Town) -> Iterator[str]:
    if town.circles != tuple(range(1, len(town.circles) + 1)):
        yield "circles are not numbered through"
    if town.crossings != tuple(f"x{number:03}" for number in range(1, len(town.crossings) + 1)):
        yield "crossings are not numbered through"
    for place, ends in town.streets.items():
        if len(set(ends)) < len(ends) or place in ends:
            yield f"a street of {place} is there twice or leads back"
        if isinstance(place, int) and any(isinstance(end, int) for end in ends):
            yield f"a street joins circle {place} to another"
    reached: set[Place] = {1}
    waiting: list[Place] = [1]
    for place in waiting:
        onwards = [end for end in town.streets.get(place, ()) if end not in reached]
        reached.update(onwards)
        waiting += onwards
    if reached != town.where.keys():
        yield "the streets do not lead to every place, or to others"
    for quadrant in QUADRANTS:
        if not town.white(quadrant):
            yield f"there is no white circle in {quadrant}"
    if not set(town.yellow) <= set(town.crossings) or len(town.yellow) < 3:
        yield "there are not three yellow crossings"


def _wrong_faces(town: Town) -> Iterator[str]:
    lines = {(start, end) for start, ends in town.streets.items() for end in ends}
    lines |= {(a, b) for start, end in town.blue_lines for a, b in ((start, end), (end, start))}
    sides: Counter[tuple[Place, Place]] = Counter()
    for kind, outlines in town.faces.items():
        for outline in outlines:
            round_it = list(pairwise((*outline, outline[0])))
            sides.update(round_it)
            if not lines.issuperset(round_it):
                yield f"the face {outline} has a side that is no line"
            if kind != kind_of(town, outline):
                yield f"the face {outline} is not one of {kind}"
    if max(sides.values()) > 1:
        yield "two faces lie on the same side of a line"
    # Euler: without the face round the whole board, places + faces = lines + 1.
    if len(town.where) + sum(map(len, town.faces.values())) != len(lines) // 2 + 1:
        yield "there are too few faces or too many"


def kind_of(town: Town, outline: Iterable[Place]) -> str:
    colours = [town.colour[circle] for circle in circles_of(outline)]
    blue = colours.count(BLUE)
    if blue:
        return "mixed" if blue == 1 else "water"
    return "houses" if len(colours) > 1 else "small"


def _wrong_totals(town: Town, totals: Mapping[str, Any]) -> Iterator[str]:
    counted = Counter(town.colour.values())
    counted["crossings"] = len(town.crossings)
    counted["yellow"] = len(set(town.yellow))
    counted["streets"] = sum(map(len, town.streets.values())) // 2
    counted["jack_pairs"] = sum(map(len, town.ways.values())) // 2
    counted["investigator_pairs"] = sum(map(len, town.steps.values())) // 2
    counted.update({kind: len(outlines) for kind, outlines in town.faces.items()})
    for name in sorted(counted.keys() | totals.keys()):
        if counted[name] != totals.get(name):
            yield f"{name}: {counted[name]} instead of {totals.get(name)}"


WHITEHALL: Final = load(files(__package__).joinpath("map.toml"))

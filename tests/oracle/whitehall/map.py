"""The map of the Whitehall oracle: street by street, with nothing precomputed but the neighbours."""

import tomllib
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, TypeAlias

Circle: TypeAlias = int
Crossing: TypeAlias = str
Place: TypeAlias = Circle | Crossing

QUADRANTS = ("bA", "bB", "aA", "aB")  # WM-02
FROM_EASY_TO_DIFFICULT = ("easy", "medium", "difficult")  # WM-06
ONE_WAY_EACH = [order for order in permutations(range(4)) if order[0] < order[3]]  # the way back is no longer


@dataclass(frozen=True, eq=False)
class Map:
    """The printed board. Maps compare by identity."""

    colours: Mapping[Circle, str]
    quadrants: Mapping[Circle, str]
    crossings: tuple[Crossing, ...]
    yellow: tuple[Crossing, ...]
    streets: tuple[tuple[Place, Crossing], ...]
    houses: tuple[frozenset[Place], ...]  # what lies on the outline of each block
    water: tuple[frozenset[Place], ...]


def load_map(path: Path) -> Map:
    return map_from(tomllib.loads(path.read_text(encoding="utf-8")))


def map_from(facts: Mapping[str, Any]) -> Map:
    streets = [(place(start), end) for start, ends in facts["streets"].items() for end in ends]
    return Map(
        colours={number: colour for number, colour, *_ in facts["circles"]},
        quadrants={number: quadrant for number, _, quadrant, *_ in facts["circles"]},
        crossings=tuple(name for name, *_ in facts["crossings"]),
        yellow=tuple(facts["yellow"]),
        streets=tuple(streets),
        houses=tuple(frozenset(outline) for outline in facts["faces"]["houses"]),
        water=tuple(frozenset(outline) for outline in facts["faces"]["water"]),
    )


def place(name: str) -> Place:
    return int(name) if name.isdecimal() else name


@cache
def joined(board: Map, place: Place) -> frozenset[Place]:
    """Places one street away; blue lines are not streets."""  # WM-30a
    there = {end for start, end in board.streets if start == place}
    back = {start for start, end in board.streets if end == place}
    return frozenset(there | back)


def white(board: Map, quadrant: str) -> list[Circle]:
    return sorted(n for n, colour in board.colours.items() if colour == "white" and board.quadrants[n] == quadrant)


# How Jack moves.


def plain_moves(board: Map, start: Circle, blocked: Collection[Crossing]) -> set[Circle]:
    """Circles at the end of a path over free crossings without another circle on it."""  # WM-10, WM-11, WM-11a
    ends: set[Circle] = set()
    seen: set[Place] = {start}
    waiting: deque[Place] = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in joined(board, here):
            if there in seen or there in blocked:
                continue
            if isinstance(there, int):
                ends.add(there)
            else:
                seen.add(there)
                waiting.append(there)
    return ends - {start}  # WM-10a


@cache
def moves_past_figures(board: Map, start: Circle) -> frozenset[Circle]:
    """Plain moves that ignore figures."""  # WM-14
    return frozenset(plain_moves(board, start, blocked=()))


def on_the_same_block(blocks: Collection[frozenset[Place]], start: Circle) -> set[Circle]:
    """Other circles of all blocks that this circle is on."""  # WM-15, WM-16
    return {there for block in blocks if start in block for there in block if isinstance(there, int)} - {start}


@cache
def moves_away(board: Map, start: Circle) -> dict[Circle, int]:
    """Distances in plain moves on an empty board."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in moves_past_figures(board, here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


# How figures walk.


@cache
def next_crossings(board: Map, start: Crossing) -> frozenset[Crossing]:
    """Neighbouring crossings along a street; circles in between are ignored."""  # WM-30
    onwards: set[Crossing] = set()
    for there in joined(board, start):
        if isinstance(there, str):
            onwards.add(there)
        else:
            onwards |= {beyond for beyond in joined(board, there) if isinstance(beyond, str)}
    return frozenset(onwards - {start})


def steps_away(board: Map, start: Crossing, most: int) -> dict[Crossing, int]:
    """Distances of crossings within a limit; other figures may be passed."""  # WM-30, WM-31
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in next_crossings(board, here) if found[here] < most else ():
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def on_the_outlines(blocks: Collection[frozenset[Place]], start: Crossing) -> set[Crossing]:
    """Other crossings on the outlines of all blocks that this crossing is on."""  # WM-67a, WM-67b
    return {there for block in blocks if start in block for there in block if isinstance(there, str)} - {start}


def in_range(board: Map, crossing: Crossing) -> set[Circle]:
    """Circles one street away."""  # WM-40
    return {there for there in joined(board, crossing) if isinstance(there, int)}


# The casebook.


@cache
def shortest_first(board: Map) -> list[tuple[Circle, ...]]:
    """All sets of locations in quadrant order, those with the shortest tour first."""  # WM-06
    away = {start: moves_away(board, start) for start in board.colours}
    sets = product(*(white(board, quadrant) for quadrant in QUADRANTS))
    return [four for _, four in sorted((fewest_moves(four, away), four) for four in sets)]


def fewest_moves(four: tuple[Circle, ...], away: Mapping[Circle, Mapping[Circle, int]]) -> int:
    """The length of the shortest tour through all four, in plain moves."""  # WM-06
    paths = ((four[k], four[m], four[n], four[o]) for k, m, n, o in ONE_WAY_EACH)
    return min(away[a][b] + away[b][c] + away[c][d] for a, b, c, d in paths)


@cache
def casebook(board: Map, level: str) -> list[tuple[Circle, ...]]:
    """The sets of locations of a Casebook level."""  # WM-06
    sets = shortest_first(board)
    third = FROM_EASY_TO_DIFFICULT.index(level)
    return sets[len(sets) * third // 3 : len(sets) * (third + 1) // 3]

"""The map of Whitehall as the slow second reading walks it: street by street, with nothing worked out beforehand but
who is joined to whom.
"""

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
    """The printed board, as facts: two maps are the same only if they are one."""

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
    """What one street leads to from here; blue lines are no streets."""  # WM-30a
    there = {end for start, end in board.streets if start == place}
    back = {start for start, end in board.streets if end == place}
    return frozenset(there | back)


def white(board: Map, quadrant: str) -> list[Circle]:
    return sorted(n for n, colour in board.colours.items() if colour == "white" and board.quadrants[n] == quadrant)


# How Jack moves.


def plain_moves(board: Map, start: Circle, blocked: Collection[Crossing]) -> set[Circle]:
    """The circles at the end of a way through free crossings with no other circle on it."""  # WM-10, WM-11, WM-11a
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
    """The plain moves on an empty board, or of somebody whom no figure hinders."""  # WM-14
    return frozenset(plain_moves(board, start, blocked=()))


def on_the_same_block(blocks: Collection[frozenset[Place]], start: Circle) -> set[Circle]:
    """The other circles of every one of these blocks that he stands at."""  # WM-15, WM-16
    return {there for block in blocks if start in block for there in block if isinstance(there, int)} - {start}


@cache
def moves_away(board: Map, start: Circle) -> dict[Circle, int]:
    """How many plain moves every circle is away when no figure stands on the board."""
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
    """One crossing on, along a street; a circle on the way is ignored."""  # WM-30
    onwards: set[Crossing] = set()
    for there in joined(board, start):
        if isinstance(there, str):
            onwards.add(there)
        else:
            onwards |= {beyond for beyond in joined(board, there) if isinstance(beyond, str)}
    return frozenset(onwards - {start})


def steps_away(board: Map, start: Crossing, most: int) -> dict[Crossing, int]:
    """How many crossings every crossing within so many is away; other figures may be passed."""  # WM-30, WM-31
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
    """The other crossings on the outline of every one of these blocks that a figure stands at."""  # WM-67a, WM-67b
    return {there for block in blocks if start in block for there in block if isinstance(there, str)} - {start}


def in_range(board: Map, crossing: Crossing) -> set[Circle]:
    """The circles one street away."""  # WM-40
    return {there for there in joined(board, crossing) if isinstance(there, int)}


# The casebook.


@cache
def shortest_first(board: Map) -> list[tuple[Circle, ...]]:
    """Every set of locations in the order of the quadrants, those first that few plain moves lead through."""  # WM-06
    away = {start: moves_away(board, start) for start in board.colours}
    sets = product(*(white(board, quadrant) for quadrant in QUADRANTS))
    return [four for _, four in sorted((fewest_moves(four, away), four) for four in sets)]


def fewest_moves(four: tuple[Circle, ...], away: Mapping[Circle, Mapping[Circle, int]]) -> int:
    """How few plain moves lead through all four, from whichever to whichever."""  # WM-06
    paths = ((four[k], four[m], four[n], four[o]) for k, m, n, o in ONE_WAY_EACH)
    return min(away[a][b] + away[b][c] + away[c][d] for a, b, c, d in paths)


@cache
def casebook(board: Map, level: str) -> list[tuple[Circle, ...]]:
    """The sets of locations that one of the harder or easier levels draws from."""  # WM-06
    sets = shortest_first(board)
    third = FROM_EASY_TO_DIFFICULT.index(level)
    return sets[len(sets) * third // 3 : len(sets) * (third + 1) // 3]

"""Searches, arrests and false clues of the figures.

A row is sixteen bytes in two words, box 0 lowest; false clues are the bytes of a word. Results are masks over the
circles in range: bit k is the k-th circle. Runs as Python, or compiled with `clues.pxd`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import (
    BROWN,
    BROWN_FIGURE,
    CIRCLES,
    GREEN,
    GREEN_FIGURE,
    NOWHERE,
    RANGE_ROOM,
    X,
    zeros,
)
from gaslamp.titles.whitehall.rules.notation import ARREST, ARREST_ALL, CALL, SEARCH, STOP

# Compiled, these are C arrays. `use` fills them.
RANGE = zeros(X * RANGE_ROOM)
RANGE_COUNT = zeros(X)
SIZES = zeros(2)  # circles, white circles
WHITES = zeros(CIRCLES)


def use(tables: board.BoardTables) -> None:
    RANGE[:] = tables.range
    RANGE_COUNT[:] = tables.range_count
    SIZES[:] = [tables.circles, len(tables.whites)]
    WHITES[:] = tables.whites + zeros(CIRCLES - len(tables.whites))


def box_of(row: bits.u64, row_end: bits.u64, circle: bits.i32) -> bits.i32:
    """Return the first box of the row that has a circle, or NOWHERE."""
    if bits.has_byte(row, circle):
        return bits.find_byte(row, circle)
    return 8 + bits.find_byte(row_end, circle) if bits.has_byte(row_end, circle) else NOWHERE


def place_in_range(crossing: bits.i32, circle: bits.i32) -> bits.u32:
    """Return the bit of a circle in range, or 0."""
    k: bits.i32
    for k in range(RANGE_COUNT[crossing]):
        if RANGE[RANGE_ROOM * crossing + k] == circle:
            return bits.bit(k)
    return 0


def circle_in_range(crossing: bits.i32, k: bits.i32) -> bits.i32:
    return RANGE[RANGE_ROOM * crossing + k]


def arrestable(crossing: bits.i32, false_clues: bits.u32) -> bits.u32:
    """Return the circles in range that may be named in an arrest: without a false clue (WM-42, WM-62c)."""
    mask: bits.u32 = bits.bit(RANGE_COUNT[crossing]) - 1
    k: bits.i32
    if false_clues:
        for k in range(RANGE_COUNT[crossing]):
            if bits.has_byte(false_clues, RANGE[RANGE_ROOM * crossing + k]):
                mask &= ~bits.bit(k)
    return mask


def searchable(
    crossing: bits.i32, false_clues: bits.u32, row: bits.u64, row_end: bits.u64, yellow: bits.u32
) -> bits.u32:
    """Return the circles that may be searched: also without a yellow marker (WM-41, WM-41c)."""
    mask: bits.u32 = arrestable(crossing, false_clues)
    k: bits.i32
    if yellow:
        for k in range(RANGE_COUNT[crossing]):
            if yellow >> box_of(row, row_end, RANGE[RANGE_ROOM * crossing + k]) & 1:
                mask &= ~bits.bit(k)
    return mask


# ---- actions of a figure: search, arrest, ability, or nothing (WM-40)


def names_all(to_arrest: bits.u32, name: bits.i32, abilities: bits.u32) -> bits.i32:
    """Return 1 if the figure is green and may arrest in all circles at once (WM-68b)."""
    return 1 if to_arrest and name == GREEN_FIGURE and abilities >> GREEN & 1 else 0


def names_any(name: bits.i32, abilities: bits.u32) -> bits.i32:
    """Return the number of circles the figure may call: every white one for brown (WM-68c)."""
    return SIZES[1] if name == BROWN_FIGURE and abilities >> BROWN & 1 else 0


def count(to_search: bits.u32, to_arrest: bits.u32, name: bits.i32, abilities: bits.u32) -> bits.i32:
    n: bits.i32 = bits.popcount(to_search) + bits.popcount(to_arrest)
    return n + names_all(to_arrest, name, abilities) + names_any(name, abilities) + 1


def option(
    crossing: bits.i32, to_search: bits.u32, to_arrest: bits.u32, name: bits.i32, abilities: bits.u32, k: bits.i32
) -> bits.i32:
    if k < bits.popcount(to_search):
        return SEARCH + RANGE[RANGE_ROOM * crossing + bits.nth(to_search, k)]
    k -= bits.popcount(to_search)
    if k < bits.popcount(to_arrest):
        return ARREST + RANGE[RANGE_ROOM * crossing + bits.nth(to_arrest, k)]
    k -= bits.popcount(to_arrest)
    if k < names_all(to_arrest, name, abilities):
        return ARREST_ALL + 1
    k -= names_all(to_arrest, name, abilities)
    return CALL + WHITES[k] if k < names_any(name, abilities) else STOP + 1


# ---- false clues


def empty_circles(locations: bits.u32, false_clues: bits.u32) -> bits.i32:
    """Return the number of circles for a false clue: no location, none with a false clue (WM-62b)."""
    return SIZES[0] - up_to(255, locations) - up_to(255, false_clues)


def empty_circle(locations: bits.u32, false_clues: bits.u32, k: bits.i32) -> bits.i32:
    circle: bits.i32 = 0
    higher: bits.i32 = k + 1
    while higher != circle:  # skip the excluded circles
        circle = higher
        higher = k + 1 + up_to(circle, locations) + up_to(circle, false_clues)
    return circle


def up_to(circle: bits.u32, circles: bits.u32) -> bits.i32:
    n: bits.i32 = 0
    while circles:
        if circles & 255 <= circle:
            n += 1
        circles >>= 8
    return n


board.follow(use)

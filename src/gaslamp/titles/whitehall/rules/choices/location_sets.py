"""Choices of the setup: the four locations, chosen or drawn by the Casebook, and the figures' crossings.

The locations are the bytes of one word in the order of the quadrants, the figures of another in the order of
priority. Runs as Python, or compiled with `location_sets.pxd`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.whitehall.rules import board, casebook
from gaslamp.titles.whitehall.rules.board import EASY, NORMAL, WHITE_ROOM, YELLOW_ROOM, C, zeros

# Compiled, these are C arrays. `use` fills them.
BOUNDS = zeros(4)
DISTANCE = zeros(C * C)
FIRSTS = zeros(3 * WHITE_ROOM)
PAIRS = zeros(3 * WHITE_ROOM * WHITE_ROOM)
WHITE = zeros(4 * WHITE_ROOM)
WHITE_COUNT = zeros(4)
WHITE_PLACE = zeros(C)
YELLOW = zeros(YELLOW_ROOM)
YELLOWS = zeros(1)


def use(tables: board.BoardTables) -> None:
    thirds = casebook.of(tables)
    BOUNDS[:] = thirds.bounds
    DISTANCE[:] = tables.distances()
    FIRSTS[:] = thirds.firsts
    PAIRS[:] = thirds.pairs
    WHITE[:] = tables.white
    WHITE_COUNT[:] = tables.white_count
    WHITE_PLACE[:] = tables.white_place
    YELLOW[:] = tables.yellow + zeros(YELLOW_ROOM - len(tables.yellow))
    YELLOWS[:] = [len(tables.yellow)]


# ---- the locations


def chosen(locations: bits.u32) -> bits.i32:
    n: bits.i32 = 0
    while locations:
        locations >>= 8
        n += 1
    return n


def count(level: bits.i32, locations: bits.u32) -> bits.i32:
    """Return the number of circles for the next location (WM-02, WM-06)."""
    quadrant: bits.i32 = chosen(locations)
    n: bits.i32 = 0
    place: bits.i32
    for place in range(WHITE_COUNT[quadrant]):
        if weight(level, locations, WHITE[WHITE_ROOM * quadrant + place]):
            n += 1
    return n


def option(level: bits.i32, locations: bits.u32, k: bits.i32) -> bits.i32:
    quadrant: bits.i32 = chosen(locations)
    place: bits.i32
    for place in range(WHITE_COUNT[quadrant]):
        circle: bits.i32 = WHITE[WHITE_ROOM * quadrant + place]
        if weight(level, locations, circle):
            if k == 0:
                return circle
            k -= 1
    return 0


def drawn(level: bits.i32, locations: bits.u32, random: bits.u64) -> bits.i32:
    """Return the next location drawn by 64 random bits, in proportion to the weights."""
    quadrant: bits.i32 = chosen(locations)
    total: bits.i32 = 0
    place: bits.i32
    for place in range(WHITE_COUNT[quadrant]):
        total += weight(level, locations, WHITE[WHITE_ROOM * quadrant + place])
    rest: bits.i32 = bits.below(random, total)
    for place in range(WHITE_COUNT[quadrant]):
        circle: bits.i32 = WHITE[WHITE_ROOM * quadrant + place]
        rest -= weight(level, locations, circle)
        if rest < 0:
            return circle
    return 0


def weight(level: bits.i32, locations: bits.u32, circle: bits.i32) -> bits.i32:
    """Return the number of the level's sets with these locations and *circle* as the next (WM-06)."""
    if level <= NORMAL:
        return 1
    third: bits.i32 = level - EASY
    quadrant: bits.i32 = chosen(locations)
    a: bits.i32 = bits.byte(locations, 0)
    b: bits.i32 = bits.byte(locations, 1)
    if quadrant == 0:
        return FIRSTS[WHITE_ROOM * third + WHITE_PLACE[circle]]
    if quadrant == 1:
        return PAIRS[(WHITE_ROOM * third + WHITE_PLACE[a]) * WHITE_ROOM + WHITE_PLACE[circle]]
    if quadrant == 3:
        return 1 if in_third(third, a, b, bits.byte(locations, 2), circle) else 0
    total: bits.i32 = 0
    place: bits.i32
    for place in range(WHITE_COUNT[3]):
        if in_third(third, a, b, circle, WHITE[3 * WHITE_ROOM + place]):
            total += 1
    return total


def in_third(third: bits.i32, a: bits.u64, b: bits.u64, c: bits.u64, d: bits.u64) -> bits.flag:
    """Return True if the set is in the third. The key is that of `casebook.key_of`."""
    ab: bits.u64 = DISTANCE[C * a + b]
    ac: bits.u64 = DISTANCE[C * a + c]
    ad: bits.u64 = DISTANCE[C * a + d]
    bc: bits.u64 = DISTANCE[C * b + c]
    bd: bits.u64 = DISTANCE[C * b + d]
    cd: bits.u64 = DISTANCE[C * c + d]
    moves: bits.u64 = min(
        ab + cd + min(ac, ad, bc, bd), ac + bd + min(ab, ad, bc, cd), ad + bc + min(ab, ac, bd, cd)
    )  # fmt: skip
    key: bits.u64 = moves << 32 | a << 24 | b << 16 | c << 8 | d
    return BOUNDS[third] <= key < BOUNDS[third + 1]


def location(locations: bits.u32, k: bits.i32) -> bits.i32:
    candidate: bits.i32
    other: bits.i32
    for candidate in range(4):
        smaller: bits.i32 = 0
        for other in range(4):
            if bits.byte(locations, other) < bits.byte(locations, candidate):
                smaller += 1
        if smaller == k:
            return bits.byte(locations, candidate)
    return 0


# ---- the figures


def free_yellows(figure: bits.i32) -> bits.i32:
    return YELLOWS[0] - figure


def free_yellow(figures: bits.u32, k: bits.i32) -> bits.i32:
    n: bits.i32
    for n in range(YELLOWS[0]):
        if not bits.has_byte(figures, YELLOW[n]):
            if k == 0:
                return YELLOW[n]
            k -= 1
    return 0


board.follow(use)

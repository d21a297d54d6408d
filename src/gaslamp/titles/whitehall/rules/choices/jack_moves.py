"""Jack's moves, as functions of his circle, the figures and the remaining locations.

Results are masks over a list of circles: bit k is the k-th circle. The figures are the bytes of one word, the
locations of another; the special tiles left are the nibbles of a third. Runs as Python, or compiled with
`jack_moves.pxd`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, BOAT_ROOM, COACH, NEXT_ROOM, SPACES, C, X, zeros
from gaslamp.titles.whitehall.rules.notation import ALLEY_TO, BOAT_TO, COACH_TO, MOVE, THEN

# Compiled, these are C arrays. `use` fills them.
ACROSS = zeros(C * NEXT_ROOM)
ACROSS_BIT = zeros(C * C)
AFLOAT = zeros(C * BOAT_ROOM)
ALL_ACROSS = zeros(C)
ALL_AFLOAT = zeros(C)
ALL_NEXT = zeros(C)
CUT = zeros(C * X)
CUT_AGAIN = zeros(C * X)
LAND = zeros(C)
NEXT = zeros(C * NEXT_ROOM)
NEXT_BIT = zeros(C * C)


def use(tables: board.BoardTables) -> None:
    ACROSS[:] = tables.alley
    ACROSS_BIT[:] = tables.alley_bit
    AFLOAT[:] = tables.boat
    ALL_ACROSS[:] = tables.all_alley
    ALL_AFLOAT[:] = tables.all_boat
    ALL_NEXT[:] = tables.all_next
    CUT[:] = tables.cut
    CUT_AGAIN[:] = tables.cut_again
    LAND[:] = tables.land
    NEXT[:] = tables.next
    NEXT_BIT[:] = tables.next_bit


def plain(here: bits.i32, figures: bits.u32) -> bits.u32:
    """Return the adjacent circles with a way free of figures (WM-10, WM-11, WM-11a)."""
    a: bits.i32 = X * here + (figures & 255)
    b: bits.i32 = X * here + (figures >> 8 & 255)
    c: bits.i32 = X * here + (figures >> 16 & 255)
    on_first_ways: bits.u32 = CUT[a] | CUT[b] | CUT[c]
    on_second_ways: bits.u32 = CUT_AGAIN[a] | CUT_AGAIN[b] | CUT_AGAIN[c]
    return ALL_NEXT[here] & ~(on_first_ways & on_second_ways)


def firsts(here: bits.i32, goals: bits.u32, tiles: bits.u32, track: bits.i32) -> bits.u32:
    """Return the adjacent circles a Coach can pass: a second circle follows (WM-14, WM-14d, WM-18a)."""
    mask: bits.u32 = 0
    if bits.nibble(tiles, COACH) == 0 or track > SPACES - 2:
        return mask
    near: bits.u32 = by_coach(here, goals)
    while near:
        k: bits.i32 = bits.lowest(near)
        near &= near - 1
        if seconds(here, NEXT[NEXT_ROOM * here + k], goals):
            mask |= bits.bit(k)
    return mask


def seconds(start: bits.i32, first: bits.i32, goals: bits.u32) -> bits.u32:
    """Return the circles adjacent to the first where a Coach can end (WM-14b)."""
    return by_coach(first, goals) & ~NEXT_BIT[C * first + start]


def by_coach(here: bits.i32, goals: bits.u32) -> bits.u32:
    """Return the adjacent circles that are not blue and no location, figures ignored (WM-14a, WM-18)."""
    at: bits.i32 = C * here
    return LAND[here] & ~(
        NEXT_BIT[at + (goals & 255)]
        | NEXT_BIT[at + (goals >> 8 & 255)]
        | NEXT_BIT[at + (goals >> 16 & 255)]
        | NEXT_BIT[at + (goals >> 24)]
    )


def alleys(here: bits.i32, goals: bits.u32, tiles: bits.u32) -> bits.u32:
    """Return the circles across the adjacent blocks of houses (WM-15, WM-17, WM-18)."""
    at: bits.i32 = C * here
    if bits.nibble(tiles, ALLEY) == 0:
        return 0
    return ALL_ACROSS[here] & ~(
        ACROSS_BIT[at + (goals & 255)]
        | ACROSS_BIT[at + (goals >> 8 & 255)]
        | ACROSS_BIT[at + (goals >> 16 & 255)]
        | ACROSS_BIT[at + (goals >> 24)]
    )


def boats(here: bits.i32, tiles: bits.u32) -> bits.u32:
    """Return the circles across the water (WM-16, WM-17). Locations are white, so none is among them."""
    return ALL_AFLOAT[here] if bits.nibble(tiles, BOAT) else 0


def count(here: bits.i32, figures: bits.u32, goals: bits.u32, tiles: bits.u32, track: bits.i32) -> bits.i32:
    """Return the number of Jack's moves: at most one special tile per turn (WM-20, WM-23)."""
    return (
        bits.popcount(plain(here, figures))
        + bits.popcount(firsts(here, goals, tiles, track))
        + bits.popcount(alleys(here, goals, tiles))
        + bits.popcount(boats(here, tiles))
    )


def option(
    here: bits.i32, figures: bits.u32, goals: bits.u32, tiles: bits.u32, track: bits.i32, k: bits.i32
) -> bits.i32:
    mask: bits.u32 = plain(here, figures)
    if k < bits.popcount(mask):
        return MOVE + NEXT[NEXT_ROOM * here + bits.nth(mask, k)]
    k -= bits.popcount(mask)
    mask = firsts(here, goals, tiles, track)
    if k < bits.popcount(mask):
        return COACH_TO + NEXT[NEXT_ROOM * here + bits.nth(mask, k)]
    k -= bits.popcount(mask)
    mask = alleys(here, goals, tiles)
    if k < bits.popcount(mask):
        return ALLEY_TO + ACROSS[NEXT_ROOM * here + bits.nth(mask, k)]
    k -= bits.popcount(mask)
    return BOAT_TO + AFLOAT[BOAT_ROOM * here + bits.nth(boats(here, tiles), k)]


def second(start: bits.i32, first: bits.i32, goals: bits.u32, k: bits.i32) -> bits.i32:
    return THEN + NEXT[NEXT_ROOM * first + bits.nth(seconds(start, first, goals), k)]


board.follow(use)

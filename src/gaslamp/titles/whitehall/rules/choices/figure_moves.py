"""Moves of the figures, plain or with an ability, as functions of the figures and the unused abilities.

Results are masks over a list of crossings: bit k is the k-th crossing. The figures are the bytes of one word. Runs as
Python, or compiled with `figure_moves.pxd`.
"""

from __future__ import annotations

from gaslamp.core import bits
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import (
    ALLEY_STEP,
    BLUE_FIGURE,
    BLUE_TILE,
    BOAT_STEP,
    COACH_STEP,
    RED_FIGURE,
    RED_TILE,
    SMOKE,
    SMOKER,
    WALK,
    WALK_ROOM,
    WALKS,
    YELLOW_FIGURE,
    YELLOW_TILE,
    X,
    zeros,
)
from gaslamp.titles.whitehall.rules.notation import SMOKE_TO, TILE_TO, WALK_TO

# Compiled, these are C arrays. `use` fills them.
COUNT = zeros(WALKS * X)
LIST = zeros(WALKS * X * WALK_ROOM)
PLACE = zeros(WALKS * X * X)


def use(tables: board.BoardTables) -> None:
    COUNT[:] = tables.walk_count
    LIST[:] = tables.walk
    PLACE[:] = tables.walk_place


def ends(how: bits.i32, figures: bits.u32, figure: bits.i32) -> bits.u64:
    """Return the crossings a figure can reach, except occupied ones (WM-30, WM-31)."""
    at: bits.i32 = X * how + bits.byte(figures, figure)
    free: bits.u64 = bits.bit(COUNT[at]) - 1
    other: bits.i32
    for other in range(3):
        if other != figure:
            place: bits.i32 = PLACE[X * at + bits.byte(figures, other)]
            if place < WALK_ROOM:
                free &= ~bits.bit(place)
    return free


def with_smoker(figures: bits.u32, figure: bits.i32, name: bits.i32, abilities: bits.u32) -> bits.u64:
    """Return the crossings that yellow reaches only with the Smoker (WM-66a)."""
    if name != YELLOW_FIGURE or abilities >> SMOKER & 1 == 0:
        return 0
    return ends(SMOKE, figures, figure)


def tile_step(name: bits.i32, abilities: bits.u32) -> bits.i32:
    """Return the way of moving with the figure's reconstructed tile, or WALK if it has none (WM-67)."""
    if name == YELLOW_FIGURE and abilities >> YELLOW_TILE & 1:
        return COACH_STEP
    if name == BLUE_FIGURE and abilities >> BLUE_TILE & 1:
        return BOAT_STEP
    return ALLEY_STEP if name == RED_FIGURE and abilities >> RED_TILE & 1 else WALK


def with_tile(figures: bits.u32, figure: bits.i32, name: bits.i32, abilities: bits.u32) -> bits.u64:
    how: bits.i32 = tile_step(name, abilities)
    return 0 if how == WALK else ends(how, figures, figure)


def count(figures: bits.u32, figure: bits.i32, name: bits.i32, abilities: bits.u32) -> bits.i32:
    n: bits.i32 = bits.popcount(ends(WALK, figures, figure))
    if abilities:
        n += bits.popcount(with_smoker(figures, figure, name, abilities))
        n += bits.popcount(with_tile(figures, figure, name, abilities))
    return n


def option(figures: bits.u32, figure: bits.i32, name: bits.i32, abilities: bits.u32, k: bits.i32) -> bits.i32:
    here: bits.i32 = bits.byte(figures, figure)
    mask: bits.u64 = ends(WALK, figures, figure)
    if k < bits.popcount(mask):
        return WALK_TO + LIST[(X * WALK + here) * WALK_ROOM + bits.nth(mask, k)]
    k -= bits.popcount(mask)
    mask = with_smoker(figures, figure, name, abilities)
    if k < bits.popcount(mask):
        return SMOKE_TO + LIST[(X * SMOKE + here) * WALK_ROOM + bits.nth(mask, k)]
    k -= bits.popcount(mask)
    mask = with_tile(figures, figure, name, abilities)
    return TILE_TO + LIST[(X * tile_step(name, abilities) + here) * WALK_ROOM + bits.nth(mask, k)]


board.follow(use)

"""Whitehall Mystery as a batch lane: fills the planes of its encoding from a position with a seat to move.

The planes are wide and sparse, so they are cleared cell by cell: the same code that writes ones writes zeros. A test
compares every row with the views. Runs as Python and compiled (see whitehall.pxd).
"""

from __future__ import annotations

from typing import Any

from gaslamp.core import bits, buffers
from gaslamp.research.batch.lane import Lane
from gaslamp.research.encodings.encoding import begins
from gaslamp.research.encodings.whitehall import ENCODING
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import (
    ACTING,
    ALLEY,
    BOAT,
    CHANCE,
    CIRCLES,
    COACH,
    CROSSINGS,
    JACK,
    MURDERER_AT_LARGE,
    PLACING,
    RANGE_ROOM,
    SCENTING,
    SEARCHING,
    WALKING,
)
from gaslamp.titles.whitehall.rules.choices import clues, location_sets
from gaslamp.titles.whitehall.rules.position import Position

ROOM = CIRCLES + 2 * RANGE_ROOM + 2  # maximum number of legal actions (brown may call any circle)

# Offsets of the planes after the plane `seat`; C integers when compiled.
_AT = begins(ENCODING)
STAGE = _AT["stage"]
TO_MOVE = _AT["to_move"]
FIGURE = _AT["figure"]
ROUND = _AT["round"]
TRACK = _AT["track"]
HOLDERS = _AT["holders"]
FIGURES = _AT["figures"]
START_CROSSINGS = _AT["start_crossings"]
RED = _AT["red"]
YELLOW = _AT["yellow"]
FALSE = _AT["false"]
CALLED = _AT["called"]
COUNTERS = _AT["counters"]
TILES_LEFT = _AT["tiles"]
LAID = _AT["laid"]
ABILITIES = _AT["abilities"]
SMOKED = _AT["smoked"]
LOCATED = _AT["located"]
CIRCLE = _AT["circle"]
ROW = _AT["row"]
LOCATIONS = _AT["locations"]
REACHED = _AT["reached"]
TRUE_TILES = _AT["true_tiles"]
TRUE_LAID = _AT["true_laid"]

SEATS = len(board.SEATS)
HIDDEN = 3  # index of a tile face down, after the kinds
WINNERS = board.WINNERS


class WhitehallLane(Lane):
    __slots__ = ("position", "start")

    position: Position
    start: Position

    def __init__(self, arrays: Any, row: int, start: Position) -> None:
        super().__init__(arrays, row)
        self.start = start
        self.position = start.copy()

    def restart(self) -> None:
        self.position.become(self.start)

    def draw(self) -> None:
        while self.position.seat == CHANCE:
            self.position.step(self.dice.next())

    def advance(self, action: bits.i32) -> None:
        self.position.advance(action)

    def mover(self) -> bits.i32:
        return self.position.seat

    def winner(self) -> bits.i32:
        return WINNERS[self.position.ending]

    def list_legal(self, first: bits.i64) -> bits.i32:
        k: bits.i32
        count: bits.i32
        if self.position.doing in (ACTING, SEARCHING):
            return list_acts(self.position, self.legal, first)
        count = self.position.count()
        for k in range(count):
            self.legal[first + k] = self.position.option(k)
        return count

    def observe(self, seat: bits.i32, begin: bits.i64, value: bits.i32) -> None:
        self.observations[begin + seat] = value
        fill(self.position, seat, self.observations, begin + self.seats, value)


def list_acts(position: Position, legal: buffers.Shorts, first: bits.i64) -> bits.i32:
    """List a figure's actions, computing its searches and arrests only once."""
    k: bits.i32
    crossing: bits.i32 = position.crossing(position.figure)
    to_search: bits.u32 = position.searchable()
    to_arrest: bits.u32 = 0
    name: bits.i32 = 0
    abilities: bits.u32 = 0
    if position.doing == ACTING:
        to_arrest = position.arrestable()
        name = position.name_of(position.figure)
        abilities = position.abilities
    count: bits.i32 = clues.count(to_search, to_arrest, name, abilities)
    for k in range(count):
        legal[first + k] = clues.option(crossing, to_search, to_arrest, name, abilities, k)
    return count


def encode(position: Position, seat: int, seats: int, row: Any) -> None:
    """Fill an observation of a single game into an array of zeros."""
    cells: buffers.Bytes = buffers.bytes_of(row)
    cells[seat] = 1
    fill(position, seat, cells, seats, 1)


def fill(position: Position, seat: bits.i32, row: buffers.Bytes, at: bits.i64, value: bits.i32) -> None:
    row[at + STAGE + position.doing] = value
    row[at + TO_MOVE + position.seat] = value
    buffers.fill_up(row, at + ROUND, position.round, value)
    buffers.fill_up(row, at + TRACK, position.track, value)
    fill_figures(position, row, at, value)
    fill_markers(position, row, at, value)
    buffers.fill_up(row, at + COUNTERS, position.counters, value)
    buffers.mark(row, at + ABILITIES, position.abilities, value)
    row[at + SMOKED] = value if position.smoked else 0
    buffers.fill_up(row, at + LOCATED, location_sets.chosen(position.locations), value)
    fill_tiles(position, seat == JACK, row, at, value)
    if seat == JACK:  # WM-71
        fill_sheet(position, row, at, value)


def fill_figures(position: Position, row: buffers.Bytes, at: bits.i64, value: bits.i32) -> None:
    k: bits.i32
    if position.doing in (PLACING, WALKING, ACTING, SEARCHING, SCENTING):
        row[at + FIGURE + position.name_of(position.figure)] = value
    for k in range(3):
        name: bits.i32 = position.name_of(k)
        row[at + HOLDERS + SEATS * name + position.holder(k)] = value
        if position.crossing(k):
            row[at + FIGURES + CROSSINGS * name + position.crossing(k) - 1] = value
    if position.doing == PLACING:
        for k in range(location_sets.free_yellows(position.figure)):
            row[at + START_CROSSINGS + location_sets.free_yellow(position.figures, k) - 1] = value


def fill_markers(position: Position, row: buffers.Bytes, at: bits.i64, value: bits.i32) -> None:
    k: bits.i32
    circle: bits.i32
    for k in range(4):
        circle = bits.byte(position.locations, k)
        if circle and bits.byte(position.goals, k) == 0:
            row[at + RED + circle - 1] = value
        circle = bits.byte(position.false_clues, k)
        if circle:
            row[at + FALSE + circle - 1] = value
    mask: bits.u32 = position.yellow
    while mask:
        row[at + YELLOW + position.box(bits.lowest(mask)) - 1] = value
        mask &= mask - 1
    mask = position.called
    while mask:
        circle = clues.circle_in_range(position.crossing(position.figure), bits.lowest(mask))
        row[at + CALLED + circle - 1] = value
        mask &= mask - 1


def fill_tiles(position: Position, knows: bits.flag, row: buffers.Bytes, at: bits.i64, value: bits.i32) -> None:
    """Fill in the special tiles, the public ones and those this seat knows."""
    hides: bits.flag = position.plays(MURDERER_AT_LARGE)
    alleys: bits.i32 = 0
    boats: bits.i32 = 0
    space: bits.i32
    if position.laid:
        for space in range(1, position.track + 1):
            kind: bits.i32 = position.laid >> 4 * space & 15
            if kind:
                hidden: bits.flag = hides and kind != COACH  # a Coach shows by its spaces (WM-60a)
                row[at + LAID + 4 * (space - 1) + (HIDDEN if hidden else kind - 1)] = value
                row[at + TRUE_LAID + 4 * (space - 1) + (HIDDEN if hidden and not knows else kind - 1)] = value
                if hidden:  # face down it counts as left (WM-60)
                    alleys += kind == ALLEY
                    boats += kind == BOAT
    fill_left(position, alleys, boats, row, at + TILES_LEFT, value)
    fill_left(position, 0 if knows else alleys, 0 if knows else boats, row, at + TRUE_TILES, value)


def fill_left(
    position: Position, alleys: bits.i32, boats: bits.i32, row: buffers.Bytes, at: bits.i64, value: bits.i32
) -> None:
    """Fill in the tiles left, plus *alleys* and *boats* that lie face down."""
    buffers.fill_up(row, at, position.left(COACH), value)
    buffers.fill_up(row, at + 2, position.left(ALLEY) + alleys, value)
    buffers.fill_up(row, at + 4, position.left(BOAT) + boats, value)


def fill_sheet(position: Position, row: buffers.Bytes, at: bits.i64, value: bits.i32) -> None:
    k: bits.i32
    for k in range(4):
        circle: bits.i32 = bits.byte(position.locations, k)
        if circle:
            row[at + LOCATIONS + circle - 1] = value
    if position.circle:
        row[at + CIRCLE + position.circle - 1] = value
        row[at + REACHED] = value if position.reached() else 0
    if position.round:
        for k in range(position.track + 1):
            row[at + ROW + CIRCLES * k + position.box(k) - 1] = value


LANE = WhitehallLane

"""Pocket as a batch lane: fills the planes of its encoding from a position with a seat to move.

A test compares every row with the views. Runs as Python and compiled (see pocket.pxd).
"""

from __future__ import annotations

from typing import Any

from gaslamp.core import bits, buffers
from gaslamp.research.batch.lane import Lane
from gaslamp.research.encodings.encoding import begins
from gaslamp.research.encodings.pocket import ENCODING
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import ALL_ROADS, ALL_SUSPECTS, CHANCE, JACK
from gaslamp.titles.pocket.rules.position import Position

ROOM = 36  # maximum number of legal actions

# Offsets of the planes after the plane `seat`; C integers when compiled.
_AT = begins(ENCODING)
STAGE = _AT["stage"]
TO_MOVE = _AT["to_move"]
TURN = _AT["turn"]
TILES = _AT["tiles"]
WALLS = _AT["walls"]
CLEARED = _AT["cleared"]
SEEN = _AT["seen"]
MARKED = _AT["marked"]
DETECTIVES = _AT["detectives"]
TOKENS = _AT["tokens"]
USED = _AT["used"]
SHOWN_CARDS = _AT["shown_cards"]
JACK_CARDS = _AT["jack_cards"]
JACK_TOKENS = _AT["jack_tokens"]
CHASE = _AT["chase"]
SHOWN_IDENTITY = _AT["shown_identity"]
SHOWN_HAND = _AT["shown_hand"]
IDENTITY = _AT["identity"]
HAND = _AT["hand"]

WINNERS = board.WINNERS
FACE = [board.face(token, second=second) for token in range(4) for second in (False, True)]  # at 2 * token + its bit


class PocketLane(Lane):
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
        count: bits.i32 = self.position.count()
        for k in range(count):
            self.legal[first + k] = self.position.option(k)
        return count

    def observe(self, seat: bits.i32, begin: bits.i64, value: bits.i32) -> None:
        if value == 0:
            buffers.clear(self.observations, begin, self.width)
        else:
            self.observations[begin + seat] = 1
            fill(self.position, seat, self.observations, begin + self.seats)


def encode(position: Position, seat: int, seats: int, row: Any) -> None:
    """Fill an observation of a single game into an array of zeros."""
    cells: buffers.Bytes = buffers.bytes_of(row)
    cells[seat] = 1
    fill(position, seat, cells, seats)


def fill(position: Position, seat: bits.i32, row: buffers.Bytes, at: bits.i64) -> None:
    row[at + STAGE + position.doing] = 1
    row[at + TO_MOVE + position.seat] = 1
    row[at + TURN + position.turn - 1] = 1
    fill_tiles(position, row, at)
    fill_tokens(position, row, at)
    k: bits.i32
    for k in range(3):
        row[at + DETECTIVES + 12 * k + bits.nibble(position.detectives, k)] = 1
    hidden: bits.u32 = position.pile | position.held | bits.bit(position.jack)
    buffers.mark(row, at + SHOWN_CARDS, ALL_SUSPECTS & ~hidden, 1)
    buffers.fill_up(row, at + JACK_CARDS, bits.popcount(position.held), 1)
    buffers.fill_up(row, at + JACK_TOKENS, position.tokens, 1)
    if position.chase:  # MP-52
        row[at + CHASE] = 1
        row[at + SHOWN_IDENTITY + position.jack] = 1
        buffers.mark(row, at + SHOWN_HAND, position.held, 1)
    if seat == JACK or position.chase:
        row[at + IDENTITY + position.jack] = 1
        buffers.mark(row, at + HAND, position.held, 1)


def fill_tiles(position: Position, row: buffers.Bytes, at: bits.i64) -> None:
    visible: bits.u32 = position.seen()
    tiles: bits.u64 = position.tiles
    roads: bits.u64 = position.roads
    up: bits.u32 = position.up
    marked: bits.u32 = position.marked
    cell: bits.i32
    for cell in range(9):
        suspect: bits.i32 = bits.nibble(tiles, cell)
        walls: bits.u32 = ALL_ROADS & ~bits.nibble(roads, suspect)
        row[at + TILES + 9 * cell + suspect] = 1
        row[at + WALLS + 5 * cell + (bits.lowest(walls) if walls else 4)] = 1
        row[at + CLEARED + cell] = 1 - (up >> suspect & 1)
        row[at + SEEN + cell] = visible >> suspect & 1
        row[at + MARKED + cell] = marked >> suspect & 1


def fill_tokens(position: Position, row: buffers.Bytes, at: bits.i64) -> None:
    faces: bits.u32 = position.faces
    left: bits.u32 = position.left
    token: bits.i32
    for token in range(4):
        row[at + TOKENS + 7 * token + FACE[2 * token + (faces >> token & 1)]] = 1
        row[at + USED + token] = 1 - (left >> token & 1)


LANE = PocketLane

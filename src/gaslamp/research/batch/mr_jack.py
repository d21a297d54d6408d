"""Mr. Jack as a batch lane: fills the planes of its encoding from a position with a seat to move.

A test compares every row with the views. Runs as Python and compiled (see mr_jack.pxd).
"""

from __future__ import annotations

from typing import Any

from gaslamp.core import bits, buffers
from gaslamp.research.batch.lane import Lane
from gaslamp.research.encodings.encoding import begins
from gaslamp.research.encodings.mr_jack import ENCODING
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.board import ACTING, ALL, CHANCE, GONE, GOODLEY, HEXES, JACK, NONE, TURNING
from gaslamp.titles.mr_jack.rules.notation import WHISTLE
from gaslamp.titles.mr_jack.rules.position import Position

ROOM = HEXES + 4 + 1 + 7 * HEXES  # maximum number of legal actions (Goodley)

# Offsets of the planes after the plane `seat`; C integers when compiled.
_AT = begins(ENCODING)
STAGE = _AT["stage"]
TO_MOVE = _AT["to_move"]
ROUND = _AT["round"]
USED = _AT["used"]
PLACES = _AT["hexes"]
SUSPECTS = _AT["suspects"]
VISIBLE = _AT["visible"]
FACING = _AT["facing"]
LAMPS = _AT["lamps"]
COVERED = _AT["covered"]
OPEN = _AT["open"]
CORDONS = _AT["cordons"]
TURNED = _AT["turned"]
FACE_UP = _AT["face_up"]
LATER = _AT["later"]
PICKED = _AT["picked"]
MOVED = _AT["moved"]
ACTED = _AT["acted"]
WHISTLED = _AT["whistled"]
POINTS = _AT["points"]
BUDGET = _AT["budget"]
WITNESS = _AT["witness"]
PILE = _AT["pile"]
JACK_CARDS = _AT["jack_cards"]
DETECTIVE_CARDS = _AT["detective_cards"]
IDENTITY = _AT["identity"]
JACK_ALIBIS = _AT["jack_alibis"]
DETECTIVE_ALIBIS = _AT["detective_alibis"]

COVER_SETS = board.COVER_SETS
EDITION_MANHOLES = board.EDITION_MANHOLES
WINNERS = board.WINNERS


class MrJackLane(Lane):
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
        if self.position.doing == ACTING:
            return list_activation(self.position, self.legal, first)
        count = self.position.count()
        for k in range(count):
            self.legal[first + k] = self.position.option(k)
        return count

    def observe(self, seat: bits.i32, begin: bits.i64, value: bits.i32) -> None:
        if value == 0:
            buffers.clear(self.observations, begin, self.width)
        else:
            self.observations[begin + seat] = 1
            fill(self.position, seat, self.observations, begin + self.seats)


def list_activation(position: Position, legal: buffers.Shorts, first: bits.i64) -> bits.i32:
    """List a character's actions. Whistle moves are listed together: finding the k-th means finding all."""
    k: bits.i32
    character: bits.i32
    count: bits.i32 = position.count_of_moves()
    for k in range(count):
        legal[first + k] = position.option_of_moves(k)
    if position.picked != GOODLEY or position.acted or position.budget == 0:
        abilities: bits.i32 = position.count_of_ability()
        for k in range(abilities):
            legal[first + count + k] = position.option_of_ability(k)
        return count + abilities
    for character in range(8):
        ends: bits.u64 = position.answers(character)
        while ends:
            legal[first + count] = WHISTLE + HEXES * character + bits.lowest(ends)
            ends &= ends - 1
            count += 1
    return count


def encode(position: Position, seat: int, seats: int, row: Any) -> None:
    """Fill an observation of a single game into an array of zeros."""
    cells: buffers.Bytes = buffers.bytes_of(row)
    cells[seat] = 1
    fill(position, seat, cells, seats)


def fill(position: Position, seat: bits.i32, row: buffers.Bytes, at: bits.i64) -> None:
    row[at + STAGE + position.doing] = 1
    row[at + TO_MOVE + position.seat] = 1
    row[at + ROUND + position.round - 1] = 1
    buffers.fill_up(row, at + USED, position.used, 1)
    fill_board(position, row, at)
    fill_cards(position, row, at)
    row[at + WITNESS] = position.visible
    if seat == JACK:  # MJ-71
        row[at + IDENTITY + position.jack] = 1
        buffers.mark(row, at + JACK_ALIBIS, position.jack_alibis, 1)
    else:
        buffers.mark(row, at + DETECTIVE_ALIBIS, position.detective_alibis, 1)


def fill_board(position: Position, row: buffers.Bytes, at: bits.i64) -> None:
    k: bits.i32
    for k in range(8):
        hex: bits.i32 = position.place(k)
        if hex != GONE:
            row[at + PLACES + HEXES * k + hex] = 1
        tile: bits.i32 = bits.nibble(position.lamps, k)
        if tile:
            row[at + LAMPS + 5 * k + tile - 1] = 1
    row[at + FACING + position.facing] = 1
    buffers.mark(row, at + SUSPECTS, position.up, 1)
    buffers.mark(row, at + VISIBLE, position.seen(), 1)
    buffers.mark(row, at + COVERED, COVER_SETS[position.covers], 1)
    buffers.mark(row, at + OPEN, EDITION_MANHOLES[position.edition] & ~COVER_SETS[position.covers], 1)
    buffers.mark(row, at + CORDONS, position.cordons, 1)


def fill_cards(position: Position, row: buffers.Bytes, at: bits.i64) -> None:
    buffers.mark(row, at + TURNED, position.turned, 1)
    buffers.mark(row, at + FACE_UP, position.face_up, 1)
    if position.round & 1 and position.doing > TURNING:
        buffers.mark(row, at + LATER, ALL & ~position.turned, 1)
    if position.picked != NONE:
        row[at + PICKED + position.picked] = 1
    row[at + MOVED] = position.moved
    row[at + ACTED] = position.acted
    buffers.mark(row, at + WHISTLED, position.whistled, 1)
    buffers.mark(row, at + POINTS, position.points, 1)  # binary
    buffers.mark(row, at + BUDGET, position.budget, 1)
    buffers.fill_up(row, at + PILE, bits.popcount(position.pile), 1)
    buffers.fill_up(row, at + JACK_CARDS, bits.popcount(position.jack_alibis), 1)
    buffers.fill_up(row, at + DETECTIVE_CARDS, bits.popcount(position.detective_alibis), 1)


LANE = MrJackLane

"""Generator of whole activations in Mr. Jack: every board that a card's move and ability together can reach.

The rules advance in small steps; the search needs complete activations. Each reachable board is generated once.
Runs as plain Python and compiled (see activations.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board, whistle
from gaslamp.titles.mr_jack.rules.board import (
    BERT, GOODLEY, GULL, LESTRADE, SMITH, STEALTHY, WATSON, WHISTLE_POINTS,
)  # fmt: skip
from gaslamp.titles.mr_jack.rules.notation import (
    CORDON, COVER, EXCHANGE, FACE, HEX, LAMP, STAY, WHISTLE, WHISTLE_NOBODY,
)  # fmt: skip

# Compiled, these are C arrays: one assignment each.
BEAM = board.BEAM
COVER_SETS = board.COVER_SETS
DISTANCE = board.DISTANCE
EDITION_MANHOLES = board.EDITION_MANHOLES
EDITION_OF = board.EDITION_OF
LIGHT = board.LIGHT
NEXT_TO = board.NEXT_TO
REACH3 = board.REACH3
RECOVERED = board.RECOVERED
STEALTHY4 = board.STEALTHY4

ROOM = 1 << 16  # boards; more than any card reaches
LOW32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF
SCATTER = 0x9E3779B97F4A7C15
COARSE = 32  # sampling interval from which moves are sampled too
OPEN = -1  # the first step is the move itself


class Board:
    """The movable public state: characters, lantern, lamps, cordons and covers."""

    __slots__ = ("places", "occupied", "lamps", "cordons", "covers", "facing")

    places: bits.u64  # byte c: the hex of character c
    occupied: bits.u64
    lamps: bits.u32  # nibble p: the tile on post p
    cordons: bits.u32
    covers: bits.u32
    facing: bits.u32

    def __init__(
        self, places: bits.u64, occupied: bits.u64, lamps: bits.u32, cordons: bits.u32, covers: bits.u32,
        facing: bits.u32,
    ) -> None:  # fmt: skip
        self.places = places
        self.occupied = occupied
        self.lamps = lamps
        self.cordons = cordons
        self.covers = covers
        self.facing = facing

    def key(self) -> tuple[int, ...]:
        """Return all fields but `occupied`, which follows from `places`."""
        return (self.places, self.lamps, self.cordons, self.covers, self.facing)

    def become(self, other: Board) -> None:
        self.places = other.places
        self.occupied = other.occupied
        self.lamps = other.lamps
        self.cordons = other.cordons
        self.covers = other.covers
        self.facing = other.facing


class Activations:
    """The boards that a card can reach, the first action to each, and the characters it can accuse."""

    __slots__ = (
        "places", "occupied", "lamps", "cordons", "covers", "facing", "first", "slots", "stamp", "size", "accused",
        "how", "here", "card", "accuses", "thin", "count", "kinds", "light",
    )  # fmt: skip

    places: array[int]
    occupied: array[int]
    lamps: array[int]
    cordons: array[int]
    covers: array[int]
    facing: array[int]
    first: array[int]  # the action that begins it, once the card is picked
    slots: array[int]  # hash table: stamp and board index + 1
    stamp: bits.u64
    size: bits.i32
    accused: bits.u32  # characters the Detective can accuse
    how: array[int]  # first action of each accusation
    here: Board  # where the activation begins
    card: bits.i32
    accuses: bits.flag
    thin: bits.i32  # whistle sampling interval; one of each kind is kept
    count: bits.i32  # whistles generated
    kinds: array[int]  # stamps at 256 * Goodley's hex + visible characters
    light: bits.u64  # of the lamps

    def __init__(self) -> None:
        self.places = array("Q", bytes(8 * ROOM))
        self.occupied = array("Q", bytes(8 * ROOM))
        self.lamps = array("I", bytes(4 * ROOM))
        self.cordons = array("B", bytes(ROOM))
        self.covers = array("B", bytes(ROOM))
        self.facing = array("B", bytes(ROOM))
        self.first = array("H", bytes(2 * ROOM))
        self.slots = array("Q", bytes(8 * 2 * ROOM))
        self.how = array("H", bytes(2 * 8))
        self.here = Board(0, 0, 0, 0, 0, 0)
        self.kinds = array("Q", bytes(8 * 256 * 60))
        self.light = 0
        self.stamp = 0
        self.size = self.card = self.count = 0
        self.accused = 0
        self.accuses = False
        self.thin = 1

    def put(self, k: bits.i32, target: Board) -> None:
        target.places = self.places[k]
        target.occupied = self.occupied[k]
        target.lamps = self.lamps[k]
        target.cordons = self.cordons[k]
        target.covers = self.covers[k]
        target.facing = self.facing[k]

    def begun_by(self, k: bits.i32) -> bits.i32:
        """Return the first action on the way to board *k*."""
        return self.first[k]

    def accused_by(self, character: bits.i32) -> bits.i32:
        """Return the first action on the way to accuse a character."""
        return self.how[character]

    def fill(self, here: Board, card: bits.i32, accuses: bits.flag, thin: bits.i32) -> None:
        """Generate the boards of a card that was just picked; samples, but never down to nothing."""
        self.go_on(here, card, accuses, thin, False, False, 0, 0, False)
        if self.size == 0 and thin > 1:
            self.go_on(here, card, accuses, 1, False, False, 0, 0, False)

    def go_on(
        self, here: Board, card: bits.i32, accuses: bits.flag, thin: bits.i32, moved: bits.flag, acted: bits.flag,
        whistled: bits.u32, left: bits.i32, turning: bits.flag,
    ) -> None:  # fmt: skip
        """Generate the boards of a card in the middle of its activation.

        `left` are the remaining points of a whistle; `turning` means that Watson's lantern is to be turned now.
        """
        facing: bits.i32
        self.here.become(here)
        self.card = card
        self.accuses = accuses
        self.thin = thin
        self.size = self.count = 0
        self.accused = 0
        self.stamp += 1
        if turning:
            for facing in range(6):
                self.here.facing = facing
                if card == GOODLEY:
                    self.spend(here.places, here.occupied, whistled, left, FACE + facing, False, moved, 0)
                else:
                    self.emit(here.places, here.occupied, FACE + facing)
        elif card == GOODLEY:
            self.light_lamps()
            self.goodley(moved, acted, whistled, left)
        elif card == SMITH:
            self.smith(moved, acted)
        elif card == LESTRADE:
            self.lestrade(moved, acted)
        elif card == BERT:
            self.bert(moved, acted)
        else:
            self.walk(here.places, here.occupied, card == WATSON, OPEN)
            if card == GULL:
                self.gull()

    # ---- results

    def emit(self, places: bits.u64, occupied: bits.u64, first: bits.i32) -> None:
        """Add a board unless it was added before."""
        rest: bits.u64 = self.here.lamps | bits.bit(32) * (
            self.here.cordons | self.here.covers << 4 | self.here.facing << 12
        )
        mixed: bits.u64 = (places ^ rest * SCATTER & MASK64) * SCATTER & MASK64
        at: bits.i32 = mixed >> 47
        k: bits.i32
        while self.slots[at] >> 32 == self.stamp:
            k = (self.slots[at] & LOW32) - 1
            if (
                self.places[k] == places and self.lamps[k] == self.here.lamps and self.cordons[k] == self.here.cordons
                and self.covers[k] == self.here.covers and self.facing[k] == self.here.facing
            ):  # fmt: skip
                return
            at = (at + 1) & (2 * ROOM - 1)
        if self.size == ROOM:
            return
        k = self.size
        self.size += 1
        self.slots[at] = bits.bit(32) * self.stamp | (k + 1)
        self.places[k] = places
        self.occupied[k] = occupied
        self.lamps[k] = self.here.lamps
        self.cordons[k] = self.here.cordons
        self.covers[k] = self.here.covers
        self.facing[k] = self.here.facing
        self.first[k] = first

    def emit_turned(self, places: bits.u64, occupied: bits.u64, first: bits.i32) -> None:
        """Add a board for each direction of Watson's lantern."""
        before: bits.u32 = self.here.facing
        facing: bits.i32
        for facing in range(6):
            self.here.facing = facing
            self.emit(places, occupied, first)
        self.here.facing = before

    def accuse(self, places: bits.u64, ends: bits.u64, first: bits.i32) -> None:
        character: bits.i32
        if not self.accuses:
            return
        for character in range(8):
            there: bits.i32 = whistle.place(places, character)
            if character != self.card and not self.accused >> character & 1 and ends >> there & 1:
                self.accused |= bits.bit(character)
                self.how[character] = HEX + there if first == OPEN else first

    # ---- the move

    def within(self, place: bits.i32) -> bits.u64:
        if self.card == STEALTHY:
            return STEALTHY4[60 * self.here.covers + place]
        return REACH3[60 * self.here.covers + place]

    def walk(self, places: bits.u64, occupied: bits.u64, turned: bits.flag, first: bits.i32) -> None:
        """Generate the card's own moves; `turned`: Watson's lantern may be turned as well."""
        place: bits.i32 = whistle.place(places, self.card)
        ends: bits.u64 = self.within(place)
        self.accuse(places, ends, first)
        ends = ends & ~occupied
        there: bits.i32 = place
        step: bits.i32 = STAY
        if ends == 0 and self.card == GULL:
            return
        while True:
            if ends:
                there = bits.lowest(ends)
                ends &= ends - 1
                step = HEX + there
            moved: bits.u64 = whistle.put(places, self.card, there)
            taken: bits.u64 = occupied & ~bits.bit(place) | bits.bit(there)
            if turned:
                self.emit_turned(moved, taken, step if first == OPEN else first)
            else:
                self.emit(moved, taken, step if first == OPEN else first)
            if ends == 0:
                return

    # ---- the abilities

    def gull(self) -> None:
        """Exchange places with each other character (MJ-49)."""
        other: bits.i32
        for other in range(8):
            if other == GULL:
                continue
            places: bits.u64 = whistle.put(self.here.places, GULL, whistle.place(self.here.places, other))
            places = whistle.put(places, other, whistle.place(self.here.places, GULL))
            if other == WATSON:
                self.emit_turned(places, self.here.occupied, EXCHANGE + other)
            else:
                self.emit(places, self.here.occupied, EXCHANGE + other)

    def smith(self, moved: bits.flag, acted: bits.flag) -> None:
        """Move each lamp to each dark post, before or after each move (MJ-43): the order does not matter."""
        lamps: bits.u32 = self.here.lamps
        post: bits.i32
        other: bits.i32
        if acted:
            self.walk(self.here.places, self.here.occupied, False, OPEN)
            return
        for post in range(8):
            for other in range(8):
                tile: bits.u32 = bits.nibble(lamps, post)
                if tile == 0 or bits.nibble(lamps, other):
                    continue
                self.here.lamps = bits.with_nibble(bits.with_nibble(lamps, post, 0), other, tile)
                if moved:
                    self.emit(self.here.places, self.here.occupied, LAMP + 7 * post + other - (other > post))
                else:
                    self.walk(self.here.places, self.here.occupied, False, OPEN)
        self.here.lamps = lamps

    def lestrade(self, moved: bits.flag, acted: bits.flag) -> None:
        """Move each cordon to each free exit, before or after each move (MJ-44)."""
        cordons: bits.u32 = self.here.cordons
        way: bits.i32
        other: bits.i32
        if acted:
            self.walk(self.here.places, self.here.occupied, False, OPEN)
            return
        for way in range(4):
            for other in range(4):
                if not cordons >> way & 1 or cordons >> other & 1:
                    continue
                self.here.cordons = cordons ^ (bits.bit(way) | bits.bit(other))
                if moved:
                    self.emit(self.here.places, self.here.occupied, CORDON + 3 * way + other - (other > way))
                else:
                    self.walk(self.here.places, self.here.occupied, False, OPEN)
        self.here.cordons = cordons

    def bert(self, moved: bits.flag, acted: bits.flag) -> None:
        """Move each cover, before or after each move (MJ-50): the move may use the opened manhole."""
        if acted:
            self.walk(self.here.places, self.here.occupied, False, OPEN)
            return
        before: bits.u32 = self.here.covers
        covered: bits.u32 = COVER_SETS[before]
        uncovered: bits.u32 = EDITION_MANHOLES[EDITION_OF[before]] & ~covered
        place: bits.i32 = whistle.place(self.here.places, BERT)
        old: bits.u64 = self.within(place) & ~self.here.occupied
        if not moved:
            self.accuse(self.here.places, self.within(place), OPEN)
        while covered:
            one: bits.i32 = bits.lowest(covered)
            covered &= covered - 1
            others: bits.u32 = uncovered
            while others:
                other: bits.i32 = bits.lowest(others)
                others &= others - 1
                step: bits.i32 = COVER + 13 * one + other - (other > one)
                self.here.covers = RECOVERED[(14 * before + one) * 14 + other]
                if moved:
                    self.emit(self.here.places, self.here.occupied, step)
                else:
                    self.bert_moves(place, old)
                    self.walk(self.here.places, self.here.occupied, False, step)
        self.here.covers = before

    def bert_moves(self, place: bits.i32, ends: bits.u64) -> None:
        """Move under the old covers, then place the cover that is placed here already."""
        if ends == 0:
            self.emit(self.here.places, self.here.occupied, STAY)
        while ends:
            there: bits.i32 = bits.lowest(ends)
            ends &= ends - 1
            taken: bits.u64 = self.here.occupied & ~bits.bit(place) | bits.bit(there)
            self.emit(whistle.put(self.here.places, BERT, there), taken, HEX + there)

    def goodley(self, moved: bits.flag, acted: bits.flag, whistled: bits.u32, left: bits.i32) -> None:
        """Whistle and walk, in either order (MJ-46)."""
        if acted:
            self.walk(self.here.places, self.here.occupied, False, OPEN)
        elif moved or whistled:
            if whistled == 0:
                left = whistle.spendable(self.here.places, self.here.occupied, 0, WHISTLE_POINTS)
            self.spend(self.here.places, self.here.occupied, whistled, left, OPEN, False, moved, 0)
        else:
            self.goodley_moves()
            left = whistle.spendable(self.here.places, self.here.occupied, 0, WHISTLE_POINTS)
            if left:
                self.spend(self.here.places, self.here.occupied, 0, left, OPEN, False, False, 0)
            else:
                self.walk(self.here.places, self.here.occupied, False, WHISTLE_NOBODY)

    def goodley_moves(self) -> None:
        place: bits.i32 = whistle.place(self.here.places, GOODLEY)
        ends: bits.u64 = self.within(place)
        self.accuse(self.here.places, ends, OPEN)
        ends = ends & ~self.here.occupied
        there: bits.i32 = place
        step: bits.i32 = STAY
        while True:
            if ends:
                there = bits.lowest(ends)
                ends &= ends - 1
                step = HEX + there
            if self.thin < COARSE or there % 4 == 0 or ends == 0:
                places: bits.u64 = whistle.put(self.here.places, GOODLEY, there)
                taken: bits.u64 = self.here.occupied & ~bits.bit(place) | bits.bit(there)
                left: bits.i32 = whistle.spendable(places, taken, 0, WHISTLE_POINTS)
                self.spend(places, taken, 0, left, step, False, True, 0)
            if ends == 0:
                return

    def spend(
        self, places: bits.u64, occupied: bits.u64, whistled: bits.u32, left: bits.i32, first: bits.i32,
        turned: bits.flag, moved: bits.flag, least: bits.i32,
    ) -> None:  # fmt: skip
        """Spend the remaining points in every way; if sampled, in rising order of characters."""
        character: bits.i32
        if left == 0:
            self.after_whistle(places, occupied, first, turned, moved)
            return
        for character in range(least, 8):
            ends: bits.u64 = whistle.answers(places, occupied, whistled, character, left)
            place: bits.i32 = whistle.place(places, character)
            while ends:
                there: bits.i32 = bits.lowest(ends)
                ends &= ends - 1
                self.spend(
                    whistle.put(places, character, there),
                    occupied & ~bits.bit(place) | bits.bit(there),
                    whistled | bits.bit(character),
                    left - DISTANCE[60 * place + there],
                    WHISTLE + 60 * character + there if first == OPEN else first,
                    turned or character == WATSON,
                    moved,
                    least if self.thin == 1 else character + 1,
                )

    def after_whistle(
        self, places: bits.u64, occupied: bits.u64, first: bits.i32, turned: bits.flag, moved: bits.flag
    ) -> None:
        self.count += 1
        common: bits.flag = self.thin > 1 and self.count % self.thin != 0
        if common and (self.thin >= COARSE or not moved or not self.is_new_kind(places, occupied)):
            return
        if not moved:
            self.walk(places, occupied, turned, first)
        elif turned:
            self.emit_turned(places, occupied, first)
        else:
            self.emit(places, occupied, first)

    def light_lamps(self) -> None:
        post: bits.i32
        self.light = 0
        for post in range(8):
            if bits.nibble(self.here.lamps, post):
                self.light |= LIGHT[post]

    def is_new_kind(self, places: bits.u64, occupied: bits.u64) -> bits.flag:
        """Return True for the first whistle with this hex of Goodley and these visible characters (MJ-34)."""
        light: bits.u64 = self.light | BEAM[6 * whistle.place(places, WATSON) + self.here.facing]
        seen: bits.u32 = 0
        character: bits.i32
        for character in range(8):
            place: bits.i32 = whistle.place(places, character)
            if light >> place & 1 or NEXT_TO[place] & occupied:
                seen |= bits.bit(character)
        at: bits.i32 = 256 * whistle.place(places, GOODLEY) + seen
        if self.kinds[at] == self.stamp:
            return False
        self.kinds[at] = self.stamp
        return True

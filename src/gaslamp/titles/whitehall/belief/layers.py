"""Counts every row Jack may have written in a round by dynamic programming: one layer of states per turn.

A state is one word: the circle, the number of alleys among face-down tiles, the clues explained, and the family of
locations still possible (0 if it is not tracked). Counts have two words (128 bits). Runs as Python, or compiled with
`layers.pxd`.
"""

from __future__ import annotations

from array import array

from gaslamp.core import bits
from gaslamp.titles.whitehall.belief.states import ALLEYS, CLUES, ENDED, FAMILY, HIDDEN, LOST, PASSED, PLAIN, SAFE
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, BOAT_ROOM, COACH, NEXT_ROOM, C, zeros
from gaslamp.titles.whitehall.rules.choices import jack_moves

MASK64 = 0xFFFFFFFFFFFFFFFF
SCATTER = 0x9E3779B97F4A7C15

# Compiled, these are C arrays. `use` fills them.
ACROSS = zeros(C * NEXT_ROOM)
AFLOAT = zeros(C * BOAT_ROOM)
ALL_ACROSS = zeros(C)
ALL_AFLOAT = zeros(C)
LAND = zeros(C)
NEXT = zeros(C * NEXT_ROOM)
NEXT_BIT = zeros(C * C)


def use(tables: board.BoardTables) -> None:
    ACROSS[:] = tables.alley
    AFLOAT[:] = tables.boat
    ALL_ACROSS[:] = tables.all_alley
    ALL_AFLOAT[:] = tables.all_boat
    LAND[:] = tables.land
    NEXT[:] = tables.next
    NEXT_BIT[:] = tables.next_bit


class Leg:
    """A turn of Jack: every move from each circle, numbered, and the constraints from answers."""

    __slots__ = (
        "kind", "first", "one", "two", "gain", "shut", "dead", "ban", "kin", "expired", "least", "most", "size",
    )  # fmt: skip

    kind: bits.i32
    first: array[int]  # moves of a circle: first[circle] to first[circle + 1] - 1
    one: array[int]  # first circle of a move
    two: array[int]  # second circle of a Coach, else 0
    gain: array[int]  # bit of the clue a circle explains
    shut: array[int]  # PASSED and ENDED bits by circle, from answers
    dead: array[int]  # clues out of reach from a circle
    ban: array[int]  # the same bits, from the query
    kin: array[int]  # at C * family + circle: the family after entering it
    expired: bits.u32  # clues explained by the end of this turn
    least: bits.i32  # minimum alleys among face-down tiles
    most: bits.i32
    size: bits.i32

    def __init__(self, kind: bits.i32, figures: bits.u32, gain: array[int]) -> None:
        self.kind = kind
        self.gain = gain
        self.first = array("i", bytes(4 * (C + 1)))
        room: bits.i32 = C * NEXT_ROOM * (NEXT_ROOM if kind == COACH else 1)
        self.one = array("B", bytes(room))
        self.two = array("B", bytes(room))
        self.shut = array("B", bytes(C))
        self.ban = array("B", bytes(C))
        self.dead = array("H", bytes(2 * C))
        self.kin = array("I")
        self.expired = 0
        self.least, self.most = 0, 3
        self.size = 0
        here: bits.i32
        for here in range(C):
            self.first[here] = self.size
            if here:
                self.chart(here, figures)
        self.first[C] = self.size

    def chart(self, here: bits.i32, figures: bits.u32) -> None:
        """List every move from a circle (WM-10 to WM-17)."""
        if self.kind == PLAIN:
            self.enlist(NEXT_ROOM * here, PLAIN, jack_moves.plain(here, figures))
        elif self.kind == COACH:
            self.list_coaches(here)
        if self.kind in {ALLEY, HIDDEN}:
            self.enlist(NEXT_ROOM * here, ALLEY, ALL_ACROSS[here])
        if self.kind in {BOAT, HIDDEN}:
            self.enlist(BOAT_ROOM * here, BOAT, ALL_AFLOAT[here])

    def enlist(self, at: bits.i32, kind: bits.i32, mask: bits.u32) -> None:
        while mask:
            k: bits.i32 = bits.lowest(mask)
            mask &= mask - 1
            self.one[self.size] = NEXT[at + k] if kind == PLAIN else ACROSS[at + k] if kind == ALLEY else AFLOAT[at + k]
            self.size += 1

    def list_coaches(self, here: bits.i32) -> None:
        firsts: bits.u32 = LAND[here]
        while firsts:
            first: bits.i32 = NEXT[NEXT_ROOM * here + bits.lowest(firsts)]
            firsts &= firsts - 1
            seconds: bits.u32 = LAND[first] & ~NEXT_BIT[C * first + here]
            while seconds:
                self.one[self.size] = first
                self.two[self.size] = NEXT[NEXT_ROOM * first + bits.lowest(seconds)]
                seconds &= seconds - 1
                self.size += 1

    def avoiding(self, ban: array[int]) -> Leg:
        """Return the same turn with banned circles. All other tables are shared."""
        other: Leg = Leg.__new__(Leg)
        other.kind, other.size = self.kind, self.size
        other.first, other.one, other.two = self.first, self.one, self.two
        other.gain, other.shut, other.dead, other.kin = self.gain, self.shut, self.dead, self.kin
        other.expired, other.least, other.most = self.expired, self.least, self.most
        other.ban = ban
        return other

    def watching(self, kin: array[int]) -> Leg:
        other: Leg = self.avoiding(self.ban)
        other.kin = kin
        return other

    # ---- constraints

    def bar(self, circle: bits.i32, how: bits.i32) -> None:
        """Exclude a circle: PASSED, ENDED or both."""
        self.shut[circle] |= how

    def allow_alleys(self, least: bits.i32, most: bits.i32) -> None:
        """Set the possible number of alleys among face-down tiles (WM-05)."""
        self.least, self.most = least, most

    def expire(self, clues: bits.u32) -> None:
        """Drop these clue bits after this turn: they are explained by then."""
        self.expired |= clues

    def despair(self, clue: bits.i32, bit: bits.u32, following: Leg | None) -> None:
        """Mark the circles from which a clue cannot be reached in time; all of them after its last turn."""
        here: bits.i32
        k: bits.i32
        for here in range(1, C):
            reachable: bits.flag = False
            if following is not None:
                for k in range(following.first[here], following.first[here + 1]):
                    first: bits.i32 = following.one[k]
                    end: bits.i32 = following.two[k] or first
                    if clue in {first, end} or following.dead[end] & bit == 0:
                        reachable = True
                        break
            if not reachable:
                self.dead[here] |= bit

    # ---- one move

    def begin(self, here: bits.i32) -> bits.i32:
        """Return the number of a circle's first move. The next circle's first move ends the range."""
        return self.first[here]

    def spaces(self) -> bits.i32:
        return 2 if self.kind == COACH else 1

    def circles(self, k: bits.i32) -> tuple[int, ...]:
        if self.two[k]:
            return self.one[k], self.two[k]
        return (self.one[k],)

    def after(self, key: bits.u64, k: bits.i32) -> bits.u64:
        """Return the state after move *k*, or 0 if a constraint excludes it."""
        first: bits.i32 = self.one[k]
        second: bits.i32 = self.two[k]
        end: bits.i32 = second or first
        if (self.shut[end] | self.ban[end]) & ENDED or (second and (self.shut[first] | self.ban[first]) & PASSED):
            return 0
        explained: bits.u32 = (key >> CLUES & 0xFFFF) | self.gain[first] | self.gain[second]
        if self.dead[end] & ~explained:
            return 0
        alleys: bits.i32 = key >> ALLEYS & 3
        if self.kind == HIDDEN:
            alleys += ALL_AFLOAT[key & 255] == 0
            if alleys < self.least or alleys > self.most:
                return 0
        family: bits.u64 = key >> FAMILY
        if family != SAFE:
            family = self.kin[C * family + (key & 255)]
            if self.kind != PLAIN:  # WM-18
                family = self.kin[C * family + first]
                family = self.kin[C * family + second]
            if family == LOST:
                return 0
        clues: bits.u64 = explained & ~self.expired
        return family << FAMILY | clues << CLUES | alleys << ALLEYS | end


class Layer:
    """Hash table of the states after a turn, each with its number of paths."""

    __slots__ = ("keys", "low", "high", "slots", "shift", "size", "present", "rest_low", "rest_high", "shares", "hopes")

    keys: array[int]
    low: array[int]  # number of paths, low word
    high: array[int]
    slots: array[int]  # index + 1 by hash, 0 if empty
    shift: bits.i32
    size: bits.i32
    present: array[int]  # circles entered in this turn
    rest_low: array[int]  # paths to the last layer, low word
    rest_high: array[int]
    shares: array[float]  # weight of paths to a state, by lane
    hopes: array[float]  # weight of paths to the last layer

    def __init__(self) -> None:
        self.keys = array("Q", bytes(8 * 64))
        self.low = array("Q", bytes(8 * 64))
        self.high = array("Q", bytes(8 * 64))
        self.slots = array("I", bytes(4 * 128))
        self.shift = 57
        self.size = 0
        self.present = array("B", bytes(C))
        self.rest_low = self.rest_high = array("Q")
        self.shares = self.hopes = array("d")

    def clear(self) -> None:
        k: bits.i32
        self.size = 0
        for k in range(1 << (64 - self.shift)):
            self.slots[k] = 0
        for k in range(C):
            self.present[k] = 0

    def make_room(self, more: bits.i32) -> None:
        """Grow for *more* states. Half of the slots stay empty."""
        room: bits.i32 = 1 << (63 - self.shift)
        if self.size + more <= room:
            return
        while self.size + more > room:
            room *= 2
            self.shift -= 1
        self.keys = array("Q", bytes(self.keys)[: 8 * self.size] + bytes(8 * (room - self.size)))
        self.low = array("Q", bytes(self.low)[: 8 * self.size] + bytes(8 * (room - self.size)))
        self.high = array("Q", bytes(self.high)[: 8 * self.size] + bytes(8 * (room - self.size)))
        self.slots = array("I", bytes(8 * room))
        k: bits.i32
        for k in range(self.size):
            self.slots[self.slot(self.keys[k])] = k + 1

    def slot(self, key: bits.u64) -> bits.i32:
        """Return the slot of a key, or the empty slot where it would go."""
        mask: bits.i32 = (1 << (64 - self.shift)) - 1
        at: bits.i32 = (key * SCATTER & MASK64) >> self.shift
        while self.slots[at] and self.keys[self.slots[at] - 1] != key:
            at = (at + 1) & mask
        return at

    def find(self, key: bits.u64) -> bits.i32:
        place: bits.i32 = self.slots[self.slot(key)]
        return place - 1

    def add(self, key: bits.u64, low: bits.u64, high: bits.u64) -> None:
        """Add paths to a state. The caller has made room."""
        at: bits.i32 = self.slot(key)
        place: bits.i32 = self.slots[at]
        if place == 0:
            self.keys[self.size] = key
            self.low[self.size] = low
            self.high[self.size] = high
            self.size += 1
            self.slots[at] = self.size
            return
        place -= 1
        total: bits.u64 = (self.low[place] + low) & MASK64
        self.low[place] = total
        self.high[place] = (self.high[place] + high + (1 if total < low else 0)) & MASK64

    def key(self, place: bits.i32) -> bits.u64:
        return self.keys[place]

    def count(self, place: bits.i32) -> int:
        return int(self.high[place]) << 64 | int(self.low[place])

    def rest(self, place: bits.i32) -> int:
        """Return the number of paths from a state to the last layer."""
        return int(self.rest_high[place]) << 64 | int(self.rest_low[place])

    def hope(self, place: bits.i32) -> float:
        return self.hopes[place]

    def share(self, at: bits.i32) -> float:
        """Return the weight of the paths to a state in a lane, at lanes * place + lane."""
        return self.shares[at]

    def holds(self, circle: bits.i32) -> bits.flag:
        return self.present[circle] != 0

    def open_lanes(self, lanes: bits.i32, value: float) -> None:
        self.shares = array("d", [value]) * (lanes * self.size) if self.size else array("d")

    def open_rest(self) -> None:
        """Reset the counts and weights of paths to the last layer."""
        self.rest_low = array("Q", bytes(8 * self.size))
        self.rest_high = array("Q", bytes(8 * self.size))
        self.hopes = array("d", bytes(8 * self.size))

    def accept(self, place: bits.i32) -> None:
        self.rest_low[place] = 1
        self.hopes[place] = 1.0


def spread(source: Layer, target: Layer, leg: Leg) -> None:
    """Fill *target* with the states reached from *source* by one turn."""
    target.clear()
    k: bits.i32
    place: bits.i32
    for place in range(source.size):
        key: bits.u64 = source.keys[place]
        here: bits.i32 = key & 255
        target.make_room(leg.first[here + 1] - leg.first[here])
        for k in range(leg.first[here], leg.first[here + 1]):
            child: bits.u64 = leg.after(key, k)
            if child:
                target.add(child, source.low[place], source.high[place])
                target.present[leg.one[k]] = 1
                target.present[child & 255] = 1


class Arrivals:
    """Counts rows that end on a circle they have not entered before, reusing two layers."""

    __slots__ = ("near", "ban", "one", "other")

    near: array[int]  # at C * turn + circle: the end is reachable
    ban: array[int]
    one: Layer
    other: Layer

    def __init__(self) -> None:
        self.near = array("B", bytes(16 * C))
        self.ban = array("B", bytes(C))
        self.one = Layer()
        self.other = Layer()

    def count(self, layers: list[Layer], legs: list[Leg], end: bits.i32, first: bits.i32) -> int:
        """Count the rows to *end*. No row enters it before turn *first*, counted from 1."""
        last: bits.i32 = len(legs)
        turn: bits.i32
        here: bits.i32
        self.look_around(legs, end, first)
        source: Layer = layers[first - 1]
        target: Layer = self.one
        for turn in range(first, last + 1):
            leg: Leg = legs[turn - 1]
            for here in range(1, C):
                self.ban[here] = 0 if self.near[C * turn + here] else ENDED
            if turn < last:
                self.ban[end] = PASSED | ENDED
            spread(source, target, leg.avoiding(self.ban))
            source = target
            target = self.other if source is self.one else self.one
        place: bits.i32
        total = 0
        for place in range(source.size):
            total += source.count(place)
        return total

    def look_around(self, legs: list[Leg], end: bits.i32, first: bits.i32) -> None:
        """Mark, turn by turn, the circles from which *end* can be reached in time."""
        last: bits.i32 = len(legs)
        turn: bits.i32
        here: bits.i32
        k: bits.i32
        for here in range(C):
            self.near[C * last + here] = here == end
        for turn in range(last - 1, first - 1, -1):
            leg: Leg = legs[turn]
            for here in range(1, C):
                self.near[C * turn + here] = 0
                for k in range(leg.first[here], leg.first[here + 1]):
                    if self.near[C * (turn + 1) + (leg.two[k] or leg.one[k])]:
                        self.near[C * turn + here] = 1
                        break


def look_back(source: Layer, target: Layer, leg: Leg) -> None:
    """Count, for each state of *source*, the paths through *target* to the last layer."""
    source.open_rest()
    k: bits.i32
    place: bits.i32
    for place in range(source.size):
        key: bits.u64 = source.keys[place]
        here: bits.i32 = key & 255
        low: bits.u64 = 0
        high: bits.u64 = 0
        for k in range(leg.first[here], leg.first[here + 1]):
            child: bits.u64 = leg.after(key, k)
            if child:
                place_after: bits.i32 = target.find(child)
                low = (low + target.rest_low[place_after]) & MASK64
                high = (
                    high + target.rest_high[place_after] + (1 if low < target.rest_low[place_after] else 0)
                ) & MASK64
        source.rest_low[place] = low
        source.rest_high[place] = high


def weigh_back(source: Layer, target: Layer, leg: Leg, weights: array[float]) -> None:
    """Sum, for each state of *source*, the weights of paths through *target*. One weight per move."""
    source.open_rest()
    k: bits.i32
    place: bits.i32
    for place in range(source.size):
        key: bits.u64 = source.keys[place]
        here: bits.i32 = key & 255
        total: float = 0.0
        for k in range(leg.first[here], leg.first[here + 1]):
            child: bits.u64 = leg.after(key, k)
            if child:
                total += weights[k] * target.hopes[target.find(child)]
        source.hopes[place] = total


def weigh(source: Layer, target: Layer, leg: Leg, weights: array[float], lanes: bits.i32) -> None:
    """Propagate the weights of all lanes through a turn. One weight per move and lane."""
    target.open_lanes(lanes, 0.0)
    k: bits.i32
    place: bits.i32
    lane: bits.i32
    for place in range(source.size):
        key: bits.u64 = source.keys[place]
        here: bits.i32 = key & 255
        for k in range(leg.first[here], leg.first[here + 1]):
            child: bits.u64 = leg.after(key, k)
            if child:
                place_after: bits.i32 = target.find(child)
                for lane in range(lanes):
                    target.shares[lanes * place_after + lane] += (
                        weights[lanes * k + lane] * source.shares[lanes * place + lane]
                    )


board.follow(use)

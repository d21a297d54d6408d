"""A crowd of Jacks: rows drawn from what is held possible, each with what that Jack is after. Counted, sieved, led on.

A row is kept as the set of its circles, bits of three words, and where it ends. Runs as it stands, and compiled.
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall.streets import FARTHEST, distances
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.states import HIDDEN, PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, BOAT_ROOM, COACH, NEXT_ROOM, C, zeros
from gaslamp.titles.whitehall.rules.choices import jack_moves

UNIT = 1.0 / 9007199254740992.0  # 2 to the power of -53

# Compiled, these are C arrays. `use` fills them.
ACROSS = zeros(C * NEXT_ROOM)
AFLOAT = zeros(C * BOAT_ROOM)
ALL_ACROSS = zeros(C)
ALL_AFLOAT = zeros(C)
FAR = zeros(C * C)
LAND = zeros(C)
NEXT = zeros(C * NEXT_ROOM)
NEXT_BIT = zeros(C * C)


def use(tables: board.Board) -> None:
    """Take over the tables of a board."""
    ACROSS[:] = tables.alley
    AFLOAT[:] = tables.boat
    ALL_ACROSS[:] = tables.all_alley
    ALL_AFLOAT[:] = tables.all_boat
    FAR[:] = distances(tables)
    LAND[:] = tables.land
    NEXT[:] = tables.next
    NEXT_BIT[:] = tables.next_bit


def chance(dice: Dice) -> float:
    """A number from 0 to 1."""
    return (dice.next() >> 11) * UNIT


class Crowd:
    """So many Jacks who agree with all that was told."""

    __slots__ = ("room", "size", "here", "goal", "manner", "seen", "now", "been", "gain", "support", "places")

    room: bits.i32
    size: bits.i32
    here: array[int]  # where each is
    goal: array[int]  # where he wants to go
    manner: array[int]
    seen: array[int]  # three words each: the circles of his row
    now: array[int]  # by circle: so many are there
    been: array[int]  # so many have it in their rows
    gain: array[float]  # how much is learnt of where they are by searching there
    support: array[int]  # the circles where somebody is
    places: bits.i32  # so many

    def __init__(self, room: bits.i32) -> None:
        self.room = room
        self.size = self.places = 0
        self.here = array("B", bytes(room))
        self.goal = array("B", bytes(room))
        self.manner = array("B", bytes(room))
        self.seen = array("Q", bytes(24 * room))
        self.now = array("i", bytes(4 * C))
        self.been = array("i", bytes(4 * C))
        self.gain = array("d", bytes(8 * C))
        self.support = array("B", bytes(C))

    # ---- who is in it

    def enter(self, goal: bits.i32, manner: bits.i32) -> None:
        """Let somebody more in; where he is and was follows."""
        k: bits.i32 = self.size
        self.goal[k] = goal
        self.manner[k] = manner
        self.here[k] = 0
        self.seen[3 * k] = self.seen[3 * k + 1] = self.seen[3 * k + 2] = 0
        self.size += 1

    def passed(self, circle: bits.i32) -> None:
        """Note a circle of the last one's row; the first that is noted is where he is."""
        k: bits.i32 = self.size - 1
        if self.here[k] == 0:
            self.here[k] = circle
        self.seen[3 * k + (circle >> 6)] |= bits.bit(circle & 63)

    def become(self, other: Crowd) -> None:
        """Take over the members of another, as many as there is room for."""
        k: bits.i32
        self.size = min(self.room, other.size)
        for k in range(self.size):
            self.here[k] = other.here[k]
            self.goal[k] = other.goal[k]
            self.manner[k] = other.manner[k]
            self.seen[3 * k] = other.seen[3 * k]
            self.seen[3 * k + 1] = other.seen[3 * k + 1]
            self.seen[3 * k + 2] = other.seen[3 * k + 2]

    def thinned(self, step: bits.i32, other: Crowd) -> None:
        """Take over every so manieth member of another."""
        k: bits.i32 = 0
        self.size = 0
        while k < other.size and self.size < self.room:
            n: bits.i32 = self.size
            self.here[n] = other.here[k]
            self.goal[n] = other.goal[k]
            self.manner[n] = other.manner[k]
            self.seen[3 * n] = other.seen[3 * k]
            self.seen[3 * n + 1] = other.seen[3 * k + 1]
            self.seen[3 * n + 2] = other.seen[3 * k + 2]
            self.size += 1
            k += step

    def stay(self, k: bits.i32, n: bits.i32) -> None:
        """Move a member to another place."""
        if k != n:
            self.here[n] = self.here[k]
            self.goal[n] = self.goal[k]
            self.manner[n] = self.manner[k]
            self.seen[3 * n] = self.seen[3 * k]
            self.seen[3 * n + 1] = self.seen[3 * k + 1]
            self.seen[3 * n + 2] = self.seen[3 * k + 2]

    def was_at(self, k: bits.i32, circle: bits.i32) -> bits.flag:
        """Whether a circle is in the row of one."""
        return self.seen[3 * k + (circle >> 6)] >> (circle & 63) & 1 != 0

    def searched(self, circle: bits.i32, found: bits.flag) -> None:
        """Send those away whose rows say something else."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.was_at(k, circle) == found:
                self.stay(k, n)
                n += 1
        self.size = n

    def not_at(self, circle: bits.i32) -> None:
        """Send those away who are there."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.here[k] != circle:
                self.stay(k, n)
                n += 1
        self.size = n

    def only(self, circle: bits.i32) -> None:
        """Send those away who are not at this goal of theirs."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.here[k] == circle and self.goal[k] == circle:
                self.stay(k, n)
                n += 1
        self.size = n

    # ---- what they say together

    def having(self, circle: bits.i32) -> bits.i32:
        """How many have a circle in their rows."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.was_at(k, circle):
                n += 1
        return n

    def at(self, circle: bits.i32) -> bits.i32:
        """How many are on a circle, as last counted."""
        return self.now[circle]

    def manner_of(self, k: bits.i32) -> bits.i32:
        """The manner of one."""
        return self.manner[k]

    def arrived(self) -> bits.i32:
        """How many are at their goals."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.here[k] == self.goal[k]:
                n += 1
        return n

    def count(self) -> None:
        """Count where they are."""
        k: bits.i32
        for k in range(C):
            self.now[k] = 0
        self.places = 0
        for k in range(self.size):
            if self.now[self.here[k]] == 0:
                self.support[self.places] = self.here[k]
                self.places += 1
            self.now[self.here[k]] += 1

    def judge(self, circle: bits.i32, both: array[int]) -> None:
        """How much surer it would be where they are after a search: by the squares of the chances."""
        k: bits.i32
        inside: bits.i32 = 0
        for k in range(C):
            both[k] = 0
        for k in range(self.size):
            if self.was_at(k, circle):
                both[self.here[k]] += 1
                inside += 1
        self.been[circle] = inside
        self.gain[circle] = 0.0
        if inside in {0, self.size}:
            return
        yes: float = 0.0
        no: float = 0.0
        before: float = 0.0
        for k in range(self.places):
            there: bits.i32 = self.support[k]
            one: float = both[there]
            other: float = self.now[there] - both[there]
            yes += one * one
            no += other * other
            before += (one + other) * (one + other)
        total: float = self.size
        self.gain[circle] = max(0.0, (yes / inside + no / (self.size - inside)) * total / before - 1.0)

    def told_by(self, circle: int) -> float:
        """What a search would tell, as a number to ask for; they have been counted."""
        self.judge(circle, array("i", bytes(4 * C)))
        return self.gain[circle]

    # ---- where they go

    def step(self, kind: bits.i32, figures: bits.u32, pull: array[float], dice: Dice) -> None:
        """Let everybody make such a move as he would; who is at his goal, or cannot, is not among them any more."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            there: bits.i32 = 0
            if self.here[k] != self.goal[k]:
                there = self.chosen(k, kind, figures, pull, dice)
            if there:
                self.stay(k, n)
                self.here[n] = there
                self.seen[3 * n + (there >> 6)] |= bits.bit(there & 63)
                n += 1
        self.size = n

    def chosen(self, k: bits.i32, kind: bits.i32, figures: bits.u32, pull: array[float], dice: Dice) -> bits.i32:
        """Draw where somebody goes; 0 is nowhere."""
        here: bits.i32 = self.here[k]
        if kind == PLAIN:
            return self.drawn(k, NEXT_ROOM * here, PLAIN, jack_moves.plain(here, figures), pull, dice)
        if kind == COACH:
            goal: bits.u32 = self.goal[k]
            first: bits.u32 = jack_moves.firsts(here, goal, 0xFFFF, 0)
            if first == 0:
                return 0
            between: bits.i32 = self.drawn(k, NEXT_ROOM * here, PLAIN, first, pull, dice)
            self.seen[3 * k + (between >> 6)] |= bits.bit(between & 63)
            second: bits.u32 = jack_moves.seconds(here, between, goal)
            return self.drawn(k, NEXT_ROOM * between, PLAIN, second, pull, dice)
        if kind in {BOAT, HIDDEN} and ALL_AFLOAT[here]:
            return self.drawn(k, BOAT_ROOM * here, BOAT, ALL_AFLOAT[here], pull, dice)
        if kind in {ALLEY, HIDDEN}:
            return self.drawn(k, NEXT_ROOM * here, ALLEY, ALL_ACROSS[here], pull, dice)
        return 0

    def drawn(
        self, k: bits.i32, at: bits.i32, kind: bits.i32, found: bits.u32, pull: array[float], dice: Dice
    ) -> bits.i32:
        """Draw one of the circles of a list that a mask names, by the pull of the goal."""
        total: float = 0.0
        chosen: bits.i32 = 0
        pulled: bits.i32 = FARTHEST * self.manner[k]
        goal: bits.i32 = self.goal[k]
        while found:
            place: bits.i32 = at + bits.lowest(found)
            found &= found - 1
            there: bits.i32 = NEXT[place] if kind == PLAIN else ACROSS[place] if kind == ALLEY else AFLOAT[place]
            if kind != PLAIN and there == goal:
                continue
            weight: float = pull[pulled + FAR[C * there + goal]]
            total += weight
            if total * chance(dice) <= weight:
                chosen = there
        return chosen


board.follow(use)

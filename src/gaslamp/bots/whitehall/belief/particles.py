"""Particles for the belief about Jack: sampled paths, each with a goal and a player type.

They are counted, filtered by search results and moved forward. A path is stored as the set of its circles, in three
64-bit words, and its last circle. Runs as Python and compiled (see particles.pxd).
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

UNIT = 1.0 / 9007199254740992.0  # 2**-53

# C arrays when compiled; filled by `use`.
ACROSS = zeros(C * NEXT_ROOM)
AFLOAT = zeros(C * BOAT_ROOM)
ALL_ACROSS = zeros(C)
ALL_AFLOAT = zeros(C)
FAR = zeros(C * C)
LAND = zeros(C)
NEXT = zeros(C * NEXT_ROOM)
NEXT_BIT = zeros(C * C)


def use(tables: board.BoardTables) -> None:
    ACROSS[:] = tables.alley
    AFLOAT[:] = tables.boat
    ALL_ACROSS[:] = tables.all_alley
    ALL_AFLOAT[:] = tables.all_boat
    FAR[:] = distances(tables)
    LAND[:] = tables.land
    NEXT[:] = tables.next
    NEXT_BIT[:] = tables.next_bit


def chance(dice: Dice) -> float:
    return (dice.next() >> 11) * UNIT


class Particles:
    """Up to `room` particles that agree with the public news."""

    __slots__ = ("room", "size", "circle", "goal", "player_type", "visited", "now", "been", "gain", "support", "places")

    room: bits.i32
    size: bits.i32
    circle: array[int]  # current circle of each particle
    goal: array[int]
    player_type: array[int]
    visited: array[int]  # circles of each path, three words
    now: array[int]  # particles by circle
    been: array[int]  # particles with the circle in their path
    gain: array[float]  # information gain of a search, by circle
    support: array[int]  # circles with particles
    places: bits.i32  # length of `support`

    def __init__(self, room: bits.i32) -> None:
        self.room = room
        self.size = self.places = 0
        self.circle = array("B", bytes(room))
        self.goal = array("B", bytes(room))
        self.player_type = array("B", bytes(room))
        self.visited = array("Q", bytes(24 * room))
        self.now = array("i", bytes(4 * C))
        self.been = array("i", bytes(4 * C))
        self.gain = array("d", bytes(8 * C))
        self.support = array("B", bytes(C))

    def enter(self, goal: bits.i32, player_type: bits.i32) -> None:
        """Add a particle. Call `passed` for each circle of its path next."""
        k: bits.i32 = self.size
        self.goal[k] = goal
        self.player_type[k] = player_type
        self.circle[k] = 0
        self.visited[3 * k] = self.visited[3 * k + 1] = self.visited[3 * k + 2] = 0
        self.size += 1

    def passed(self, circle: bits.i32) -> None:
        """Add a circle to the path of the newest particle, the latest circle first."""
        k: bits.i32 = self.size - 1
        if self.circle[k] == 0:
            self.circle[k] = circle
        self.visited[3 * k + (circle >> 6)] |= bits.bit(circle & 63)

    def become(self, other: Particles) -> None:
        k: bits.i32
        self.size = min(self.room, other.size)
        for k in range(self.size):
            self.circle[k] = other.circle[k]
            self.goal[k] = other.goal[k]
            self.player_type[k] = other.player_type[k]
            self.visited[3 * k] = other.visited[3 * k]
            self.visited[3 * k + 1] = other.visited[3 * k + 1]
            self.visited[3 * k + 2] = other.visited[3 * k + 2]

    def thinned(self, step: bits.i32, other: Particles) -> None:
        """Copy every *step*-th particle of another."""
        k: bits.i32 = 0
        self.size = 0
        while k < other.size and self.size < self.room:
            n: bits.i32 = self.size
            self.circle[n] = other.circle[k]
            self.goal[n] = other.goal[k]
            self.player_type[n] = other.player_type[k]
            self.visited[3 * n] = other.visited[3 * k]
            self.visited[3 * n + 1] = other.visited[3 * k + 1]
            self.visited[3 * n + 2] = other.visited[3 * k + 2]
            self.size += 1
            k += step

    def stay(self, k: bits.i32, n: bits.i32) -> None:
        if k != n:
            self.circle[n] = self.circle[k]
            self.goal[n] = self.goal[k]
            self.player_type[n] = self.player_type[k]
            self.visited[3 * n] = self.visited[3 * k]
            self.visited[3 * n + 1] = self.visited[3 * k + 1]
            self.visited[3 * n + 2] = self.visited[3 * k + 2]

    def was_at(self, k: bits.i32, circle: bits.i32) -> bits.flag:
        return self.visited[3 * k + (circle >> 6)] >> (circle & 63) & 1 != 0

    def searched(self, circle: bits.i32, hit: bits.flag) -> None:
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.was_at(k, circle) == hit:
                self.stay(k, n)
                n += 1
        self.size = n

    def not_at(self, circle: bits.i32) -> None:
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.circle[k] != circle:
                self.stay(k, n)
                n += 1
        self.size = n

    def only(self, circle: bits.i32) -> None:
        """Keep the particles that have reached this circle as their goal."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.circle[k] == circle and self.goal[k] == circle:
                self.stay(k, n)
                n += 1
        self.size = n

    # ---- statistics

    def having(self, circle: bits.i32) -> bits.i32:
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.was_at(k, circle):
                n += 1
        return n

    def at(self, circle: bits.i32) -> bits.i32:
        return self.now[circle]

    def player_type_of(self, k: bits.i32) -> bits.i32:
        return self.player_type[k]

    def arrived(self) -> bits.i32:
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            if self.circle[k] == self.goal[k]:
                n += 1
        return n

    def count(self) -> None:
        k: bits.i32
        for k in range(C):
            self.now[k] = 0
        self.places = 0
        for k in range(self.size):
            if self.now[self.circle[k]] == 0:
                self.support[self.places] = self.circle[k]
                self.places += 1
            self.now[self.circle[k]] += 1

    def judge(self, circle: bits.i32, both: array[int]) -> None:
        """Compute `been` and `gain` of a search, after `count`; *both* is scratch space of size C."""
        k: bits.i32
        inside: bits.i32 = 0
        for k in range(C):
            both[k] = 0
        for k in range(self.size):
            if self.was_at(k, circle):
                both[self.circle[k]] += 1
                inside += 1
        self.been[circle] = inside
        self.gain[circle] = 0.0
        if inside in {0, self.size}:
            return
        yes: float = 0.0
        no: float = 0.0
        before: float = 0.0
        for k in range(self.places):
            place: bits.i32 = self.support[k]
            inside_path: float = both[place]
            outside: float = self.now[place] - both[place]
            yes += inside_path * inside_path
            no += outside * outside
            before += (inside_path + outside) * (inside_path + outside)
        total: float = self.size
        self.gain[circle] = max(0.0, (yes / inside + no / (self.size - inside)) * total / before - 1.0)

    def told_by(self, circle: int) -> float:
        self.judge(circle, array("i", bytes(4 * C)))
        return self.gain[circle]

    # ---- moves

    def step(self, kind: bits.i32, figures: bits.u32, pull: array[float], dice: Dice) -> None:
        """Move every particle once; drop those at their goal or without a move."""
        n: bits.i32 = 0
        k: bits.i32
        for k in range(self.size):
            target: bits.i32 = 0
            if self.circle[k] != self.goal[k]:
                target = self.chosen(k, kind, figures, pull, dice)
            if target:
                self.stay(k, n)
                self.circle[n] = target
                self.visited[3 * n + (target >> 6)] |= bits.bit(target & 63)
                n += 1
        self.size = n

    def chosen(self, k: bits.i32, kind: bits.i32, figures: bits.u32, pull: array[float], dice: Dice) -> bits.i32:
        """Sample the next circle of particle *k*; 0 if it has none."""
        origin: bits.i32 = self.circle[k]
        if kind == PLAIN:
            return self.drawn(k, NEXT_ROOM * origin, PLAIN, jack_moves.plain(origin, figures), pull, dice)
        if kind == COACH:
            goal: bits.u32 = self.goal[k]
            first: bits.u32 = jack_moves.firsts(origin, goal, 0xFFFF, 0)
            if first == 0:
                return 0
            between: bits.i32 = self.drawn(k, NEXT_ROOM * origin, PLAIN, first, pull, dice)
            self.visited[3 * k + (between >> 6)] |= bits.bit(between & 63)
            second: bits.u32 = jack_moves.seconds(origin, between, goal)
            return self.drawn(k, NEXT_ROOM * between, PLAIN, second, pull, dice)
        if kind in {BOAT, HIDDEN} and ALL_AFLOAT[origin]:
            return self.drawn(k, BOAT_ROOM * origin, BOAT, ALL_AFLOAT[origin], pull, dice)
        if kind in {ALLEY, HIDDEN}:
            return self.drawn(k, NEXT_ROOM * origin, ALLEY, ALL_ACROSS[origin], pull, dice)
        return 0

    def drawn(
        self, k: bits.i32, at: bits.i32, kind: bits.i32, mask: bits.u32, pull: array[float], dice: Dice
    ) -> bits.i32:
        """Sample one of the circles that *mask* selects from a table, weighted by *pull*."""
        total: float = 0.0
        chosen: bits.i32 = 0
        pulled: bits.i32 = FARTHEST * self.player_type[k]
        goal: bits.i32 = self.goal[k]
        while mask:
            place: bits.i32 = at + bits.lowest(mask)
            mask &= mask - 1
            target: bits.i32 = NEXT[place] if kind == PLAIN else ACROSS[place] if kind == ALLEY else AFLOAT[place]
            if kind != PLAIN and target == goal:
                continue
            weight: float = pull[pulled + FAR[C * target + goal]]
            total += weight
            if total * chance(dice) <= weight:
                chosen = target
        return chosen


board.follow(use)

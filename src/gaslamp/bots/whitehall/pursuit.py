"""Values of single steps: positions of the figures, and circles for Jack.

The figures are valued by what they could arrest, learn and cover. A circle is valued for Jack by the distance to his
goals and by the probability that he is expected target. Runs as Python and compiled (see pursuit.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall import weights
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.streets import distances, reaches
from gaslamp.bots.whitehall.weights import ARREST, CORNERED, COVER, DRIFT, HUNTED, LEARN, LESS, NEAR
from gaslamp.core import bits
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import RANGE_ROOM, SPACES, WALK_ROOM, C, X, zeros
from gaslamp.titles.whitehall.rules.choices import jack_moves

# Lists of weights; C arrays when compiled.
COVERED = list(weights.COVERED)
BESIDE = list(weights.BESIDE)

# C arrays when compiled; filled by `use`.
FAR = zeros(C * C)
RANGE = zeros(X * RANGE_ROOM)
RANGE_COUNT = zeros(X)
REACH = zeros(X * C)
WALKS_TO = zeros(X * WALK_ROOM)
WALK_COUNT = zeros(X)


def use(tables: board.BoardTables) -> None:
    FAR[:] = distances(tables)
    RANGE[:] = tables.range
    RANGE_COUNT[:] = tables.range_count
    REACH[:] = reaches(tables)
    WALKS_TO[:] = tables.walk[: X * WALK_ROOM]  # plain walks come first in each list
    WALK_COUNT[:] = tables.walk_count[:X]


class Outlook:
    """Inputs for valuing figure positions: probabilities by circle, now and a turn later, and gains of searches."""

    __slots__ = ("chance", "gain", "soon", "where", "count", "barred", "both")

    chance: array[float]  # probability that Jack is target, by circle
    gain: array[float]  # information gain of a search
    soon: array[float]  # probability a move later
    where: array[int]  # circles with `soon` set
    count: bits.i32  # length of `where`
    barred: array[int]  # 1: no search; 2: no arrest
    both: array[int]

    def __init__(self) -> None:
        self.chance = array("d", bytes(8 * C))
        self.gain = array("d", bytes(8 * C))
        self.soon = array("d", bytes(8 * C))
        self.where = array("B", bytes(C))
        self.barred = array("B", bytes(C))
        self.both = array("i", bytes(4 * C))
        self.count = 0

    def bar(self, circle: bits.i32, how: bits.i32) -> None:
        self.barred[circle] |= how

    def look(self, jacks: Particles, ahead: Particles, figures: bits.u32) -> None:
        """Compute the inputs from the particles, now and a move later; gains only near the figures."""
        k: bits.i32
        circle: bits.i32
        jacks.count()
        total: float = jacks.size
        for circle in range(1, C):
            self.chance[circle] = jacks.now[circle] / total
            self.gain[circle] = 0.0
            if self.barred[circle] & 1 == 0 and nearest(figures, circle) <= 2:
                jacks.judge(circle, self.both)
                self.gain[circle] = jacks.gain[circle]
        ahead.count()
        self.count = ahead.places
        for k in range(ahead.places):
            circle = ahead.support[k]
            self.where[k] = circle
            self.soon[circle] = ahead.now[circle] / float(ahead.size)

    def weigh(self, circle: bits.i32, share: float) -> None:
        """Set the probability of a circle, where it is known more precisely than from the particles."""
        self.chance[circle] = share

    def worth(self, figures: bits.u32) -> float:
        """Return the value of a figure position, in points (see weights.py)."""
        value: float = 0.0
        f: bits.i32
        k: bits.i32
        taken: bits.u32 = 0
        for f in range(3):
            x: bits.i32 = figures >> 8 * f & 255
            best: float = 0.0
            named: bits.u32 = 0
            learnt: float = 0.0
            less: float = LEARN
            for k in range(RANGE_COUNT[x]):
                circle: bits.u32 = RANGE[RANGE_ROOM * x + k]
                if circle in {taken & 255, taken >> 8 & 255}:
                    continue
                if self.chance[circle] > best and self.barred[circle] < 2:
                    best = self.chance[circle]
                    named = circle
                if self.gain[circle] > 0.0:
                    learnt += less * self.gain[circle]
                    less *= LESS
            taken |= named << 8 * f
            value += ARREST * best + learnt
        for k in range(self.count):
            spot: bits.i32 = self.where[k]
            steps0: bits.i32 = REACH[C * (figures & 255) + spot]
            steps1: bits.i32 = REACH[C * (figures >> 8 & 255) + spot]
            steps2: bits.i32 = REACH[C * (figures >> 16 & 255) + spot]
            close: bits.i32 = min(steps0, steps1, steps2)
            value += self.soon[spot] * (COVER * COVERED[min(close, 7)] - DRIFT * (steps0 + steps1 + steps2))
        return value

    def plan(self, figures: bits.u32, first: bits.i32) -> bits.u32:
        """Return the best crossings for figure *first* and later ones, by coordinate ascent."""
        best: float = self.worth(figures)
        planned: bits.u32 = figures
        f: bits.i32
        k: bits.i32
        for _ in range(3):
            before: bits.u32 = planned
            for f in range(first, 3):
                x: bits.i32 = figures >> 8 * f & 255
                for k in range(WALK_COUNT[x]):
                    target: bits.u32 = WALKS_TO[WALK_ROOM * x + k]
                    if bits.has_byte(planned, target):
                        continue
                    tried: bits.u32 = bits.with_byte(planned, f, target)
                    value: float = self.worth(tried)
                    if value > best + 1e-9:
                        best = value
                        planned = tried
            if planned == before:
                break
        return planned


def nearest(figures: bits.u32, circle: bits.i32) -> bits.i32:
    return min(
        REACH[C * (figures & 255) + circle],
        REACH[C * (figures >> 8 & 255) + circle],
        REACH[C * (figures >> 16 & 255) + circle],
    )


class Fugitive:
    """Jack with his path, goals, tiles and remaining spaces."""

    __slots__ = ("circle", "track", "goals", "tiles", "after", "visited", "shy")

    circle: bits.i32
    track: bits.i32
    goals: bits.u32  # packed, one byte each
    tiles: bits.u32  # left by kind, one nibble each
    after: array[float]  # cost of the remaining tour, by goal index
    visited: array[int]  # circles of the path, three words
    shy: float  # weight of being expected on a circle

    def __init__(self, circle: bits.i32, track: bits.i32, goals: bits.u32, shy: float) -> None:
        self.circle = circle
        self.track = track
        self.goals = goals
        self.tiles = 0
        self.after = array("d", bytes(8 * 4))
        self.visited = array("Q", bytes(24))
        self.shy = shy

    def become(self, other: Fugitive) -> None:
        k: bits.i32
        self.circle, self.track, self.goals, self.shy = other.circle, other.track, other.goals, other.shy
        self.tiles = other.tiles
        for k in range(4):
            self.after[k] = other.after[k]
        for k in range(3):
            self.visited[k] = other.visited[k]

    def expect(self, goal: bits.i32, cost: float) -> None:
        """Set the cost of the remaining tour after the goal at this index."""
        self.after[goal] = cost

    def pose(self, jacks: Particles, k: bits.i32, track: bits.i32, tiles: bits.u32, shy: float) -> None:
        n: bits.i32
        self.circle, self.track, self.tiles, self.shy = jacks.circle[k], track, tiles, shy
        self.goals = jacks.goal[k]
        for n in range(3):
            self.visited[n] = jacks.visited[3 * k + n]
        for n in range(4):
            self.after[n] = 0.0

    def enter(self, circle: bits.i32) -> None:
        self.visited[circle >> 6] |= bits.bit(circle & 63)

    def was_at(self, circle: bits.i32) -> bits.flag:
        return self.visited[circle >> 6] >> (circle & 63) & 1 != 0

    def reached(self) -> bits.flag:
        return bits.has_byte(self.goals, self.circle)

    def away(self) -> bits.i32:
        k: bits.i32
        least: bits.i32 = 99
        for k in range(4):
            goal: bits.i32 = self.goals >> 8 * k & 255
            if goal:
                least = min(least, FAR[C * self.circle + goal])
        return least

    def arrives(self, end: bits.i32) -> bits.flag:
        return bits.has_byte(self.goals, end)

    def worth(self, end: bits.i32, boxes: bits.i32, kind: bits.i32, figures: bits.u32, thought: array[float]) -> float:
        """Return the value of a circle, in moves; *thought* is where the investigators expect Jack then."""
        k: bits.i32
        left: bits.i32 = SPACES - self.track - boxes
        moves: float = 99.0
        least: bits.i32 = 99
        for k in range(4):
            goal: bits.i32 = self.goals >> 8 * k & 255
            if goal:
                away: bits.i32 = FAR[C * end + goal]
                cost: float = away + self.after[k]
                if away <= left and cost < moves:
                    moves = cost
                least = min(least, away)
        arrives: bits.flag = kind == PLAIN and self.arrives(end)
        if arrives:
            moves = self.after[bits.find_byte(self.goals, end)] - 1.0
        value: float = -moves
        if not arrives:
            value -= 100.0 if least > left else 2.0 if least > left - 1 else 0.7 if least > left - 2 else 0.0
        return value - self.danger(end, figures, thought, arrives)

    def danger(self, end: bits.i32, figures: bits.u32, thought: array[float], arrives: bits.flag) -> float:
        circle: bits.i32
        close: bits.i32 = nearest(figures, end)
        value: float = NEAR * BESIDE[min(close, 7)]
        if close <= 2:
            likelier: bits.i32 = 0
            for circle in range(1, C):
                if thought[circle] > thought[end] and nearest(figures, circle) <= 2:
                    likelier += 1
            suspected: float = min(1.0, 3.0 * thought[end])
            value += self.shy * HUNTED * suspected * (1.0 if likelier < 3 else 0.6 if likelier < 6 else 0.3)
        if not arrives:
            ways: bits.i32 = (
                bits.popcount(jack_moves.plain(end, figures))
                + bits.popcount(jack_moves.alleys(end, self.goals, self.tiles))
                + bits.popcount(jack_moves.boats(end, self.tiles))
            )
            value += CORNERED * (1.0 if ways <= 1 else 0.4 if ways == 2 else 0.15 if ways == 3 else 0.0)
        return value


board.follow(use)

"""What one step is worth: what the figures make of a crowd of Jacks, and where Jack had better be.

The figures judge a place by what they could arrest, learn and cover from there. Jack judges a circle by how far it
still is, and by how surely he is thought to be there. Runs as it stands, and compiled (see pursuit.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall import weights
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.streets import distances, reaches
from gaslamp.bots.whitehall.weights import ARREST, CORNERED, COVER, DRIFT, HUNTED, LEARN, LESS, NEAR
from gaslamp.core import bits
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import RANGE_ROOM, SPACES, WALK_ROOM, C, X, zeros
from gaslamp.titles.whitehall.rules.choices import jack_moves

# Lists of weights; compiled, C arrays.
COVERED = list(weights.COVERED)
BESIDE = list(weights.BESIDE)

# Compiled, these are C arrays. `use` fills them.
FAR = zeros(C * C)
RANGE = zeros(X * RANGE_ROOM)
RANGE_COUNT = zeros(X)
REACH = zeros(X * C)
WALKS_TO = zeros(X * WALK_ROOM)
WALK_COUNT = zeros(X)


def use(tables: board.Board) -> None:
    """Take over the tables of a board."""
    FAR[:] = distances(tables)
    RANGE[:] = tables.range
    RANGE_COUNT[:] = tables.range_count
    REACH[:] = reaches(tables)
    WALKS_TO[:] = tables.walk[: X * WALK_ROOM]  # plain walks are the first of their lists
    WALK_COUNT[:] = tables.walk_count[:X]


class Outlook:
    """What the figures go by: where Jack may be, what searches would tell, where he may be in a turn."""

    __slots__ = ("chance", "gain", "soon", "where", "count", "barred", "both")

    chance: array[float]  # by circle: Jack is there
    gain: array[float]  # what a search there tells
    soon: array[float]  # the chance that he will be there
    where: array[int]  # the circles with such a chance
    count: bits.i32  # so many
    barred: array[int]  # 1: not to be searched; 2: nor to be arrested
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
        """Take note of a marker or a false clue."""
        self.barred[circle] |= how

    def look(self, jacks: Crowd, ahead: Crowd, figures: bits.u32) -> None:
        """Take in a crowd, the same a move later, and what could be learnt near the figures."""
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
        """Say better than the crowd how likely Jack is somewhere."""
        self.chance[circle] = share

    def worth(self, figures: bits.u32) -> float:
        """How well the figures stand."""
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
            here: bits.i32 = self.where[k]
            one: bits.i32 = REACH[C * (figures & 255) + here]
            two: bits.i32 = REACH[C * (figures >> 8 & 255) + here]
            three: bits.i32 = REACH[C * (figures >> 16 & 255) + here]
            close: bits.i32 = min(one, two, three)
            value += self.soon[here] * (COVER * COVERED[min(close, 7)] - DRIFT * (one + two + three))
        return value

    def plan(self, figures: bits.u32, first: bits.i32) -> bits.u32:
        """Where the figures from this one on had best walk: each in turn, until none finds anything better."""
        best: float = self.worth(figures)
        found: bits.u32 = figures
        f: bits.i32
        k: bits.i32
        for _ in range(3):
            before: bits.u32 = found
            for f in range(first, 3):
                x: bits.i32 = figures >> 8 * f & 255
                for k in range(WALK_COUNT[x]):
                    there: bits.u32 = WALKS_TO[WALK_ROOM * x + k]
                    if bits.has_byte(found, there):
                        continue
                    tried: bits.u32 = bits.with_byte(found, f, there)
                    value: float = self.worth(tried)
                    if value > best + 1e-9:
                        best = value
                        found = tried
            if found == before:
                break
        return found


def nearest(figures: bits.u32, circle: bits.i32) -> bits.i32:
    """The steps of the nearest figure to a circle."""
    return min(
        REACH[C * (figures & 255) + circle],
        REACH[C * (figures >> 8 & 255) + circle],
        REACH[C * (figures >> 16 & 255) + circle],
    )


class Fugitive:
    """Jack as he knows himself: where he is and was, what is left of the round, and where he wants to go."""

    __slots__ = ("circle", "track", "goals", "after", "seen", "shy")

    circle: bits.i32
    track: bits.i32
    goals: bits.u32  # a byte each
    after: array[float]  # by goal: what the rest of the tour costs from there, in moves of this round
    seen: array[int]  # three words: the circles of his row
    shy: float  # how much he minds being hunted

    def __init__(self, circle: bits.i32, track: bits.i32, goals: bits.u32, shy: float) -> None:
        self.circle = circle
        self.track = track
        self.goals = goals
        self.after = array("d", bytes(8 * 4))
        self.seen = array("Q", bytes(24))
        self.shy = shy

    def become(self, other: Fugitive) -> None:
        """Take over all of another."""
        k: bits.i32
        self.circle, self.track, self.goals, self.shy = other.circle, other.track, other.goals, other.shy
        for k in range(4):
            self.after[k] = other.after[k]
        for k in range(3):
            self.seen[k] = other.seen[k]

    def expect(self, goal: bits.i32, cost: float) -> None:
        """Say what the rest of the tour costs from a goal, by its place."""
        self.after[goal] = cost

    def pose(self, jacks: Crowd, k: bits.i32, track: bits.i32, shy: float) -> None:
        """Be a member of a crowd."""
        n: bits.i32
        self.circle, self.track, self.shy = jacks.here[k], track, shy
        self.goals = jacks.goal[k]
        for n in range(3):
            self.seen[n] = jacks.seen[3 * k + n]
        for n in range(4):
            self.after[n] = 0.0

    def enter(self, circle: bits.i32) -> None:
        """Note a circle of his row."""
        self.seen[circle >> 6] |= bits.bit(circle & 63)

    def was_at(self, circle: bits.i32) -> bits.flag:
        """Whether a circle is in his row."""
        return self.seen[circle >> 6] >> (circle & 63) & 1 != 0

    def reached(self) -> bits.flag:
        """Whether he is at a goal."""
        return bits.has_byte(self.goals, self.circle)

    def away(self) -> bits.i32:
        """How many moves it is to the nearest goal."""
        k: bits.i32
        least: bits.i32 = 99
        for k in range(4):
            goal: bits.i32 = self.goals >> 8 * k & 255
            if goal:
                least = min(least, FAR[C * self.circle + goal])
        return least

    def worth(self, end: bits.i32, boxes: bits.i32, kind: bits.i32, figures: bits.u32, thought: array[float]) -> float:
        """How well he would stand on a circle, in moves; `thought` is what everybody makes of such a move."""
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
        arrives: bits.flag = kind == PLAIN and bits.has_byte(self.goals, end)
        if arrives:
            moves = self.after[bits.find_byte(self.goals, end)] - 1.0
        value: float = -moves
        if not arrives:
            value -= 100.0 if least > left else 2.0 if least > left - 1 else 0.7 if least > left - 2 else 0.0
        return value - self.danger(end, figures, thought, arrives)

    def danger(self, end: bits.i32, figures: bits.u32, thought: array[float], arrives: bits.flag) -> float:
        """How dangerous a circle is, in moves."""
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
            ways: bits.i32 = bits.popcount(jack_moves.plain(end, figures))
            value += CORNERED * (1.0 if ways <= 1 else 0.4 if ways == 2 else 0.15 if ways == 3 else 0.0)
        return value


board.follow(use)

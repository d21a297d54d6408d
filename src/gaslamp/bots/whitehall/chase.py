"""Rollouts of the next turns, with particles for the investigators' belief.

Runs as Python and compiled (see chase.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall import pursuit, weights
from gaslamp.bots.whitehall.belief import particles
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.pursuit import Fugitive, Outlook
from gaslamp.bots.whitehall.streets import reaches
from gaslamp.bots.whitehall.weights import HOPES, SPENT, UNSAFE
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import (
    ALLEY,
    BOAT,
    BOAT_ROOM,
    COACH,
    NEXT_ROOM,
    RANGE_ROOM,
    SPACES,
    C,
    X,
    zeros,
)
from gaslamp.titles.whitehall.rules.choices import jack_moves

# Lists of weights; C arrays when compiled.
BESIDE = list(weights.BESIDE)
SURE = list(weights.SURE)
CORNER = list(weights.CORNER)

# C arrays when compiled; filled by `use`.
ACROSS = zeros(C * NEXT_ROOM)
AFLOAT = zeros(C * BOAT_ROOM)
NEXT = zeros(C * NEXT_ROOM)
RANGE = zeros(X * RANGE_ROOM)
RANGE_COUNT = zeros(X)
REACH = zeros(X * C)


def use(tables: board.BoardTables) -> None:
    ACROSS[:] = tables.alley
    AFLOAT[:] = tables.boat
    NEXT[:] = tables.next
    RANGE[:] = tables.range
    RANGE_COUNT[:] = tables.range_count
    REACH[:] = reaches(tables)


class Chase:
    """A rollout that can be restarted; holds copies of Jack and of the particles."""

    __slots__ = ("jacks", "ahead", "other", "outlook", "jack", "thought", "both", "figures", "pull", "hopes",
                 "features", "best", "chosen")  # fmt: skip

    jacks: Particles
    ahead: Particles
    other: Particles
    outlook: Outlook
    jack: Fugitive
    thought: array[float]
    both: array[int]
    figures: bits.u32
    pull: array[float]  # as in path_counts.MoveModel
    hopes: array[float]  # weights of the features
    features: array[float]
    best: float  # value of the best move so far
    chosen: bits.u32  # its circles, packed in order

    def __init__(self, room: bits.i32, pull: array[float], hopes: array[float]) -> None:
        self.jacks = Particles(room)
        self.ahead = Particles(room)
        self.other = Particles(room)
        self.outlook = Outlook()
        self.jack = Fugitive(0, 0, 0, 1.0)
        self.thought = array("d", bytes(8 * C))
        self.both = array("i", bytes(4 * C))
        self.figures = self.chosen = 0
        self.best = 0.0
        self.pull = pull
        self.hopes = hopes
        self.features = array("d", bytes(8 * HOPES))

    def begin(self, jack: Fugitive, jacks: Particles, figures: bits.u32, outlook: Outlook) -> None:
        k: bits.i32
        self.jack.become(jack)
        self.jacks.thinned(1 if jacks.size <= self.jacks.room else 1 + (jacks.size - 1) // self.jacks.room, jacks)
        self.figures = figures
        for k in range(C):
            self.outlook.barred[k] = outlook.barred[k]

    def move(self, kind: bits.i32, first: bits.i32, second: bits.i32, dice: Dice) -> None:
        """Make a given move of Jack; *second* is 0 except for a Coach."""
        self.jacks.step(kind, self.figures, self.pull, dice)
        self.jack.enter(first)
        self.jack.circle = first
        self.jack.track += 1
        if second:
            self.jack.enter(second)
            self.jack.circle = second
            self.jack.track += 1

    def flee(self, dice: Dice) -> bits.flag:
        """Make Jack's best plain move by a one-step evaluation, or a tile's if that is dangerous.

        Returns False if he has no move.
        """
        jack: Fugitive = self.jack
        circle: bits.i32 = jack.circle
        moves: bits.u32 = jack_moves.plain(circle, self.figures)
        if jack.tiles:
            self.ahead.become(self.jacks)
        self.jacks.step(PLAIN, self.figures, self.pull, dice)
        self.think(self.jacks)
        self.best = -1e9
        self.chosen = 0
        while moves:
            self.consider(NEXT[NEXT_ROOM * circle + bits.lowest(moves)], 0, PLAIN, dice)
            moves &= moves - 1
        if jack.tiles and (
            self.chosen == 0 or jack.danger(self.chosen, self.figures, self.thought, jack.arrives(self.chosen)) > UNSAFE
        ):
            self.flee_by(ALLEY, dice)
            self.flee_by(BOAT, dice)
            self.flee_by(COACH, dice)
        if self.chosen == 0:
            return False
        for k in range(2):
            if self.chosen >> 8 * k & 255:
                jack.enter(self.chosen >> 8 * k & 255)
                jack.circle = self.chosen >> 8 * k & 255
                jack.track += 1
        return True

    def flee_by(self, kind: bits.i32, dice: Dice) -> None:
        """Consider the moves of one kind of tile; `ahead` are the particles before the move."""
        jack: Fugitive = self.jack
        circle: bits.i32 = jack.circle
        before: bits.u32 = self.chosen
        moves: bits.u32 = 0
        if kind == ALLEY:
            moves = jack_moves.alleys(circle, jack.goals, jack.tiles)
        elif kind == BOAT:
            moves = jack_moves.boats(circle, jack.tiles)
        else:
            moves = jack_moves.firsts(circle, jack.goals, jack.tiles, jack.track)
        if moves == 0:
            return
        self.other.become(self.ahead)
        self.other.step(kind, self.figures, self.pull, dice)
        self.think(self.other)
        while moves:
            k: bits.i32 = bits.lowest(moves)
            moves &= moves - 1
            if kind == ALLEY:
                self.consider(ACROSS[NEXT_ROOM * circle + k], 0, kind, dice)
            elif kind == BOAT:
                self.consider(AFLOAT[BOAT_ROOM * circle + k], 0, kind, dice)
            else:
                between: bits.i32 = NEXT[NEXT_ROOM * circle + k]
                then: bits.u32 = jack_moves.seconds(circle, between, jack.goals)
                while then:
                    self.consider(NEXT[NEXT_ROOM * between + bits.lowest(then)], between, kind, dice)
                    then &= then - 1
        if self.chosen != before:
            self.jacks.become(self.other)
            jack.tiles -= bits.bit(4 * kind)

    def consider(self, end: bits.i32, between: bits.i32, kind: bits.i32, dice: Dice) -> None:
        """Remember a move if it is the best; *between* is the first circle of a Coach, else 0."""
        boxes: bits.i32 = 2 if between else 1
        value: float = self.jack.worth(end, boxes, kind, self.figures, self.thought) + 0.5 * particles.chance(dice)
        if kind != PLAIN:
            value -= SPENT
        if value > self.best:
            self.best = value
            self.chosen = between | end << 8 if between else end

    def think(self, jacks: Particles) -> None:
        circle: bits.i32
        jacks.count()
        for circle in range(C):
            self.thought[circle] = jacks.now[circle] / float(jacks.size) if jacks.size else 0.0

    def walk(self, dice: Dice) -> None:
        self.ahead.become(self.jacks)
        self.ahead.step(PLAIN, 0, self.pull, dice)
        if self.ahead.size == 0:
            self.ahead.become(self.jacks)
        self.outlook.look(self.jacks, self.ahead, self.figures)
        self.figures = self.outlook.plan(self.figures, 0)

    def act(self) -> bits.flag:
        """Let each figure search or arrest. Returns True if Jack is caught."""
        f: bits.i32
        k: bits.i32
        for f in range(3):
            x: bits.i32 = self.figures >> 8 * f & 255
            if self.jacks.size == 0:
                return False
            self.jacks.count()
            named: bits.i32 = 0
            for k in range(RANGE_COUNT[x]):
                circle: bits.i32 = RANGE[RANGE_ROOM * x + k]
                if self.outlook.barred[circle] < 2 and self.jacks.now[circle] > self.jacks.now[named]:
                    named = circle
            if self.jacks.now[named] < SURE[f] * self.jacks.size and (self.search(x) or self.jacks.now[named] == 0):
                continue  # no useful search left: arrest at any probability
            if named == self.jack.circle:
                return True
            if self.jacks.now[named] < self.jacks.size:  # else no particle would be left
                self.jacks.not_at(named)
        return False

    def search(self, x: bits.i32) -> bits.i32:
        """Search the most informative circles in range until a clue is found. Returns the number of searches."""
        k: bits.i32
        searched: bits.u32 = 0
        while self.jacks.size > 1:
            best: float = 1e-6
            chosen: bits.i32 = -1
            self.jacks.count()
            for k in range(RANGE_COUNT[x]):
                circle: bits.i32 = RANGE[RANGE_ROOM * x + k]
                if searched >> k & 1 == 0 and self.outlook.barred[circle] == 0:
                    self.jacks.judge(circle, self.both)
                    if self.jacks.gain[circle] > best:
                        best = self.jacks.gain[circle]
                        chosen = k
            if chosen < 0:
                break
            searched |= bits.bit(chosen)
            circle = RANGE[RANGE_ROOM * x + chosen]
            hit: bits.flag = self.jack.was_at(circle)
            self.jacks.searched(circle, hit)
            if hit:
                self.outlook.barred[circle] |= 1
                break
        return bits.popcount(searched)

    def answer(self, dice: Dice) -> float:
        """Play the figures' turn. Returns Jack's result, 0 or 1, or -1 if the round goes on."""
        if self.jack.track >= SPACES and not self.jack.reached():
            return 0.0
        if self.jacks.size:
            self.walk(dice)
        return self.acted()

    def acted(self) -> float:
        if self.jacks.size and self.act():
            return 0.0
        return 1.0 if self.jack.reached() else -1.0

    def played_out(self, turns: bits.i32, dice: Dice) -> float:
        """Play *turns* turns, the figures first. Returns Jack's chance of reaching a goal."""
        return self.fled(turns, self.answer(dice), dice)

    def closed_in(self, figures: bits.u32, turns: bits.i32, dice: Dice) -> float:
        """Play on after the figures have walked. Returns like `played_out`."""
        self.figures = figures
        return self.fled(turns, self.acted(), dice)

    def fled(self, turns: bits.i32, result: float, dice: Dice) -> float:
        """Play on from Jack's move, unless *result* is final."""
        for _ in range(turns - 1):
            if result >= 0.0:
                return result
            if not self.flee(dice):
                return 0.05
            result = self.answer(dice)
        return result if result >= 0.0 else self.hope()

    def hope(self) -> float:
        if self.jack.away() > SPACES - self.jack.track:
            return 0.02
        self.describe()
        k: bits.i32
        value: float = 0.0
        for k in range(HOPES):
            value += self.hopes[k] * self.features[k]
        return max(0.05, min(0.98, value))

    def describe(self) -> None:
        f: bits.i32
        self.think(self.jacks)
        circle: bits.i32 = self.jack.circle
        least: bits.i32 = self.jack.away()
        near: float = BESIDE[min(pursuit.nearest(self.figures, circle), 7)]
        suspected: float = min(1.0, 3.0 * self.thought[circle])
        all_near: float = 0.0
        for f in range(3):
            all_near += BESIDE[min(REACH[C * (self.figures >> 8 * f & 255) + circle], 7)]
        ways: bits.i32 = bits.popcount(jack_moves.plain(circle, self.figures))
        self.features[0] = 1.0
        self.features[1] = least / 8.0
        self.features[2] = min(6, SPACES - self.jack.track - least) / 6.0
        self.features[3] = suspected
        self.features[4] = suspected if near > 0.0 else 0.0
        self.features[5] = near
        self.features[6] = all_near / 3.0
        self.features[7] = CORNER[min(ways, 4)]

    def described(self) -> list[float]:
        self.describe()
        return list(self.features)


board.follow(use)

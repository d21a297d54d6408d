"""The chase played out: how it may go on for some turns, with a crowd of Jacks for what the figures believe.

Runs as it stands, and compiled (see chase.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.whitehall import pursuit, weights
from gaslamp.bots.whitehall.belief import crowd
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.pursuit import Fugitive, Outlook
from gaslamp.bots.whitehall.streets import reaches
from gaslamp.bots.whitehall.weights import HOPES
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.states import PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import NEXT_ROOM, RANGE_ROOM, SPACES, C, X, zeros
from gaslamp.titles.whitehall.rules.choices import jack_moves

# Lists of weights; compiled, C arrays.
BESIDE = list(weights.BESIDE)
SURE = list(weights.SURE)
CORNER = list(weights.CORNER)

# Compiled, these are C arrays. `use` fills them.
NEXT = zeros(C * NEXT_ROOM)
RANGE = zeros(X * RANGE_ROOM)
RANGE_COUNT = zeros(X)
REACH = zeros(X * C)


def use(tables: board.Board) -> None:
    """Take over the tables of a board."""
    NEXT[:] = tables.next
    RANGE[:] = tables.range
    RANGE_COUNT[:] = tables.range_count
    REACH[:] = reaches(tables)


class Chase:
    """Plays on from a moment, with a crowd of Jacks for what the figures believe."""

    __slots__ = ("jacks", "ahead", "outlook", "jack", "thought", "both", "figures", "pull", "hopes", "features")

    jacks: Crowd
    ahead: Crowd
    outlook: Outlook
    jack: Fugitive
    thought: array[float]
    both: array[int]
    figures: bits.u32
    pull: array[float]  # of the goals on the members of the crowd, as in lanes.Bearing
    hopes: array[float]  # what each feature is worth where it is left off
    features: array[float]

    def __init__(self, room: bits.i32, pull: array[float], hopes: array[float]) -> None:
        self.jacks = Crowd(room)
        self.ahead = Crowd(room)
        self.outlook = Outlook()
        self.jack = Fugitive(0, 0, 0, 1.0)
        self.thought = array("d", bytes(8 * C))
        self.both = array("i", bytes(4 * C))
        self.figures = 0
        self.pull = pull
        self.hopes = hopes
        self.features = array("d", bytes(8 * HOPES))

    def begin(self, jack: Fugitive, jacks: Crowd, figures: bits.u32, outlook: Outlook) -> None:
        """Go back to the moment from which it is played on."""
        k: bits.i32
        self.jack.become(jack)
        self.jacks.thinned(1 if jacks.size <= self.jacks.room else 1 + (jacks.size - 1) // self.jacks.room, jacks)
        self.figures = figures
        for k in range(C):
            self.outlook.barred[k] = outlook.barred[k]

    def move(self, kind: bits.i32, one: bits.i32, two: bits.i32, dice: Dice) -> None:
        """Let Jack make a move; everybody is told which kind."""
        self.jacks.step(kind, self.figures, self.pull, dice)
        self.jack.enter(one)
        self.jack.circle = one
        self.jack.track += 1
        if two:
            self.jack.enter(two)
            self.jack.circle = two
            self.jack.track += 1

    def flee(self, dice: Dice) -> bits.flag:
        """Let Jack move as seems best at a glance; he may not be able to."""
        found: bits.u32 = jack_moves.plain(self.jack.circle, self.figures)
        if found == 0:
            return False
        here: bits.i32 = self.jack.circle
        self.jacks.step(PLAIN, self.figures, self.pull, dice)
        self.think()
        best: float = -1e9
        chosen: bits.i32 = 0
        while found:
            there: bits.i32 = NEXT[NEXT_ROOM * here + bits.lowest(found)]
            found &= found - 1
            value: float = self.jack.worth(there, 1, PLAIN, self.figures, self.thought) + 0.5 * crowd.chance(dice)
            if value > best:
                best = value
                chosen = there
        self.jack.enter(chosen)
        self.jack.circle = chosen
        self.jack.track += 1
        return True

    def think(self) -> None:
        """Find where Jack is thought to be."""
        circle: bits.i32
        self.jacks.count()
        for circle in range(C):
            self.thought[circle] = self.jacks.now[circle] / float(self.jacks.size) if self.jacks.size else 0.0

    def walk(self, dice: Dice) -> None:
        """Let the figures walk."""
        self.ahead.become(self.jacks)
        self.ahead.step(PLAIN, 0, self.pull, dice)
        if self.ahead.size == 0:
            self.ahead.become(self.jacks)
        self.outlook.look(self.jacks, self.ahead, self.figures)
        self.figures = self.outlook.plan(self.figures, 0)

    def act(self) -> bits.flag:
        """Let the figures search and arrest; tell whether they have him."""
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
                continue  # where nothing is left to ask any chance will do
            if named == self.jack.circle:
                return True
            if self.jacks.now[named] < self.jacks.size:  # else they were all wrong, and know nothing better
                self.jacks.not_at(named)
        return False

    def search(self, x: bits.i32) -> bits.i32:
        """Let a figure search what tells most, and go on while it finds nothing; tell how often it searched."""
        k: bits.i32
        asked: bits.u32 = 0
        while self.jacks.size > 1:
            best: float = 1e-6
            chosen: bits.i32 = -1
            self.jacks.count()
            for k in range(RANGE_COUNT[x]):
                circle: bits.i32 = RANGE[RANGE_ROOM * x + k]
                if asked >> k & 1 == 0 and self.outlook.barred[circle] == 0:
                    self.jacks.judge(circle, self.both)
                    if self.jacks.gain[circle] > best:
                        best = self.jacks.gain[circle]
                        chosen = k
            if chosen < 0:
                break
            asked |= bits.bit(chosen)
            circle = RANGE[RANGE_ROOM * x + chosen]
            found: bits.flag = self.jack.was_at(circle)
            self.jacks.searched(circle, found)
            if found:
                self.outlook.barred[circle] |= 1
                break
        return bits.popcount(asked)

    def answer(self, dice: Dice) -> float:
        """Play the turn of the figures; give what it came to for Jack, 0 to 1, or -1 if it goes on."""
        if self.jack.track >= SPACES and not self.jack.reached():
            return 0.0
        if self.jacks.size:
            self.walk(dice)
        return self.acted()

    def acted(self) -> float:
        """Let the figures act where they stand; give what it came to for Jack."""
        if self.jacks.size and self.act():
            return 0.0
        return 1.0 if self.jack.reached() else -1.0

    def played_out(self, turns: bits.i32, dice: Dice) -> float:
        """Play some turns, the figures first; give what Jack's chances are then."""
        return self.fled(turns, self.answer(dice), dice)

    def closed_in(self, figures: bits.u32, turns: bits.i32, dice: Dice) -> float:
        """Let the figures have walked, and play on; give what Jack's chances are then."""
        self.figures = figures
        return self.fled(turns, self.acted(), dice)

    def fled(self, turns: bits.i32, result: float, dice: Dice) -> float:
        """Play on from where Jack is to move, unless it is over."""
        for _ in range(turns - 1):
            if result >= 0.0:
                return result
            if not self.flee(dice):
                return 0.05
            result = self.answer(dice)
        return result if result >= 0.0 else self.hope()

    def hope(self) -> float:
        """Guess Jack's chances: how far it still is, how surely he is thought to be here, how near they are."""
        if self.jack.away() > SPACES - self.jack.track:
            return 0.02
        self.describe()
        k: bits.i32
        value: float = 0.0
        for k in range(HOPES):
            value += self.hopes[k] * self.features[k]
        return max(0.05, min(0.98, value))

    def describe(self) -> None:
        """Put into numbers what Jack's chances depend on."""
        f: bits.i32
        self.think()
        here: bits.i32 = self.jack.circle
        least: bits.i32 = self.jack.away()
        near: float = BESIDE[min(pursuit.nearest(self.figures, here), 7)]
        suspected: float = min(1.0, 3.0 * self.thought[here])
        all_near: float = 0.0
        for f in range(3):
            all_near += BESIDE[min(REACH[C * (self.figures >> 8 * f & 255) + here], 7)]
        ways: bits.i32 = bits.popcount(jack_moves.plain(here, self.figures))
        self.features[0] = 1.0
        self.features[1] = least / 8.0
        self.features[2] = min(6, SPACES - self.jack.track - least) / 6.0
        self.features[3] = suspected
        self.features[4] = suspected if near > 0.0 else 0.0
        self.features[5] = near
        self.features[6] = all_near / 3.0
        self.features[7] = CORNER[min(ways, 4)]

    def described(self) -> list[float]:
        """The same as a list, to learn from."""
        self.describe()
        return list(self.features)


board.follow(use)

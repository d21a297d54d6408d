"""Evaluation of a board for the Detective if the witnesses were called now, for each possible Jack.

Uses the handmade tables or trained rows: a row per next round and answer, with weights for the number of suspects and
for each feature. All arithmetic is on integers, so every machine chooses the same. Runs as plain Python and compiled.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gaslamp.bots.mr_jack import worth
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.core import bits
from gaslamp.titles.mr_jack.rules import board, whistle
from gaslamp.titles.mr_jack.rules.board import ALL, GOODLEY, HOLMES, LAST_ROUND, LESTRADE, SMITH, STEALTHY, WATSON

BEAM = board.BEAM
DISTANCE = board.DISTANCE
LIGHT = board.LIGHT
NEXT_TO = board.NEXT_TO
REACH2 = board.REACH2
REACH3 = board.REACH3
STEALTHY3 = board.STEALTHY3
STEALTHY4 = board.STEALTHY4
FAR = worth.FAR
NEAR = worth.NEAR
TURNED_UP = worth.TURNED_UP
LIKELY = worth.LIKELY
OPEN_EXITS = worth.OPEN_EXITS
NEAREST = worth.NEAREST
FEATURES = worth.FEATURES
ROW = worth.ROW
CERTAIN_AT = worth.CERTAIN_AT

WHISTLED_NEAR = 5  # distance at which Goodley can arrest
GOES_FIRST = 4000  # 4096ths: Jack's card is up, exit in reach
MAY_GO = 1100  # the same with unknown cards
WARY = 120  # small bonus for invisibility
FLEES = 900  # caught although out of all reaches
CORNERED = 3800
ONE_HUNTER = 1500  # Jack may play that card itself
HUNTED = 3950
LAST_LAMP = 4  # the last call that puts out a lamp
FAR_OFF = worth.FAR_OFF
FEW = 64  # 16ths of suspects; above, hunters do not matter
ALONE = 24
SUSPECTS = worth.SUSPECTS  # entries of a row: the rest of it is for features


class Prospects:
    """The Detective's belief, and the value of a board under it for each suspect."""

    __slots__ = (
        "weights", "values", "suspects", "seen", "unknown", "learnt", "rows", "features", "left", "reaches", "lit",
        "touching", "leavers", "reached", "shared",
    )  # fmt: skip

    weights: array[int]  # of each suspect, in 4096ths all together
    values: array[int]  # of the board judged last, in 4096ths
    suspects: bits.u32
    seen: bits.u32  # on the board judged last
    unknown: bits.i32  # alibi cards that the Detective may still draw
    learnt: bits.flag  # judge by the rows, not by hand
    rows: array[int]  # at ROW * (2 * round to come + visible), in 256ths of a logit
    features: array[int]  # of the board judged last: FEATURES of each suspect, in 64ths; then those in common
    left: array[int]  # how many suspects are left in effect with each, in 16ths
    reaches: array[int]  # destinations of each character, computed on first use
    reached: bits.flag
    shared: bits.i32  # what the features that suspects have in common come to
    lit: bits.u32  # characters in the light of lamps and lantern that burn in the round to come
    touching: bits.u32  # characters beside another one
    leavers: bits.u32  # characters with an exit in reach

    def __init__(self) -> None:
        self.learnt = False
        self.rows = array("i", bytes(4 * 18 * ROW))
        self.features = array("i", bytes(4 * 9 * FEATURES))
        self.left = array("i", bytes(4 * 8))
        self.reaches = array("Q", bytes(8 * 8))
        self.reached = False
        self.shared = 0
        self.lit = self.touching = self.leavers = 0
        self.weights = array("i", bytes(4 * 8))
        self.values = array("i", bytes(4 * 8))
        self.suspects = self.seen = 0
        self.unknown = 7

    def believe(self, weights: Sequence[int], unknown: bits.i32) -> None:
        character: bits.i32
        self.suspects = 0
        self.unknown = unknown
        for character in range(8):
            self.weights[character] = weights[character]
            if weights[character]:
                self.suspects |= bits.bit(character)

    def learn(self, rows: Sequence[int]) -> None:
        """Evaluate by these rows from now on; by the handmade tables if empty."""
        self.learnt = len(rows) > 0
        if rows:
            self.rows = array("i", rows)

    def weight(self, character: bits.i32) -> bits.i32:
        return self.weights[character]

    def value(self, character: bits.i32) -> bits.i32:
        return self.values[character]

    def look(self, here: Board) -> bits.u32:
        """Return the visible characters (MJ-34)."""
        light: bits.u64 = BEAM[6 * whistle.place(here.places, WATSON) + here.facing]
        post: bits.i32
        for post in range(8):
            if bits.nibble(here.lamps, post):
                light |= LIGHT[post]
        found: bits.u32 = 0
        character: bits.i32
        self.touching = 0
        for character in range(8):
            place: bits.i32 = whistle.place(here.places, character)
            if NEXT_TO[place] & here.occupied:
                self.touching |= bits.bit(character)
            elif light >> place & 1:
                found |= bits.bit(character)
        return found | self.touching

    def reach(self, here: Board, character: bits.i32) -> bits.u64:
        start: bits.i32 = 60 * here.covers + whistle.place(here.places, character)
        return STEALTHY4[start] if character == STEALTHY else REACH3[start]

    def can_leave(self, here: Board, character: bits.i32) -> bits.flag:
        """Return True if an exit is in reach (MJ-60); Lestrade moves a cordon first."""
        start: bits.i32 = 60 * here.covers + whistle.place(here.places, character)
        near: bits.u64 = STEALTHY3[start] if character == STEALTHY else REACH2[start]
        return (near & OPEN_EXITS[0 if character == LESTRADE else here.cordons]) != 0

    def judge(self, here: Board, number: bits.i32, cards: bits.u32, drawn: bits.flag) -> None:
        """Evaluate a board at the end of round *number*. The cards of an even next round are known."""
        character: bits.i32
        self.seen = self.look(here)
        for character in range(8):
            self.values[character] = 0
        if number == LAST_ROUND:
            return
        self.reached = False
        if self.learnt:
            self.look_ahead(here, number)
        self.judge_part(here, number + 1, cards, drawn, self.suspects & ~self.seen, False)
        self.judge_part(here, number + 1, cards, drawn, self.suspects & self.seen, True)

    def judge_part(
        self, here: Board, number: bits.i32, cards: bits.u32, drawn: bits.flag, part: bits.u32, visible: bits.flag
    ) -> None:
        """Evaluate one answer of the witnesses for the suspects left by it."""
        all_weights: bits.i32 = 0
        squares: bits.i32 = 0
        character: bits.i32
        for character in range(8):
            if part >> character & 1:
                all_weights += self.weights[character]
                squares += self.weights[character] * self.weights[character]
        if self.learnt and part:
            self.describe_all(number, cards, part, visible)
        for character in range(8):
            if not part >> character & 1:
                continue
            # In 16ths: mean of the effective number of suspects and the inverse weight of this one.
            left: bits.i32 = 8 * all_weights * all_weights // squares + 8 * all_weights // self.weights[character]
            if drawn and left > 16:
                left -= (left - 16) // self.unknown
            left = min(left, 128)
            self.left[character] = left
            if self.learnt:
                self.describe(here, character, number, cards, part, visible)
                self.values[character] = self.estimate(character, number, visible)
                continue
            at: bits.i32 = 10 * number + (left >> 4)
            far: bits.i32 = FAR[at] + ((FAR[at + 1] - FAR[at]) * (left & 15) >> 4)
            near: bits.i32 = NEAR[at] + ((NEAR[at + 1] - NEAR[at]) * (left & 15) >> 4)
            value: bits.i32 = far
            if near > far:
                value += (near - far) * self.hunted(here, character, number, cards) >> 12
            if not visible:
                value -= value * self.leaves(here, character, number, cards) >> 12
            self.values[character] = value

    def leaves(self, here: Board, character: bits.i32, number: bits.i32, cards: bits.u32) -> bits.i32:
        """Return the probability that an unseen Jack escapes in the next round."""
        if not self.can_leave(here, character):
            return WARY
        if number & 1:
            return MAY_GO
        return GOES_FIRST if cards >> character & 1 else WARY

    def hunted(self, here: Board, character: bits.i32, number: bits.i32, cards: bits.u32) -> bits.i32:
        """Return the probability that a known Jack is caught in the next round."""
        place: bits.i32 = whistle.place(here.places, character)
        hunters: bits.i32 = 0
        danger: bits.u64 = 0
        other: bits.i32
        if not self.reached:
            self.reached = True
            for other in range(8):
                self.reaches[other] = self.reach(here, other)
        for other in range(8):
            if other == character or (not number & 1 and not cards >> other & 1):
                continue
            reach: bits.u64 = self.reaches[other]
            danger |= reach
            if reach >> place & 1 or (
                other == GOODLEY and DISTANCE[60 * whistle.place(here.places, GOODLEY) + place] <= WHISTLED_NEAR
            ):
                hunters += 1
        if number & 1:
            return TURNED_UP[hunters]
        if cards >> character & 1:
            if self.reaches[character] & ~here.occupied & ~danger:
                return FLEES
            return CORNERED
        if hunters > 1:
            return HUNTED
        return ONE_HUNTER if hunters else FLEES

    # ---- trained rows

    def look_ahead(self, here: Board, number: bits.i32) -> None:
        light: bits.u64 = BEAM[6 * whistle.place(here.places, WATSON) + here.facing]
        post: bits.i32
        character: bits.i32
        for post in range(8):
            tile: bits.i32 = bits.nibble(here.lamps, post)
            if tile and (tile != number or number > LAST_LAMP):
                light |= LIGHT[post]
        self.lit = self.leavers = 0
        for character in range(8):
            if not self.suspects >> character & 1:
                continue
            if self.can_leave(here, character):
                self.leavers |= bits.bit(character)
            if light >> whistle.place(here.places, character) & 1:
                self.lit |= bits.bit(character)

    def describe_all(self, number: bits.i32, cards: bits.u32, part: bits.u32, visible: bits.flag) -> None:
        """Compute the features shared by all suspects left."""
        n: bits.i32 = bits.popcount(part)
        known: bits.u32 = 0 if number & 1 else cards
        row: bits.i32 = ROW * (2 * number + visible) + SUSPECTS
        shown: bits.i32 = bits.popcount(part & (self.lit | self.touching))
        k: bits.i32
        common: bits.i32 = 8 * FEATURES
        self.features[common + 7] = 64 * bits.popcount(part & known) // n
        self.features[common + 8] = 64 * (known >> HOLMES & 1)
        self.features[common + 9] = 32 * (known >> WATSON & 1) + 32 * (known >> SMITH & 1)
        self.features[common + 12] = 64 * shown // n
        self.features[common + 13] = 64 * (2 * shown - n if 2 * shown > n else n - 2 * shown) // n
        self.features[common + 14] = 64 * bits.popcount(part & self.lit) // n
        self.features[common + 15] = 64 * (known >> GOODLEY & 1)
        self.shared = 0
        for k in range(7, FEATURES):
            self.shared += self.features[common + k] * self.rows[row + k]

    def describe(
        self, here: Board, character: bits.i32, number: bits.i32, cards: bits.u32, part: bits.u32, visible: bits.flag
    ) -> None:
        base: bits.i32 = FEATURES * character
        left: bits.i32 = self.left[character]
        ready: bits.u32 = 0
        if not visible:
            ready = part & self.leavers & (ALL if number & 1 else cards)
        k: bits.i32
        near: bits.i32 = NEAREST[60 * here.cordons + whistle.place(here.places, character)]
        hunted: bits.i32 = 0
        if left <= FEW:
            hunted = self.hunted(here, character, number, cards) >> 6
        self.features[base] = 64 * (ready >> character & 1)
        self.features[base + 1] = 64 * ((self.leavers & ~ready) >> character & 1)
        self.features[base + 2] = 16 * bits.popcount(ready & ~bits.bit(character))
        self.features[base + 3] = 8 * (FAR_OFF - near)
        self.features[base + 4] = hunted if left < ALONE else 0
        self.features[base + 5] = 0 if left < ALONE else 16 * hunted // left
        self.features[base + 6] = 0 if number & 1 else 64 * (cards >> character & 1)
        for k in range(7, FEATURES):
            self.features[base + k] = self.features[8 * FEATURES + k]
        self.features[base + 10] = 64 * (self.lit >> character & 1)
        self.features[base + 11] = 64 * (self.touching >> character & 1)

    def estimate(self, character: bits.i32, number: bits.i32, visible: bits.flag) -> bits.i32:
        row: bits.i32 = ROW * (2 * number + visible)
        left: bits.i32 = self.left[character]
        at: bits.i32 = row + (left >> 4)
        sum_of_all: bits.i32 = 64 * self.rows[at] + 4 * (self.rows[at + 1] - self.rows[at]) * (left & 15)
        base: bits.i32 = FEATURES * character
        k: bits.i32
        for k in range(7):
            sum_of_all += self.features[base + k] * self.rows[row + SUSPECTS + k]
        sum_of_all += self.features[base + 10] * self.rows[row + SUSPECTS + 10]
        sum_of_all += self.features[base + 11] * self.rows[row + SUSPECTS + 11] + self.shared
        z: bits.i32 = CERTAIN_AT + (sum_of_all >> 6)
        return LIKELY[max(0, min(2 * CERTAIN_AT - 1, z))]

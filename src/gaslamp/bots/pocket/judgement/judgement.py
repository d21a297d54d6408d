# cython: cdivision=True
"""Evaluation of a turn's end for the detectives, from public information, with trainable weights.

The value is a table entry (turn, suspects left, hourglasses that Jack needs) plus features of the board, linear and
through a small hidden layer. Only basic arithmetic is used, so every machine computes the same numbers.
Runs as plain Python and compiled (see judgement.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.pocket.judgement import walks
from gaslamp.bots.pocket.judgement.weights import (
    BIAS,
    FEATURES,
    HIDDEN,
    INPUT,
    LINEAR,
    NEEDED_INPUT,
    NEEDS,
    OUTPUT,
    SIZE,
)
from gaslamp.core import bits

WALKS = walks.WALKS  # compiled, a C array


def squashed(x: float) -> float:
    """Map any number to a probability."""
    return 0.5 + 0.5 * x / (1.0 + (x if x > 0 else 0.0 - x))


class Judgement:
    """Evaluates the start of a turn, for each number of hourglasses that Jack needs."""

    __slots__ = ("weights", "features", "layer", "row")

    weights: array[float]
    features: array[float]
    layer: array[float]  # the hidden layer, before what Jack needs is added
    row: bits.i32  # of the table

    def __init__(self, weights: array[float]) -> None:
        if len(weights) != SIZE:
            raise ValueError(f"{len(weights)} weights, not {SIZE}")
        self.weights = weights
        self.features = array("d", bytes(8 * FEATURES))
        self.layer = array("d", bytes(8 * HIDDEN))
        self.row = 0

    def look(
        self, lines: array[int], at: bits.i32, detectives: bits.u32, up: bits.u32, turn: bits.i32, faces: bits.i32
    ) -> None:
        """Load the start of a turn: *lines* is what each place sees; *faces* is -1 before the throw."""
        n: bits.i32 = bits.popcount(up)
        self.row = (10 * turn + n) * NEEDS
        self.find_features(lines, at, detectives, up, 1.0 / n, n)
        self.find_reach(lines, at, detectives, up, n, faces if faces >= 0 else 16)
        k: bits.i32
        j: bits.i32
        for k in range(4):
            self.features[20 + k] = 0.0 if faces < 0 else 0.5 if faces >> k & 1 else -0.5
        for j in range(HIDDEN):
            self.layer[j] = self.weights[BIAS + j]
        for k in range(FEATURES):
            x: float = self.features[k]
            if x != 0.0:
                for j in range(HIDDEN):
                    self.layer[j] += x * self.weights[INPUT + k * HIDDEN + j]

    def find_features(
        self, lines: array[int], at: bits.i32, detectives: bits.u32, up: bits.u32, each: float, n: bits.i32
    ) -> None:
        """Compute what the detectives see now, and after one or two places."""
        a: bits.i32
        d: bits.i32
        ways: bits.i32 = 0
        sums: bits.i32 = 0
        mask: bits.u32
        now: bits.u32 = 0
        for a in range(12):
            mask = lines[at + a] & up
            ways += mask == 0
            sums += bits.popcount(mask)
        for d in range(3):
            place: bits.i32 = bits.nibble(detectives, d)
            now |= lines[at + place] & up
            for a in range(3):
                mask = lines[at + (place + a) % 12] & up
                self.features[3 * d + a] = bits.popcount(mask) * each
        seen: bits.i32 = bits.popcount(now)
        self.features[9] = seen * each
        self.features[10] = (2 * seen - n if 2 * seen > n else n - 2 * seen) * each
        self.features[11] = ways / 12.0
        self.features[12] = sums * each / 12.0
        self.features[17] = n / 9.0

    def find_reach(
        self, lines: array[int], at: bits.i32, detectives: bits.u32, up: bits.u32, n: bits.i32, faces: bits.i32
    ) -> None:
        """Compute what the detectives may see together at the end of the turn."""
        a: bits.i32
        b: bits.i32
        c: bits.i32
        row: bits.i32 = 7 * faces
        joker: bits.i32 = WALKS[row + 6]
        first: bits.i32 = bits.nibble(detectives, 0)
        second: bits.i32 = bits.nibble(detectives, 1)
        third: bits.i32 = bits.nibble(detectives, 2)
        worst: bits.i32 = 0
        least: bits.i32 = 9
        even: bits.i32 = 9
        total: bits.i32 = 0
        halves: bits.i32 = 0
        found: bits.i32 = 0
        for a in range(WALKS[row], WALKS[row + 1] + joker + 1):
            one: bits.u32 = lines[at + (first + a) % 12]
            for b in range(WALKS[row + 2], WALKS[row + 3] + joker + 1):
                two: bits.u32 = one | lines[at + (second + b) % 12]
                for c in range(WALKS[row + 4], WALKS[row + 5] + joker + 1):
                    if (a > WALKS[row + 1]) + (b > WALKS[row + 3]) + (c > WALKS[row + 5]) > joker:
                        continue
                    seen: bits.i32 = bits.popcount((two | lines[at + (third + c) % 12]) & up)
                    odd: bits.i32 = 2 * seen - n if 2 * seen > n else n - 2 * seen
                    total += seen
                    found += 1
                    halves += odd <= 1
                    worst = max(worst, seen)
                    least = min(least, seen)
                    even = min(even, odd)
        each: float = 1.0 / n
        self.features[13] = even * each
        self.features[14] = worst * each
        self.features[15] = least * each
        self.features[16] = total * each / found
        self.features[18] = 1.0 * halves / found
        self.features[19] = 1.0 if even > 1 else 0.0

    def raw(self, need: bits.i32) -> float:
        x: float = self.weights[self.row + need]
        j: bits.i32
        for j in range(FEATURES):
            x += self.features[j] * self.weights[LINEAR + j]
        for j in range(HIDDEN):
            y: float = self.layer[j] + self.weights[NEEDED_INPUT + need * HIDDEN + j]
            if y > 0.0:
                x += y * self.weights[OUTPUT + j]
        return x

    def value(self, need: bits.i32) -> float:
        """Return the detectives' win probability if Jack needs *need* hourglasses."""
        return squashed(self.raw(need))

    def learn(self, need: bits.i32, target: float, rate: float) -> float:
        """Move the weights towards *target* and return the error before the step."""
        off: float = target - self.value(need)
        step: float = rate * off
        j: bits.i32
        k: bits.i32
        self.weights[self.row + need] += 2.0 * step
        for k in range(FEATURES):
            self.weights[LINEAR + k] += step * self.features[k]
        for j in range(HIDDEN):
            y: float = self.layer[j] + self.weights[NEEDED_INPUT + need * HIDDEN + j]
            if y > 0.0:
                back: float = step * self.weights[OUTPUT + j]
                self.weights[OUTPUT + j] += step * y
                self.weights[BIAS + j] += back
                self.weights[NEEDED_INPUT + need * HIDDEN + j] += back
                for k in range(FEATURES):
                    self.weights[INPUT + k * HIDDEN + j] += back * self.features[k]
        return off


def by_hand_weights() -> array[float]:
    """Return the handmade weights: a race between halving the suspects and Jack's hourglasses."""
    weights = array("d", bytes(8 * SIZE))
    halvings = (0.0, 0.0, 1.0, 1.7, 2.2, 2.6, 2.9, 3.2, 3.4, 3.6)
    for turn in range(1, 9):
        for suspects in range(1, 10):
            for need in range(NEEDS):
                time = min(1.55 * need, 9.0 - turn) if suspects > 1 else 0.9 * (9.0 - turn)
                weights[(10 * turn + suspects) * NEEDS + need] = 1.2 * (time - 1.15 * halvings[suspects] - 0.4)
    weights[LINEAR + 13] = -0.8
    weights[LINEAR + 16] = -0.2
    return weights


def by_hand() -> Judgement:
    return Judgement(by_hand_weights())

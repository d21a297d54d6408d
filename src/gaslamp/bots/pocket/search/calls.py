# cython: cdivision=True
"""Values of the answers to a call: exact where the game ends, evaluated where it goes on.

Runs as plain Python and compiled (see calls.pxd).
"""

from __future__ import annotations

from array import array

from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.core import bits
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import ALL_ROADS, CROSSROADS, LAST_TURN, NEEDED
from gaslamp.titles.pocket.rules.position import Position

# Compiled, these are C arrays.
FAR = board.FAR
LINE = board.LINE
NEAR = board.NEAR


class Secrets:
    """Belief over types. Type n * sums + s is the n-th suspect that is up, with base + s hourglasses on cards.

    The sums cover one more drawn card.
    """

    __slots__ = ("identities", "sums", "base", "size", "weights", "draws", "cards")

    identities: bits.i32
    sums: bits.i32
    base: bits.i32
    size: bits.i32
    weights: array[float]  # probability of each type
    draws: array[float]  # at 3 * type + glasses: probability of Jack's next card
    cards: array[float]  # at size * card + type: card 0 clears none, card n + 1 identity n

    def __init__(self, identities: bits.i32, sums: bits.i32, base: bits.i32) -> None:
        self.identities = identities
        self.sums = sums
        self.base = base
        self.size = identities * sums
        self.weights = array("d", bytes(8 * self.size))
        self.draws = array("d", bytes(24 * self.size))
        self.cards = array("d", bytes(8 * self.size * (identities + 1)))


class Calls:
    __slots__ = ("position", "secrets", "judge", "lines", "found")

    position: Position  # at the start of the search
    secrets: Secrets
    judge: Judgement
    lines: array[int]  # suspects in sight of each place: now, and with the crossroads
    found: array[float]  # values of "seen" and "unseen", for each sum

    def __init__(self, position: Position, secrets: Secrets, judge: Judgement) -> None:
        self.position = position
        self.secrets = secrets
        self.judge = judge
        self.lines = array("H", bytes(48))
        self.found = array("d", bytes(16 * secrets.sums))

    def find_lines(self, position: Position) -> None:
        """Compute the suspects in sight of each place, also with the one tile as a crossroads."""
        place: bits.i32
        k: bits.i32
        way: bits.i32
        roads: bits.u64 = position.roads
        for way in range(2):
            for place in range(12):
                near: bits.i32 = NEAR[place]
                far: bits.i32 = FAR[place]
                mask: bits.u32 = 0
                for k in range(3):
                    suspect: bits.i32 = bits.nibble(position.tiles, LINE[3 * place + k])
                    open_sides: bits.i32 = bits.nibble(roads, suspect)
                    if not open_sides >> near & 1:
                        break
                    mask |= bits.bit(suspect)
                    if not open_sides >> far & 1:
                        break
                self.lines[12 * way + place] = mask
            roads = bits.with_nibble(roads, CROSSROADS, ALL_ROADS)

    def seen(self, detectives: bits.u32, up: bits.u32) -> bits.u32:
        """Return the suspects in sight of the detectives, as bits."""
        way: bits.i32 = 0 if up >> CROSSROADS & 1 else 12
        token: bits.i32
        found: bits.u32 = 0
        for token in range(3):
            found |= self.lines[way + bits.nibble(detectives, token)]
        return found

    def judge_call(self, detectives: bits.u32, up: bits.u32, seen: bits.u32) -> None:
        self.judge_answer(detectives, up & seen, 1, 0)
        self.judge_answer(detectives, up & ~seen, 0, self.secrets.sums)

    def judge_answer(self, detectives: bits.u32, up: bits.u32, seen: bits.i32, at: bits.i32) -> None:
        """Evaluate an answer for each sum of Jack's cards (MP-40 to MP-44)."""
        last: bits.flag = self.position.turn == LAST_TURN
        n: bits.i32 = bits.popcount(up)
        s: bits.i32
        looked: bits.flag = False
        for s in range(self.secrets.sums):
            need: bits.i32 = NEEDED - self.position.tokens - (1 - seen) - self.secrets.base - s
            value: float = 0.0
            goes_on: bits.flag = False
            if n == 0:
                pass
            elif self.position.chase:
                value = 1.0 if seen else 0.0
                goes_on = not seen and not last
            elif n == 1 and need > 0:
                value = 1.0
            elif n == 1:
                value = 1.0 if seen else 0.0
                goes_on = not last and (not seen or self.position.chase_when_seen != 0)
            else:
                goes_on = need > 0 and not last
            if goes_on:
                if not looked:
                    self.look(detectives, up)
                    looked = True
                value = self.judge.value(max(0, need))
            self.found[at + s] = value

    def look(self, detectives: bits.u32, up: bits.u32) -> None:
        turn: bits.i32 = self.position.turn
        faces: bits.i32 = self.position.faces ^ 15 if turn & 1 else -1
        self.judge.look(self.lines, 0 if up >> CROSSROADS & 1 else 12, detectives, up, turn + 1, faces)

    def teach(self, values: array[float], at: bits.i32, rate: float) -> float:
        """Train the evaluation on the solved values of the start. Return the weighted squared error."""
        secrets: Secrets = self.secrets
        position: Position = self.position
        self.find_lines(position)
        faces: bits.i32 = -1 if position.turn & 1 else position.faces
        way: bits.i32 = 0 if position.up >> CROSSROADS & 1 else 12
        off: float = 0.0
        s: bits.i32
        n: bits.i32
        for s in range(secrets.sums):
            weight: float = 0.0
            value: float = 0.0
            for n in range(secrets.identities):
                weight += secrets.weights[n * secrets.sums + s]
                value += secrets.weights[n * secrets.sums + s] * values[at + n * secrets.sums + s]
            if weight > 0.0:
                need: bits.i32 = NEEDED - position.tokens - secrets.base - s
                self.judge.look(self.lines, way, position.detectives, position.up, position.turn, faces)
                miss: float = self.judge.learn(max(0, need), value / weight, rate * weight)
                off += weight * miss * miss
        return off

"""Training of the superintendent's evaluation weights for Mr. Jack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.mr_jack import self_play, worth
from gaslamp.bots.mr_jack.self_play import Judges, SelfPlayGame
from gaslamp.bots.mr_jack.superintendent_games import AdaGradWeights, SuperintendentGame
from gaslamp.titles.mr_jack.rules import board

_ASTRAY: Final = 0.08  # share of random actions, plain games
_RATE: Final = 0.12
_SLOWER: Final = 2000  # games until the rate has halved
_ASTRAY_THEN: Final = 0.05  # the same, superintendent games
_AT_FIRST: Final = 0.1  # initial AdaGrad sum of squares


class MrJackTrainer:
    """Self-play, alternating between the editions, starting from the handmade weights.

    First the plain rows are trained, in games without inference. Then they are frozen: superintendents play with
    them, and other rows are trained on these games. Stored are the plain rows, the other rows, their sums of
    squared steps (AdaGrad), and their running mean. The mean is the result, because single games are noisy.
    """

    title = "mr_jack"
    round = 500
    pairs = 25
    plain = 4000  # games
    of_mean = 3000  # games

    def begin(self, seed: int) -> list[float]:
        rows = worth.by_hand()
        return [*rows, *rows, *[_AT_FIRST] * len(rows), *rows]

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        plain, *others = in_parts(weights)
        rows, mean = AdaGradWeights(*others[:2]), others[2]
        for number in games:
            rng, edition = Random(f"lesson {seed} {number}"), number % 2
            if number < self.plain:
                rate = _RATE / (1.0 + number / _SLOWER)
                SelfPlayGame(rng, _both(plain), edition, _ASTRAY).play(plain, rate)
                continue
            SuperintendentGame(rng, _both(plain), edition, _ASTRAY_THEN).study(rows)
            part = 1 / min(number - self.plain + 1, self.of_mean)
            mean = [old + part * (new - old) for old, new in zip(mean, rows.weights, strict=True)]
        return [round(weight, 4) for weight in (*plain, *rows.weights, *rows.moved, *mean)]

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        """Compare the rows in training: plain rows in plain games, then the means in superintendent games."""
        our_parts, their_parts = in_parts(ours), in_parts(theirs)
        if our_parts[1] == their_parts[1]:
            return self_play.contest(our_parts[0], their_parts[0], pairs, seed)
        return self_play.contest(our_parts[-1], their_parts[-1], pairs, seed, SuperintendentGame)


def in_parts(weights: Sequence[float]) -> list[list[float]]:
    """Split the stored weights into plain rows, other rows, squared steps and mean."""
    return [[*weights[at : at + worth.SIZE]] for at in range(0, len(weights), worth.SIZE)]


def _both(rows: Sequence[float]) -> Judges:
    judge = worth.whole(rows)
    return {board.JACK: judge, board.DETECTIVE: judge}


def train(path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    return learning.train(MrJackTrainer(), path, games, seed, report)

"""Training of the inspector's evaluation weights for Pocket."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.pocket import self_play
from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import FEATURES, HIDDEN, INPUT, OUTPUT
from gaslamp.bots.pocket.self_play import SelfPlayGame
from gaslamp.titles.pocket.rules import board

_ASTRAY: Final = 0.08  # share of random moves
_RATE: Final = 0.1
_SLOWER: Final = 4000  # games until the rate has halved


class Trainer:
    """Self-play, alternating between the two choices of the option."""

    title = "pocket"
    round = 1000
    pairs = 40

    def begin(self, seed: int) -> list[float]:
        """Return the handmade weights with a random hidden layer."""
        weights = list(judgement.by_hand_weights())
        rng = Random(f"weights {seed}")
        for at in range(INPUT, INPUT + FEATURES * HIDDEN):
            weights[at] = rng.uniform(-0.5, 0.5)
        for at in range(OUTPUT, OUTPUT + HIDDEN):
            weights[at] = rng.uniform(-0.2, 0.2)
        return weights

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        learning_now = array("d", weights)
        judge = Judgement(learning_now)
        judges = {board.JACK: judge, board.DETECTIVES: judge}
        for number in games:
            rng = Random(f"lesson {seed} {number}")
            rate = _RATE / (1.0 + number / _SLOWER)
            SelfPlayGame(rng, judges, chase=number % 2 == 1, astray=_ASTRAY).play(rate)
        return list(learning_now)

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        return self_play.contest(Judgement(array("d", ours)), Judgement(array("d", theirs)), pairs, seed)


def train(path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    return learning.train(Trainer(), path, games, seed, report)

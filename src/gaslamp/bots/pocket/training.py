"""How the inspector's judgement of Pocket is learnt."""

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

_ASTRAY: Final = 0.08
_RATE: Final = 0.1
_SLOWER: Final = 4000  # after so many games it learns half as fast


class Trainer:
    """Games against itself, by both readings of the option in turn."""

    title = "pocket"
    round = 1000
    pairs = 40

    def begin(self, seed: int) -> list[float]:
        """Begin with what was made by hand, and a hidden layer that knows nothing yet."""
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

    def contest(self, one: list[float], other: list[float], pairs: int, seed: str) -> float:
        return self_play.contest(Judgement(array("d", one)), Judgement(array("d", other)), pairs, seed)


def train(path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    return learning.train(Trainer(), path, games, seed, told)

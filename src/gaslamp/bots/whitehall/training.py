"""Training of the inspector's evaluation weights for Whitehall Mystery."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.whitehall import self_play, weights
from gaslamp.bots.whitehall.self_play import SelfPlayGame

_RATE: Final = 0.02  # initial learning rate
_SLOWER: Final = 200  # games until the learning rate is halved


class Trainer:
    title = "whitehall"
    round = 100
    pairs = 20
    nodes = 30_000  # per answer

    def begin(self, seed: int) -> list[float]:
        return [*weights.BY_HAND]

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        for number in games:
            rate = _RATE / (1.0 + number / _SLOWER)
            sides = {"jack": [*weights], "investigators": [*weights]}
            SelfPlayGame(Random(f"lesson {seed} {number}"), sides, self.nodes).play(weights, rate)
        return [round(weight, 4) for weight in weights]

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        return self_play.contest(ours, theirs, pairs, seed, self.nodes)


def train(path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    """Train until *games* games are played; see `learning.train`."""
    return learning.train(Trainer(), path, games, seed, report)

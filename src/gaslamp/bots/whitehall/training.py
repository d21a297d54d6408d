"""How the inspector's judgement of Whitehall Mystery is learnt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.whitehall import lessons, weights
from gaslamp.bots.whitehall.lessons import Lesson

_RATE: Final = 0.02
_SLOWER: Final = 200  # after so many games it learns half as fast


class School:
    """Games against itself; it begins with what was made by hand."""

    title = "whitehall"
    round = 100
    pairs = 20
    nodes = 30_000  # for an answer

    def begin(self, seed: int) -> list[float]:
        return [*weights.BY_HAND]

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        for number in games:
            rate = _RATE / (1.0 + number / _SLOWER)
            judges = {"jack": [*weights], "investigators": [*weights]}
            Lesson(Random(f"lesson {seed} {number}"), judges, self.nodes).play(weights, rate)
        return [round(weight, 4) for weight in weights]

    def contest(self, one: list[float], other: list[float], pairs: int, seed: str) -> float:
        return lessons.contest(one, other, pairs, seed, self.nodes)


def train(path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    return learning.train(School(), path, games, seed, told)

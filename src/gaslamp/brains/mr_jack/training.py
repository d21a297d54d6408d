"""How the inspector's judgement of Mr. Jack is learnt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.brains import learning
from gaslamp.brains.learning import Training
from gaslamp.brains.mr_jack import lessons
from gaslamp.brains.mr_jack.judgement import worth
from gaslamp.brains.mr_jack.lessons import Lesson
from gaslamp.titles.mr_jack.rules import board

_ASTRAY: Final = 0.08
_RATE: Final = 0.12
_SLOWER: Final = 2000  # after so many games it learns half as fast


class School:
    """Games against itself, of both editions in turn; it begins with what was made by hand."""

    title = "mr_jack"
    round = 500
    pairs = 25

    def begin(self, seed: int) -> list[float]:
        return worth.by_hand()

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        for number in games:
            rows = worth.whole(weights)
            judges = {board.JACK: rows, board.DETECTIVE: rows}
            rate = _RATE / (1.0 + number / _SLOWER)
            Lesson(Random(f"lesson {seed} {number}"), judges, number % 2, _ASTRAY).play(weights, rate)
        return [round(weight, 4) for weight in weights]

    def contest(self, one: list[float], other: list[float], pairs: int, seed: str) -> float:
        return lessons.contest(one, other, pairs, seed)


def train(path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    return learning.train(School(), path, games, seed, told)

"""How the inspector's judgement of Mr. Jack is learnt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.mr_jack import self_play
from gaslamp.bots.mr_jack.inspector_games import AdaGradWeights, InspectorGame
from gaslamp.bots.mr_jack.judgement import worth
from gaslamp.bots.mr_jack.self_play import Judges, SelfPlayGame
from gaslamp.titles.mr_jack.rules import board

_ASTRAY: Final = 0.08
_RATE: Final = 0.12
_SLOWER: Final = 2000  # after so many games it learns half as fast
_ASTRAY_THEN: Final = 0.05
_AT_FIRST: Final = 0.1  # as if each weight had been moved so much already


class Trainer:
    """Games against itself, of both editions in turn; it begins with what was made by hand.

    First plain rows are learnt, in games in which nobody draws conclusions. Then they stay as they are: both sides
    judge by them and play as the inspector does, and other rows learn from these games. What is kept: the plain rows;
    the others, how much each weight of them was moved, and their mean over many games. The mean is what is learnt, for
    one game moves rows to and fro.
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
            InspectorGame(rng, _both(plain), edition, _ASTRAY_THEN).study(rows)
            part = 1 / min(number - self.plain + 1, self.of_mean)
            mean = [old + part * (new - old) for old, new in zip(mean, rows.weights, strict=True)]
        return [round(weight, 4) for weight in (*plain, *rows.weights, *rows.moved, *mean)]

    def contest(self, one: list[float], other: list[float], pairs: int, seed: str) -> float:
        """Let those play that are being learnt: plain rows in plain games, then the mean in those of inspectors."""
        ours, theirs = in_parts(one), in_parts(other)
        if ours[1] == theirs[1]:
            return self_play.contest(ours[0], theirs[0], pairs, seed)
        return self_play.contest(ours[-1], theirs[-1], pairs, seed, InspectorGame)


def in_parts(weights: Sequence[float]) -> list[list[float]]:
    """Take apart what is kept: plain rows; others, how much they were moved, their mean."""
    return [[*weights[at : at + worth.SIZE]] for at in range(0, len(weights), worth.SIZE)]


def _both(rows: Sequence[float]) -> Judges:
    judge = worth.whole(rows)
    return {board.JACK: judge, board.DETECTIVE: judge}


def train(path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    return learning.train(Trainer(), path, games, seed, told)

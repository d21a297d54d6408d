"""How the inspector's judgement of Pocket is learnt: seeded, kept in one file, gone on with after an interruption."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from gaslamp.brains.pocket import judgement
from gaslamp.brains.pocket.judgement import Judgement
from gaslamp.brains.pocket.lessons import Lesson, contest
from gaslamp.brains.pocket.weights import FEATURES, HIDDEN, INPUT, OUTPUT
from gaslamp.titles.pocket.rules import board

_ROUND: Final = 1000  # games between two looks at the strength
_PAIRS: Final = 40  # of games in such a look
_ASTRAY: Final = 0.08
_RATE: Final = 0.1
_SLOWER: Final = 4000  # after so many games it learns half as fast


@dataclass
class Training:
    """The weights as they are, and all that made them."""

    seed: int
    weights: list[float]
    games: int = 0
    log: list[dict[str, float]] = field(default_factory=list)  # how many of 100 games each version won of the last one

    @classmethod
    def begin(cls, seed: int) -> Training:
        """Begin with what was made by hand, and a hidden layer that knows nothing yet."""
        weights = list(judgement.by_hand_weights())
        rng = Random(f"weights {seed}")
        for at in range(INPUT, INPUT + FEATURES * HIDDEN):
            weights[at] = rng.uniform(-0.5, 0.5)
        for at in range(OUTPUT, OUTPUT + HIDDEN):
            weights[at] = rng.uniform(-0.2, 0.2)
        return cls(seed, weights)

    @classmethod
    def read(cls, path: Path) -> Training:
        """Read what was kept."""
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        del told["command"]
        return cls(**told)

    def write(self, path: Path) -> None:
        """Keep it, whole or not at all."""
        command = f"gaslamp train pocket --games {self.games} --seed {self.seed}"
        told = {"command": command} | asdict(self)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        new.replace(path)


def train(path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    training = Training.read(path) if path.exists() else Training.begin(seed)
    while training.games < games:
        before = Judgement(array("d", training.weights))
        until = min(games, training.games + _ROUND)
        training.weights = _round(training, until)
        training.games = until
        now = Judgement(array("d", training.weights))
        won = 100 * contest(now, before, _PAIRS, f"{training.seed} {until}")
        training.log.append({"games": until, "won_of_100": round(won, 1)})
        training.write(path)
        told(until, won)
    return training


def _round(training: Training, until: int) -> list[float]:
    """Play the next games; give the weights after them."""
    weights = array("d", training.weights)
    judge = Judgement(weights)
    judges = {board.JACK: judge, board.DETECTIVES: judge}
    for number in range(training.games, until):
        rng = Random(f"lesson {training.seed} {number}")
        rate = _RATE / (1.0 + number / _SLOWER)
        Lesson(rng, judges, chase=number % 2 == 1, astray=_ASTRAY).play(rate)
    return list(weights)

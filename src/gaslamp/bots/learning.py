"""How a judgement is learnt, whatever the title: seeded, kept in one file, gone on with when it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol


class Trainer(Protocol):
    """What a title teaches by."""

    title: str
    round: int  # games between two looks at the strength
    pairs: int  # of games in such a look

    def begin(self, seed: int) -> list[float]:
        """The weights to begin with."""

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        """Play these games; give the weights after them."""

    def contest(self, one: list[float], other: list[float], pairs: int, seed: str) -> float:
        """Which share of pairs of games the first weights win."""


@dataclass
class Training:
    """The weights as they are, and all that made them."""

    seed: int
    weights: list[float]
    games: int = 0
    log: list[dict[str, float]] = field(default_factory=list)  # how many of 100 games each version won of the last one

    @classmethod
    def read(cls, path: Path) -> Training:
        """Read what was kept."""
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        del told["command"]
        return cls(**told)

    def write(self, path: Path, title: str) -> None:
        """Keep it, whole or not at all."""
        command = f"gaslamp train {title} --games {self.games} --seed {self.seed}"
        told = {"command": command} | asdict(self)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        new.replace(path)


def train(trainer: Trainer, path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> Training:
    """Play and learn until so many games were played, beginning where the file leaves off; tell of each version."""
    training = Training.read(path) if path.exists() else Training(seed, trainer.begin(seed))
    while training.games < games:
        before = training.weights
        until = min(games, training.games + trainer.round)
        training.weights = trainer.play(list(before), training.seed, range(training.games, until))
        training.games = until
        won = 100 * trainer.contest(training.weights, before, trainer.pairs, f"{training.seed} {until}")
        training.log.append({"games": until, "won_of_100": round(won, 1)})
        training.write(path, trainer.title)
        told(until, won)
    return training

"""Training loop for the evaluation weights of any title: seeded, stored in one file, resumable.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     Training(seed=1, weights=[0.5]).write(Path(folder, "weights.json"), "title")
...     Training.read(Path(folder, "weights.json")).weights
[0.5]
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from gaslamp.core.errors import Unreadable


class Trainer(Protocol):
    """A title's part of the training loop."""

    title: str
    round: int  # games between two strength measurements
    pairs: int  # pairs of games per measurement

    def begin(self, seed: int) -> list[float]: ...

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        """Play the numbered self-play games and return the weights after them."""

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        """Return the share of games that *ours* wins against *theirs*."""


@dataclass
class Training:
    seed: int
    weights: list[float]
    games: int = 0
    log: list[dict[str, float]] = field(default_factory=list)  # wins against the previous version

    @classmethod
    def read(cls, path: Path) -> Training:
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        del state["command"]
        return cls(**state)

    def write(self, path: Path, title: str) -> None:
        """Write the training state and its command as JSON. Replaces the file atomically."""
        command = f"gaslamp train {title} --games {self.games} --seed {self.seed}"
        state = {"command": command} | asdict(self)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        new.replace(path)


def train(trainer: Trainer, path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    """Train until *games* games are played, resuming from *path* if it exists.

    Calls *report* with the number of games and the percentage won against the previous version after each round.
    """
    training = Training.read(path) if path.exists() else Training(seed, trainer.begin(seed))
    while training.games < games:
        before = training.weights
        until = min(games, training.games + trainer.round)
        training.weights = trainer.play(list(before), training.seed, range(training.games, until))
        training.games = until
        won = 100 * trainer.contest(training.weights, before, trainer.pairs, f"{training.seed} {until}")
        training.log.append({"games": until, "won_of_100": round(won, 1)})
        training.write(path, trainer.title)
        report(until, won)
    return training


def train_title(title: str, path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> None:
    """Train the bots of *title*, as `train` does. Raises Unreadable if its package has no module `training`."""
    module = f"{__package__}.{title}.training"
    if not find_spec(module.rpartition(".")[0]) or not find_spec(module):
        raise Unreadable("train.nobody", title=title)
    import_module(module).train(path, games, seed, report)

"""Has an opponent of a title learn, if there is one who can: its folder of `bots` then has a module `training`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from gaslamp.core.errors import Unreadable


def train(title: str, path: Path, games: int, seed: int, told: Callable[[int, float], None]) -> None:
    """Play and learn until so many games were played, going on with what the file has.

    Of each version is told after how many games it is, and how many of 100 games it won of the version before.
    """
    module = f"gaslamp.bots.{title}.training"
    if not find_spec(module.rpartition(".")[0]) or not find_spec(module):
        raise Unreadable("train.nobody", title=title)
    import_module(module).train(path, games, seed, told)

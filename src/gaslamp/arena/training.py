"""Trains the weights of a title's bots, if its package in `bots` has a module `training`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from gaslamp.core.errors import Unreadable


def train(title: str, path: Path, games: int, seed: int, on_version: Callable[[int, float], None]) -> None:
    """Play and learn until *games* games, resuming from the file. Raises Unreadable if the title cannot be trained.

    *on_version* receives the number of games of each version and its wins per 100 games against the one before.
    """
    module = f"gaslamp.bots.{title}.training"
    if not find_spec(module.rpartition(".")[0]) or not find_spec(module):
        raise Unreadable("train.nobody", title=title)
    import_module(module).train(path, games, seed, on_version)

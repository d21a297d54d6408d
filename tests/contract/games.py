"""What the contract is tested on: every registered title with every set of options, and random games of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.core.options import every_choice


def _every_game() -> Iterator[Any]:
    for title in titles.titles():
        for options in every_choice(titles.meta(title).options):
            name = ",".join([title, *(f"{key}={value}" for key, value in options.items())])
            yield pytest.param(titles.game(title, options), id=name)


EVERY_GAME = list(_every_game())
every_game = pytest.mark.parametrize("game", EVERY_GAME)


def random_game(game: Game[Any, Any], rng: Random) -> list[int]:
    """Give the actions of a whole random game; in half of them nobody ends it who can help it, so that they last."""
    position = game.start()
    patient = rng.random() < 0.5
    actions = []
    while legal := position.legal():
        action = rng.choice(legal)
        for _ in range(10 if patient else 0):
            after = position.copy()
            after.advance(action)
            if after.legal():
                break
            action = rng.choice(legal)
        actions.append(action)
        position.advance(action)
    return actions


def seeds(proof_seed: int, name: str, amount: int) -> Iterator[tuple[int, Random]]:
    """Give so many generators, each with the number that makes it again."""
    for number in range(amount):
        yield number, Random(f"{proof_seed} {name} {number}")

"""Every registered title with several sets of options, and random games of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import SPECTATOR, Game, Viewer
from gaslamp.core.options import Option, choose, every_choice
from tests.conftest import PROVING

_FEW = 8  # sets of options to try at most
_SOME = 4 if PROVING else 2


def _every_game() -> Iterator[Any]:
    for title in titles.titles():
        usual = choose(titles.meta(title).options, {})
        for options in _option_sets(titles.meta(title).options):
            other = [f"{key}={value}" for key, value in options.items() if value != usual[key]]
            yield pytest.param(titles.game(title, options), id=",".join([title, *other]))


def _option_sets(options: Sequence[Option]) -> list[dict[str, str]]:
    if prod(len(option.choices) for option in options) <= _FEW:
        return list(every_choice(options))
    rng = Random(1888)
    return [choose(options, {}), *(random_options(options, rng) for _ in range(_SOME))]


def random_options(options: Sequence[Option], rng: Random) -> dict[str, str]:
    """Return a random valid set of options."""
    while True:
        try:
            return choose(options, {option.id: rng.choice(option.choices) for option in options})
        except Unreadable:
            continue


EVERY_GAME = list(_every_game())
every_game = pytest.mark.parametrize("game", EVERY_GAME)
every_exact_game = pytest.mark.parametrize("game", [param for param in EVERY_GAME if not param.values[0].sampled])


def one_of_each_side(game: Game[Any, Any]) -> tuple[Viewer, ...]:
    """Return a seat of each side and the spectator. Another test shows that allies know the same."""
    return (*(game.allies(seat)[0] for seat in game.seats if game.allies(seat)[0] == seat), SPECTATOR)


def random_game(game: Game[Any, Any], rng: Random) -> list[int]:
    """Return the actions of a random game; half of the games avoid early endings."""
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
    """Yield random generators, each with the number that reproduces it."""
    for number in range(amount):
        yield number, Random(f"{proof_seed} {name} {number}")

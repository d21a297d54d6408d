"""Positions of random games of Mr. Jack, for tests of its bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position, start

PATIENCE = 500  # rejected actions before a new game


def laid_out(position: Position) -> Board:
    return Board(
        position.places, position.occupied, position.lamps, position.cordons, position.covers, position.facing
    )  # fmt: skip


def wander(rng: Random, edition: int, steps: int) -> Position:
    """Play at random, avoiding endings and the last card of a round, after which a lamp goes out."""
    position, refused = start(edition), 0
    while steps > 0 or position.used == 3:
        after = position.copy()
        after.advance(rng.choice(position.legal()))
        steps -= 1
        refused = refused + 1 if after.ending else 0
        if after.ending == board.NIGHT_OVER or refused > PATIENCE:
            position, refused = start(edition), 0
        elif not after.ending:
            position = after
    return position


def moment(rng: Random, edition: int, wanted: Callable[[Position], bool]) -> Position:
    """Return a position of a kind."""
    while not wanted(position := wander(rng, edition, rng.randrange(12, 100))):
        pass
    return position

"""Tables whose draws follow from a seal, and games played at them by people who hesitate."""

from __future__ import annotations

from random import Random
from typing import Any

from gaslamp.core.game import Game
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.core.records.record_format import pairs
from gaslamp.table.table import Table


def sealed(game: Game[Any, Any], number: int = 0) -> Seal:
    """Give a seal with a secret and nonces of our own; the last seat adds nothing."""
    secret = Secret(bytes([number]) * 32)
    nonces = {seat: bytes([100 + place]) * 32 for place, seat in enumerate(game.seats)}
    nonces[game.seats[-1]] = NOTHING
    return Seal("game", Terms(game.title, game.rules_version, pairs(game.options)), secret, nonces)


def play_on(table: Table, rng: Random, *, steps: int = 10_000, hesitate: float = 0.3) -> None:
    """Play any actions, some of them taken back, until the game is over or so many steps are done."""
    for _ in range(steps):
        seat = table.to_move
        if seat is None:
            return
        table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
        update = table.update(seat)
        if update.may_undo and rng.random() < hesitate:
            table.undo(seat, update.step)

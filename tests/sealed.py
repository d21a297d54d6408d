"""Tables with committed draws, and random games with undos."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from gaslamp.core.game import Game
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.core.records.record_format import pairs
from gaslamp.game.entries import Entry
from gaslamp.game.table import Table


def sealed(game: Game[Any, Any], number: int = 0) -> Seal:
    """Return a seal with a fixed secret and fixed nonces; the last seat has none."""
    secret = Secret(bytes([number]) * 32)
    nonces = {seat: bytes([100 + place]) * 32 for place, seat in enumerate(game.seats)}
    nonces[game.seats[-1]] = NOTHING
    return Seal("game", Terms(game.title, game.rules_version, pairs(game.options)), secret, nonces)


def kinds(entries: Iterable[Entry]) -> list[str]:
    """Return the kinds of entries, as written in the log."""
    return [str(entry.__struct_config__.tag) for entry in entries]


def play_on(table: Table, rng: Random, *, steps: int = 10_000, hesitate: float = 0.3) -> None:
    """Play random actions, some of them undone, until the game is over or *steps* are done."""
    for _ in range(steps):
        seat = table.to_move
        if seat is None:
            return
        table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
        update = table.update(seat)
        if update.may_undo and rng.random() < hesitate:
            table.undo(seat, update.step)

"""What a saved game's draws and commitments follow from, as soon as every seat has its nonce."""

from __future__ import annotations

from typing import Any

from gaslamp.core.fairness import Seal
from gaslamp.core.game import Game, Seat
from gaslamp.core.paper import pairs
from gaslamp.table.store import Nonces, SavedGame


def lacking(saved: SavedGame, game: Game[Any, Any], nonces: Nonces) -> tuple[Seat, ...]:
    """Give the seats that a nonce is still awaited from; an opponent brings none, and neither did games of old."""
    if saved.secret is None:
        return ()
    return tuple(seat for seat in game.seats if seat not in saved.bots and seat not in nonces)


def seal(saved: SavedGame, game: Game[Any, Any], nonces: Nonces) -> Seal | None:
    """Give the seal of a game; None while a nonce is awaited, and for games of old."""
    secret = saved.secret
    if secret is None or lacking(saved, game, nonces):
        return None
    brought = {seat: nonces.get(seat) for seat in game.seats}
    return Seal(
        saved.id,
        (game.title, game.rules_version, pairs(game.options)),
        secret,
        {
            seat: bytes.fromhex(nonce) if nonce is not None else secret.nonce(saved.id, seat)
            for seat, nonce in brought.items()
        },
    )

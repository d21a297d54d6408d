"""What a saved game's draws and commitments follow from, as soon as it is known what every seat adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import NOTHING, Seal, Terms
from gaslamp.core.records.record_format import pairs
from gaslamp.storage.store import AWAITED, Nonces, SavedGame
from gaslamp.table.timing import SECOND

PATIENCE: Final = 30 * SECOND  # that a nonce is awaited from who sits at a game when it is made

# What a seat adds to the draws: a player's nonce; nothing, being of the house, or though it is a person's; what is
# awaited; what is to come when it is taken. In games of the first version the server adds for who does not.
Share: TypeAlias = Literal["player", "house", "absent", "awaited", "free", "server"]


def asks_until(saved: SavedGame) -> int:
    """Until when a nonce is awaited from who sat at a game when it was made."""
    return saved.created * SECOND + PATIENCE


def lacking(saved: SavedGame, game: Game[Any, Any], nonces: Nonces) -> tuple[Seat, ...]:
    """The seats of which it is not known yet what they add; one of the house adds nothing."""
    if saved.secret is None:
        return ()
    return tuple(
        seat for seat in game.seats if seat not in saved.bots and (seat not in nonces or nonces[seat] == AWAITED)
    )


def shares(saved: SavedGame, game: Game[Any, Any], nonces: Nonces) -> Mapping[Seat, Share]:
    """What each seat adds to the draws; nothing of games of old, which have no proof."""
    if saved.secret is None:
        return {}
    return {seat: _share(saved, seat, nonces) for seat in game.seats}


def _share(saved: SavedGame, seat: Seat, nonces: Nonces) -> Share:
    if seat in saved.bots:
        return "house" if saved.proof > 1 else "server"
    if seat not in nonces:
        return "free"
    if nonces[seat] is None:
        return "absent" if saved.proof > 1 else "server"
    return "player" if nonces[seat] != AWAITED else "awaited"


def seal(saved: SavedGame, game: Game[Any, Any], nonces: Nonces) -> Seal | None:
    """The seal of a game; None while a nonce is awaited, and for games of old."""
    secret = saved.secret
    if secret is None or lacking(saved, game, nonces):
        return None
    bots = {seat: saved.bots[seat] for seat in game.seats if seat in saved.bots}
    terms = Terms(game.title, game.rules_version, pairs(game.options), saved.clock, pairs(bots))
    added = {
        seat: bytes.fromhex(nonce) if (nonce := nonces.get(seat)) else _instead(saved, seat) for seat in game.seats
    }
    return Seal(saved.id, terms, secret, added, saved.proof)


def _instead(saved: SavedGame, seat: Seat) -> bytes:
    """What stands for a seat that brought nothing; in the first version the server chose it."""
    assert saved.secret is not None
    return NOTHING if saved.proof > 1 else saved.secret.nonce(saved.id, seat)

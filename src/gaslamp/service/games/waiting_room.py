"""Before the deal: the nonces that the seats add to the draws, and the setup that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import NOTHING, Seal, Terms
from gaslamp.core.records.record_format import pairs
from gaslamp.game.clock import SECOND, read_timing
from gaslamp.game.setup import Setup
from gaslamp.storage.store import AWAITED, Nonces, SavedGame, Store

NONCE_WAIT: Final = 30 * SECOND  # for players seated when the game is created

# A player's nonce; none, of a bot or an absent player; a nonce that is not known yet; none, of a free seat.
Share: TypeAlias = Literal["player", "house", "absent", "awaited", "free"]


class WaitingRoom:
    def __init__(self, saved: SavedGame, game: Game[Any, Any], nonces: Nonces, store: Store) -> None:
        self._saved = saved
        self._game = game
        self._nonces = nonces
        self._store = store

    @cached_property
    def commitment(self) -> str:
        """Of the server to its secret, published when the game is created."""
        return self._saved.secret.commitment(self._saved.sealed_as).hex()

    @property
    def lacking(self) -> tuple[Seat, ...]:
        players = [seat for seat in self._game.seats if seat not in self._saved.bots]
        return tuple(seat for seat in players if self._nonces.get(seat, AWAITED) == AWAITED)

    @property
    def shares(self) -> Mapping[Seat, Share]:
        return {seat: self._share(seat) for seat in self._game.seats}

    @property
    def taken(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, nonce in self._nonces.items() if nonce is not None)

    @property
    def waits_until(self) -> int | None:
        """When awaited nonces are dropped; None if there are none."""
        return self._saved.created * SECOND + NONCE_WAIT if AWAITED in self._nonces.values() else None

    @property
    def setup(self) -> Setup:
        """The terms of the game. They have no source of draws while a nonce is awaited."""
        saved, game = self._saved, self._game
        bots = {seat: saved.bots[seat] for seat in game.seats if seat in saved.bots}
        hints = saved.hints or len(game.seats) - len(bots) == 1  # against bots alone hints are always allowed
        hints = hints and saved.deal is None
        seal = None
        if not self.lacking:
            options, allowed = pairs(game.options), "yes" if hints else "no"
            prefix = len(saved.prefix)
            terms = Terms(game.title, game.rules_version, options, saved.clock, pairs(bots), allowed, prefix)
            nonces = {seat: bytes.fromhex(self._nonces.get(seat) or "") or NOTHING for seat in game.seats}
            seal = Seal(saved.sealed_as, terms, saved.secret, nonces)
        created = saved.created * SECOND
        return Setup(game, seal, bots, read_timing(saved.clock), hints=hints, prefix=saved.prefix, created=created)

    async def add(self, nonces: Nonces) -> bool:
        """Store nonces (None to decline) of seats that lack one. Return True if there were any."""
        new = {seat: nonce for seat, nonce in nonces.items() if seat in self.lacking}
        if new:
            await self._store.add_nonces(self._saved.id, new)
        return bool(new)

    async def read(self, now: int) -> bool:
        """Read the nonces; those awaited after the deadline are dropped. Return True if all are known."""
        self._nonces = await self._store.nonces(self._saved.id)
        if self.waits_until is not None and now >= self.waits_until:
            late = [seat for seat, nonce in self._nonces.items() if nonce == AWAITED]
            await self._store.add_nonces(self._saved.id, dict.fromkeys(late))
            self._nonces = await self._store.nonces(self._saved.id)
        return not self.lacking

    def _share(self, seat: Seat) -> Share:
        if seat in self._saved.bots:
            return "house"
        if seat not in self._nonces:
            return "free"
        nonce = self._nonces[seat]
        return "absent" if nonce is None else "awaited" if nonce == AWAITED else "player"

"""Before the deal: what each seat is to add to the draws, who has done so, and how long the others are waited for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Seal
from gaslamp.live.game import sealing
from gaslamp.live.game.sealing import Share
from gaslamp.storage.store import AWAITED, Nonces, SavedGame, Store


class WaitingRoom:
    """The nonces of one game. The store is the truth; here is what was last read."""

    def __init__(
        self, saved: SavedGame, game: Game[Any, Any], nonces: Nonces, store: Store, now: Callable[[], int]
    ) -> None:
        self._saved = saved
        self._game = game
        self._nonces = nonces
        self._store = store
        self._now = now
        self._shares: tuple[Nonces | None, Mapping[Seat, Share]] = None, {}  # and the nonces they are of

    @cached_property
    def commitment(self) -> str:
        """What the server committed itself to when the game was made; games of old have nothing."""
        saved = self._saved
        return saved.secret.commitment(saved.id, saved.proof).hex() if saved.secret is not None else ""

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """The seats that a nonce is awaited from."""
        return sealing.lacking(self._saved, self._game, self._nonces)

    @property
    def shares(self) -> Mapping[Seat, Share]:
        """What each seat adds to the draws, for everybody to see."""
        if self._shares[0] is not self._nonces:
            self._shares = self._nonces, sealing.shares(self._saved, self._game, self._nonces)
        return self._shares[1]

    @property
    def house(self) -> Mapping[Seat, str]:
        """The seats that opponents were given when the game was made, and to whom: they add nothing."""
        return {seat: self._saved.bots[seat] for seat in self._game.seats if seat in self._saved.bots}

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The seats that brought a nonce, or promised one."""
        return tuple(seat for seat, nonce in self._nonces.items() if nonce is not None)

    @property
    def seal(self) -> Seal | None:
        """What the draws follow from; None while a nonce is awaited, and for games of old."""
        return sealing.seal(self._saved, self._game, self._nonces)

    @property
    def waits_until(self) -> int | None:
        """Until when a promised nonce is waited for; None if none is."""
        return sealing.asks_until(self._saved) if AWAITED in self._nonces.values() else None

    async def bring(self, nonces: Nonces) -> bool:
        """Keep what seats add that were asked for it, None for nothing; tell whether there was anything new."""
        new = {seat: nonce for seat, nonce in nonces.items() if seat in self.lacking}
        if new:
            await self._store.sit(self._saved.id, new)
        return bool(new)

    async def read(self) -> bool:
        """Read who has sat down and what they add, wait for that no longer than was said, and tell whether all did."""
        self._nonces = await self._store.nonces(self._saved.id)
        late = [seat for seat, nonce in self._nonces.items() if nonce == AWAITED]
        if late and self._now() >= sealing.asks_until(self._saved):
            await self._store.sit(self._saved.id, dict.fromkeys(late))
            self._nonces = await self._store.nonces(self._saved.id)
        return not self.lacking

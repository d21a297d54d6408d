"""A store without a database: fast, and the model that the real one is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import Seat
from gaslamp.game.entries import Entry
from gaslamp.game.updates import Summary
from gaslamp.storage.database import Work
from gaslamp.storage.store import AWAITED, NO_NONCES, Conflict, Nonces, Outage, SavedGame, Store


class MemoryStore(Store):
    def __init__(self) -> None:
        self._games: dict[str, SavedGame] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._nonces: dict[str, dict[Seat, str | None]] = {}
        self._summaries: dict[str, Summary] = {}

    async def create(
        self,
        game: SavedGame,
        summary: Summary,
        start: Entry | None = None,
        nonces: Nonces = NO_NONCES,
        extra_writes: Work[None] | None = None,
    ) -> None:
        assert extra_writes is None, "there are no other tables"
        taken = game.rematch_of is not None and await self.rematch(game.rematch_of) is not None
        if taken or game.id in self._games:
            raise Conflict
        self._games[game.id] = game
        self._summaries[game.id] = summary
        self._entries[game.id] = [start] if start is not None else []
        self._nonces[game.id] = dict(nonces)

    async def append(self, game: str, seq: int, entry: Entry, summary: Summary | None = None) -> None:
        if game not in self._games or seq != len(self._entries[game]):
            raise Conflict
        self._entries[game].append(entry)
        if summary is not None:
            self._summaries[game] = summary

    async def save_summary(self, game: str, summary: Summary) -> None:
        self._summaries[game] = summary

    async def summary(self, game: str) -> Summary | None:
        return self._summaries.get(game)

    async def add_nonces(self, game: str, nonces: Nonces) -> None:
        known = self._nonces[game]
        known |= {seat: nonce for seat, nonce in nonces.items() if known.get(seat, AWAITED) == AWAITED}

    async def nonces(self, game: str) -> Nonces:
        return dict(self._nonces.get(game, NO_NONCES))

    async def find(self, game: str) -> SavedGame | None:
        return self._games.get(game)

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        return tuple(self._entries.get(game, ())[first:])

    async def mark_due(self, game: str, due: int | None) -> None:
        pass

    async def outages(self, since: int) -> Sequence[Outage]:
        return ()

    async def rematch(self, game: str) -> str | None:
        return next((saved.id for saved in self._games.values() if saved.rematch_of == game), None)

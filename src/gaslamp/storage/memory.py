"""Games kept as long as the program runs: what the other stores are compared with."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import Seat
from gaslamp.game.entries import Entry
from gaslamp.game.summary import Summary
from gaslamp.storage.store import AWAITED, NO_NONCES, Conflict, Nonces, SavedGame
from gaslamp.storage.transaction import Work


class MemoryStore:
    """Keeps games in dictionaries."""

    def __init__(self) -> None:
        self._games: dict[str, SavedGame] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._nonces: dict[str, dict[Seat, str | None]] = {}
        self._standings: dict[str, Summary] = {}

    async def create(
        self,
        game: SavedGame,
        start: Entry | None,
        nonces: Nonces = NO_NONCES,
        standing: Summary | None = None,
        beside: Work[None] | None = None,
    ) -> None:
        assert beside is None, "there is nothing beside the games here"
        taken = game.rematch_of is not None and await self.rematch(game.rematch_of) is not None
        if taken or game.id in self._games:
            raise Conflict
        self._games[game.id] = game
        self._entries[game.id] = [start] if start is not None else []
        self._nonces[game.id] = dict(nonces)
        if standing is not None:
            self._standings[game.id] = standing

    async def append(self, game: str, seq: int, entry: Entry, standing: Summary | None = None) -> None:
        if game not in self._games or seq != len(self._entries[game]):
            raise Conflict
        self._entries[game].append(entry)
        if standing is not None:
            self._standings[game] = standing

    async def note(self, game: str, standing: Summary) -> None:
        self._standings[game] = standing

    async def standing(self, game: str) -> Summary | None:
        return self._standings.get(game)

    async def unnoted(self, most: int) -> Sequence[str]:
        return [id for id in self._games if id not in self._standings][:most]

    async def sit(self, game: str, nonces: Nonces) -> None:
        kept = self._nonces[game]
        kept |= {seat: nonce for seat, nonce in nonces.items() if kept.get(seat, AWAITED) == AWAITED}

    async def nonces(self, game: str) -> Nonces:
        return dict(self._nonces.get(game, NO_NONCES))

    async def find(self, game: str) -> SavedGame | None:
        return self._games.get(game)

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        return tuple(self._entries.get(game, ())[first:])

    async def rematch(self, game: str) -> str | None:
        return next((saved.id for saved in self._games.values() if saved.rematch_of == game), None)

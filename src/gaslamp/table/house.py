"""All live games of a process: made, opened when somebody wants them, and dropped when nobody has for a while."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat
from gaslamp.table import timing
from gaslamp.table.due import Dues, Outage
from gaslamp.table.live import LiveGame, Opponents
from gaslamp.table.log import MemoryLog
from gaslamp.table.store import Conflict, SavedGame, Store
from gaslamp.table.table import Table

_PATIENCE: Final = 300.0  # seconds that a game nobody is at stays in memory


class House:
    """The games that are open now, each of them once."""

    def __init__(self, store: Store, opponents: Opponents, now: Callable[[], float], dues: Dues | None = None) -> None:
        self._store = store
        self._dues = dues
        self._opponents = opponents
        self._now = now
        self._games: dict[str, LiveGame] = {}
        self._wanted: dict[str, float] = {}  # when each was last seen in use
        self._opening = asyncio.Lock()

    async def create(self, title: str, options: Mapping[str, str], bots: Mapping[Seat, str], clock: str = "") -> str:
        """Begin a game and give its id."""
        return await self._begin(title, options, bots, clock, rematch_of=None)

    def runs(self, id: str) -> bool:
        """Tell whether this process runs the clocks and opponents of a game."""
        return True

    async def open(self, id: str) -> LiveGame | None:
        """Give a game, from memory or from the store; an opponent who is to move goes on thinking."""
        async with self._opening:
            live = self._games.get(id) or await self._load(id)
            if live is None:
                return None
            self._games[id] = live
            self._wanted[id] = self._now()
        live.wake()
        return live

    async def rematch(self, live: LiveGame) -> str:
        """Give the id of the game that follows a finished one with the sides swapped; it is made only once."""
        if live.outcome is None:
            raise GaslampError("error.not_over")
        saved = live.saved
        known = live.rematch or await self._store.rematch(saved.id)
        if known is not None:
            return known
        bots = {swapped(live.game.seats, seat): name for seat, name in saved.bots.items()}
        try:
            return await self._begin(saved.title, saved.options, bots, saved.clock, rematch_of=saved.id)
        except Conflict:  # both asked at once
            known = await self._store.rematch(saved.id)
            assert known is not None
            return known

    async def stand_still(self, outage: Outage) -> None:
        """Take an outage off the clocks of all games that are open here."""
        for live in list(self._games.values()):
            await live.stand_still([outage])

    def sweep(self) -> None:
        """Drop the games nobody has been at for a while."""
        for id, live in list(self._games.items()):
            if not live.idle:
                self._wanted[id] = self._now()
            elif self._now() - self._wanted[id] > _PATIENCE:
                del self._games[id], self._wanted[id]

    async def close(self) -> None:
        """Close every game."""
        await asyncio.gather(*(live.close() for live in self._games.values()))

    async def _begin(
        self, title: str, options: Mapping[str, str], bots: Mapping[Seat, str], clock: str, *, rematch_of: str | None
    ) -> str:
        timing.read(clock)
        game = titles.game(title, options)
        log = MemoryLog()
        Table(game, log)
        id = secrets.token_urlsafe(9)
        now = self._now()
        saved = SavedGame(id, title, game.rules_version, dict(game.options), dict(bots), int(now), rematch_of, clock)
        start = msgspec.structs.replace(log.entries()[0], at=int(now * timing.SECOND))
        await self._store.create(saved, start)
        return id

    async def _load(self, id: str) -> LiveGame | None:
        saved = await self._store.find(id)
        if saved is None:
            return None
        game = titles.game(saved.title, saved.options)
        if game.rules_version != saved.rules_version:
            raise GaslampError("error.other_rules")
        entries = await self._store.entries(id)
        rematch = await self._store.rematch(id)
        if self._dues is None:
            return LiveGame(saved, game, entries, self._store, self._opponents, rematch, now=self._now)
        live = LiveGame(
            saved, game, entries, self._store, self._opponents, rematch, now=self._now, mark=self._dues.mark
        )
        if live.affairs.clock is not None:
            await live.stand_still(await self._dues.outages(live.affairs.last))
        return live


def swapped(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Give the seat that whoever sat here takes in the rematch."""
    return seats[(seats.index(seat) + 1) % len(seats)]

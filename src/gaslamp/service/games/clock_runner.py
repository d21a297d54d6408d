"""Ends games when a clock has run out, and writes the server heartbeat."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from gaslamp.game.clock import MINUTE, SECOND
from gaslamp.service.errors import CannotOpen
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.store import Outage, Store

_LOG: Final = logging.getLogger(__name__)
BEAT: Final = 5 * SECOND  # between heartbeats
_SUSPENDED: Final = 2 * MINUTE  # without a heartbeat: the machine was suspended


class ClockRunner:
    """Ends games whose time is up, and writes the heartbeat. At first, *slack* ms without one are no outage."""

    def __init__(self, live_games: LiveGames, store: Store, now: Callable[[], float], *, slack: int = 0) -> None:
        self._live_games = live_games
        self._store = store
        self._now = now
        self._slack = slack
        self._beat = 0

    async def open(self) -> None:
        """Record the outage since the last heartbeat of any server. Call it before games are opened."""
        last, now = await self._store.last_heartbeat(), self._time()
        outage = Outage(last, now) if last is not None and now - last > self._slack else None
        await self._store.save_heartbeat(now, outage)
        self._beat = now

    async def close(self) -> None:
        await self._store.save_heartbeat(self._time())

    async def tick(self) -> None:
        """Call it every second."""
        await self.credit_suspension()
        await self.poll()

    async def poll(self) -> None:
        now = self._time()
        if now - self._beat >= BEAT:
            await self._store.save_heartbeat(now)
            self._beat = now
        for id in await self._store.due_games(now):
            if await self._live_games.runs(id):
                await self._check(id)

    async def credit_suspension(self) -> None:
        now = self._time()
        if now - self._beat >= _SUSPENDED:
            outage = Outage(self._beat, now)
            await self._store.save_heartbeat(now, outage)
            self._beat = now
            await self._live_games.credit_outage_all(outage)

    async def _check(self, id: str) -> None:
        due: int | None = None
        try:
            live = await self._live_games.open(id)
            if live is not None:
                due = await live.time.check()
        except CannotOpen:
            _LOG.warning("skipping clock of unreadable game", extra={"game": id})
        except Exception:  # noqa: BLE001 - the clocks of other games go on
            _LOG.exception("could not check the clock of game %s", id)
            due = self._time() + MINUTE
        await self._store.mark_due(id, max(due, self._time() + SECOND) if due is not None else None)

    def _time(self) -> int:
        return int(self._now() * SECOND)

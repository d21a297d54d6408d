"""Runs the clocks: ends games whose time is up, whoever is there, and notes when no server was up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from gaslamp.game.timing import MINUTE, SECOND
from gaslamp.service.errors import CannotOpen
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.deadlines import Deadlines, Outage

_LOG: Final = logging.getLogger(__name__)
_TICK: Final = 1.0  # seconds
BEAT: Final = 5 * SECOND
_ASLEEP: Final = 2 * MINUTE  # a server whose heart did not beat for so long was asleep with its machine


class ClockRunner:
    """Looks at games when they are due, and beats like a heart; `slack` is for servers that share a database."""

    def __init__(
        self, live_games: LiveGames, deadlines: Deadlines, now: Callable[[], float], *, slack: int = 0
    ) -> None:
        self._live_games = live_games
        self._deadlines = deadlines
        self._now = now
        self._slack = slack
        self._beat = 0
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Find out how long no server was up; call it before anybody can come."""
        last, now = await self._deadlines.last_beat(), self._time()
        outage = Outage(last, now) if last is not None and now - last > self._slack else None
        await self._deadlines.beat(now, outage)
        self._beat = now

    def start(self) -> None:
        """Go on by itself until it is closed."""
        self._task = asyncio.create_task(self._run(), name="clock runner")

    async def close(self) -> None:
        """Stop, and keep when that was."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._deadlines.beat(self._time())

    async def look(self) -> None:
        """Beat if it is time, and look at all games that are due."""
        now = self._time()
        if now - self._beat >= BEAT:
            await self._deadlines.beat(now)
            self._beat = now
        for id in await self._deadlines.due(now):
            if await self._live_games.runs(id):
                await self._look_at(id)

    async def wake(self) -> None:
        """Take the time off that the machine was asleep, if it was."""
        now = self._time()
        if now - self._beat >= _ASLEEP:
            outage = Outage(self._beat, now)
            await self._deadlines.beat(now, outage)
            self._beat = now
            await self._live_games.stand_still(outage)

    async def _look_at(self, id: str) -> None:
        """Look at one game; one that breaks down holds up no other, and one that cannot be opened is left."""
        due: int | None = None
        try:
            live = await self._live_games.open(id)
            if live is not None:
                due = await live.time.look()
        except CannotOpen:
            _LOG.warning("the clocks of a game that cannot be opened end nobody's game", extra={"game": id})
        except Exception:  # noqa: BLE001 - whatever it is, the other games have clocks too
            _LOG.exception("the clocks of game %s could not be looked at", id)
            due = self._time() + MINUTE
        await self._deadlines.mark(id, max(due, self._time() + SECOND) if due is not None else None)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            try:
                await self.wake()
                await self.look()
            except Exception:  # noqa: BLE001 - the clocks of all games hang on it
                _LOG.exception("the clock runner stumbled")

    def _time(self) -> int:
        return int(self._now() * SECOND)

"""Keeps a game in step with the same game in other processes: follows their hints, and lets them see who is here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from gaslamp.core.game import Seat
from gaslamp.live.cluster.peers import Peers
from gaslamp.live.game.live_game import LiveGame

_LOG: Final = logging.getLogger(__name__)

# Reads on in what is kept beside the log of a game, and tells whether there was something new.
Beside: TypeAlias = Callable[[str], Awaitable[bool]]


async def nothing_beside(_: str) -> bool:
    """That nothing is kept beside a game."""
    return False


class GameSync:
    """Follows one open game until it is closed."""

    def __init__(self, live: LiveGame, peers: Peers, beside: Beside) -> None:
        self._live = live
        self._peers = peers
        self._beside = beside
        self._hints: list[int | None] = []
        self._seen: frozenset[Seat] = frozenset()  # what other processes were told of ours
        self._reader: asyncio.Task[None] | None = None
        self._herald: asyncio.Task[None] | None = None
        live.attendance.watch(self._be_seen)
        self._leave = peers.hub.subscribe(live.id, self.hear)

    def hear(self, seq: int | None) -> None:
        """Take a hint that the log has become so long, or that all is to be looked at."""
        if seq is None or seq > self._live.state.length:
            self._hints.append(seq)
            if self._reader is None or self._reader.done():
                self._reader = asyncio.create_task(self._follow_hints(), name=f"reader of {self._live.id}")

    async def look(self) -> None:
        """Compare with what is kept, for a hint may have been lost."""
        live = self._live
        if await self._catch_up() or live.state.length <= 1:  # before the first action somebody may have sat down
            live.note_change()
        if live.attendance.here:
            await self._peers.presence.here(live.id, live.attendance.here)
        live.wake()

    async def close(self) -> None:
        """Follow no more."""
        self._leave()
        self._live.attendance.unwatch()
        waiting = [task for task in (self._reader, self._herald) if task is not None]
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _follow_hints(self) -> None:
        try:
            while self._hints:
                hints, self._hints = self._hints, []
                if None in hints:
                    await self._catch_up()
                    self._live.note_change()
                else:
                    await self._live.read_on()
        except Exception:  # noqa: BLE001 - whatever it was, the next look makes up for it
            _LOG.exception("what is new in game %s could not be read", self._live.id)

    async def _catch_up(self) -> bool:
        """Read everything that may be new, and tell whether anything was."""
        live = self._live
        entries = await live.read_on()
        others = live.attendance.meet(await self._peers.presence.elsewhere(live.id))
        beside = await self._beside(live.id)
        return entries or beside or others

    def _be_seen(self) -> None:
        """Let other processes know which seats somebody is at here."""
        if self._seen != self._live.attendance.here and (self._herald is None or self._herald.done()):
            self._herald = asyncio.create_task(self._show_seats(), name=f"herald of {self._live.id}")

    async def _show_seats(self) -> None:
        live = self._live
        try:
            while (here := live.attendance.here) != self._seen:
                await self._peers.presence.here(live.id, here)
                self._seen = here
                self._peers.hub.tell(live.id)
        except Exception:  # noqa: BLE001 - the next look tells them
            _LOG.exception("who is at game %s could not be told", live.id)

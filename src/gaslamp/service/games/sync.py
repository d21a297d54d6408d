"""Synchronizes a game with its replicas in other processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from gaslamp.cluster.cluster import Cluster
from gaslamp.core.game import Seat
from gaslamp.service.games.live_game import LiveGame
from gaslamp.storage.database import OUTAGES, UNAVAILABLE

_LOG: Final = logging.getLogger(__name__)
_RETRY: Final = 0.5  # seconds between attempts to read changes

SyncHook: TypeAlias = Callable[[str], Awaitable[bool]]  # reads what is stored outside the log; True if it changed


async def no_sync(_: str) -> bool:
    return False


class GameSync:
    def __init__(self, live: LiveGame, cluster: Cluster, hook: SyncHook) -> None:
        self._live = live
        self._cluster = cluster
        self._hook = hook
        self._changes: list[int | None] = []
        self._published: frozenset[Seat] = frozenset()  # seats last written to the cluster
        self._reader: asyncio.Task[None] | None = None
        self._publisher: asyncio.Task[None] | None = None
        live.attendance.watch(self._presence_changed)
        self._unsubscribe = cluster.subscribe(live.id, self.on_change)

    def on_change(self, length: int | None) -> None:
        """Catch up with a log of *length* entries; None: and with everything else."""
        if length is None or length > self._live.state.length:
            self._changes.append(length)
            if self._reader is None or self._reader.done():
                self._reader = asyncio.create_task(self._read(), name=f"reader of {self._live.id}")

    async def poll(self) -> None:
        """Compare with the database: a notification may have been lost."""
        live = self._live
        if await self._catch_up() or live.state.length <= 1:  # before the first action a seat may have been taken
            live.note_change()
        if live.attendance.local:
            await self._cluster.show(live.id, live.attendance.local)
        live.wake()

    async def close(self) -> None:
        self._unsubscribe()
        self._changes.clear()
        self._live.attendance.unwatch()
        waiting = [task for task in (self._reader, self._publisher) if task is not None]
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _read(self) -> None:
        while self._changes:
            changes, self._changes = self._changes, []
            try:
                if None in changes:
                    await self._catch_up()
                    self._live.note_change()
                else:
                    await self._live.catch_up()
            except UNAVAILABLE as error:
                OUTAGES.warning("could not read changes of game %s: %s", self._live.id, type(error).__name__)
                self._changes += changes
                await asyncio.sleep(_RETRY)
            except Exception:  # noqa: BLE001 - the next poll reads it
                _LOG.exception("could not read changes of game %s", self._live.id)

    async def _catch_up(self) -> bool:
        live = self._live
        entries = await live.catch_up()
        presence = live.attendance.set_remote(await self._cluster.elsewhere(live.id))
        extra = await self._hook(live.id)
        return entries or presence or extra

    def _presence_changed(self) -> None:
        if self._published != self._live.attendance.local and (self._publisher is None or self._publisher.done()):
            self._publisher = asyncio.create_task(self._publish_presence(), name=f"presence of {self._live.id}")

    async def _publish_presence(self) -> None:
        live = self._live
        try:
            while (seats := live.attendance.local) != self._published:
                await self._cluster.show(live.id, seats)
                self._published = seats
                self._cluster.publish(live.id)
        except Exception:  # noqa: BLE001 - the next poll publishes it
            _LOG.exception("could not publish the presence at game %s", live.id)

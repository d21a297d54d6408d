"""Hints by way of Redis: one channel, on which every process hears of every game and passes on what concerns it.

When Redis is away nothing waits for it: hints are dropped, the games go on by looking now and then, and when it is
back everybody looks once.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from gaslamp.live.cluster.hub import Heard, Subscribers

_LOG: Final = logging.getLogger(__name__)
_CHANNEL: Final = "gaslamp"
_AGAIN: Final = 0.5  # seconds until Redis is tried again
_PATIENCE: Final = 5.0  # seconds that it may take to answer
_NUMBER: Final = re.compile("[0-9]{1,9}")
_MOST: Final = 10_000  # hints that wait to be sent

AWAY: Final = (RedisError, OSError, TimeoutError)  # what is raised when it cannot be reached


class RedisHub:
    """Carries hints between all processes that are connected to one Redis."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            encoding_errors="replace",
            socket_connect_timeout=_PATIENCE,
            socket_keepalive=True,
            health_check_interval=2 * _PATIENCE,
            retry=Retry(NoBackoff(), 0),  # we know better what to do meanwhile
        )
        self._subscribers = Subscribers()
        self._waiting: deque[str] = deque(maxlen=_MOST)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = asyncio.Event()  # while hints are heard

    async def open(self) -> None:
        """Begin to carry; raise one of `AWAY` if Redis cannot be reached now."""
        try:
            await self._redis.ping()
        except AWAY:
            await self._redis.aclose()
            raise
        self._tasks = [asyncio.create_task(work(), name=work.__name__) for work in (self._send, self._listen)]

    def tell(self, game: str, seq: int | None = None) -> None:
        self._waiting.append(f"{game} {'' if seq is None else seq}")
        self._wake.set()

    def subscribe(self, game: str, heard: Heard) -> Callable[[], None]:
        leave = self._subscribers.add(game, heard)
        if self.connected.is_set():
            heard(None)
        return leave

    async def close(self) -> None:
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=0.1)  # the client may take a cancellation for a connection that broke
        await self._redis.aclose()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                try:
                    async with asyncio.timeout(_PATIENCE):
                        await self._redis.publish(_CHANNEL, self._waiting.popleft())
                except AWAY:
                    self._waiting.clear()
                    await asyncio.sleep(_AGAIN)

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
                if self.connected.is_set():
                    _LOG.warning("Redis is away (%s); the games go on without hints", type(error).__name__)
                self.connected.clear()
            await asyncio.sleep(_AGAIN)

    async def _hear(self) -> None:
        listening = self._redis.pubsub()
        try:
            await listening.subscribe(_CHANNEL)
            while True:
                self._take(await listening.get_message(timeout=_PATIENCE))
        finally:
            with suppress(*AWAY):
                await listening.aclose()  # type: ignore[no-untyped-call]

    def _take(self, message: dict[str, Any] | None) -> None:
        match message:
            case {"type": "subscribe"}:  # from now on none is missed
                self.connected.set()
                self._subscribers.look()
            case {"type": "message", "data": str(data)}:
                game, _, seq = data.partition(" ")
                self._subscribers.hear(game, int(seq) if _NUMBER.fullmatch(seq) else None)

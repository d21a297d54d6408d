"""Job results shared by clients: equal requests run one job, and its result is cached.

A client gets the result at once if it is known, and is notified when it is ready otherwise. A job that has not started
is cancelled when no client waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from gaslamp.workers.pool import Pool, PoolClosed

_LOG: Final = logging.getLogger(__name__)
_CACHED: Final = 1000  # results

_Key: TypeAlias = tuple[Hashable, ...]


class Request(NamedTuple):
    queue: str
    key: _Key  # all that the result depends on; the first part is logged
    function: Callable[..., Any]
    args: tuple[Any, ...]
    timeout: float  # seconds


class JobResult(NamedTuple):
    value: Any  # None if the job failed


@dataclass(slots=True)
class _Running:
    future: Future[Any]
    waiting: dict[Hashable, Callable[[], None]] = field(default_factory=dict)  # callbacks by client


class SharedJobs:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._results: dict[_Key, JobResult] = {}  # least recently used first
        self._running: dict[_Key, _Running] = {}
        self._waiting: dict[Hashable, _Key] = {}  # by client

    def get(self, client: Hashable, request: Request, notify: Callable[[], None]) -> JobResult | None:
        """Return the result, or None and call *notify* when it is ready. Replaces the client's last request."""
        key = (request.queue, *request.key)
        if self._waiting.get(client) != key:
            self.cancel(client)
        if key in self._results:
            self._results[key] = self._results.pop(key)
            return self._results[key]
        running = self._running.get(key) or self._start(key, request)
        running.waiting[client] = notify
        self._waiting[client] = key
        return None

    def cancel(self, client: Hashable) -> None:
        """Unsubscribe; cancels the job if it has not started and no other client waits."""
        key = self._waiting.pop(client, None)
        if key is None:
            return
        running = self._running[key]
        del running.waiting[client]
        if not running.waiting and running.future.cancel():
            del self._running[key]

    async def wait(self, request: Request) -> Any:
        """Return the result; None if the job failed."""
        ready = asyncio.Event()
        try:
            while (result := self.get(ready, request, ready.set)) is None:
                await ready.wait()
                ready.clear()
        finally:
            self.cancel(ready)
        return result.value

    def _start(self, key: _Key, request: Request) -> _Running:
        loop = asyncio.get_running_loop()
        future = self._pool.submit(request.queue, request.function, *request.args, timeout=request.timeout)
        running = self._running[key] = _Running(future)

        def done(_: Future[Any]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(self._finish, key, future)

        future.add_done_callback(done)
        return running

    def _finish(self, key: _Key, future: Future[Any]) -> None:
        running = self._running.pop(key)
        error = future.exception()
        if error is not None and not isinstance(error, PoolClosed):
            _LOG.error("no result in queue %s for %s", key[0], key[1], exc_info=error)
        self._results[key] = JobResult(None if error else future.result())
        while len(self._results) > _CACHED:
            del self._results[next(iter(self._results))]
        for client, notify in running.waiting.items():
            del self._waiting[client]
            notify()

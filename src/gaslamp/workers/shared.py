"""Job results shared by clients: equal requests run one job, and its result is cached.

A client gets the result at once if it is known, and is notified when it is ready otherwise. A job that has not started
is cancelled when no client waits for it. The result of a growing job is also returned while it grows, and the job is
stopped when no client waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from gaslamp.workers.pool import Job, Pool, PoolClosed

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
    complete: bool = True


@dataclass(slots=True, eq=False)
class _Running:
    future: Future[Any] = field(default_factory=Future)
    waiting: dict[Hashable, Callable[[], None]] = field(default_factory=dict)  # callbacks by client
    growing: JobResult | None = None  # the newest value
    stopped: bool = False


class SharedJobs:
    def __init__(
        self, pool: Pool, cached: int = _CACHED, on_result: Callable[[Request, Any], None] | None = None
    ) -> None:
        self._pool = pool
        self._cached = cached  # results
        self._on_result = on_result
        self._results: dict[_Key, JobResult] = {}  # least recently used first
        self._running: dict[_Key, _Running] = {}
        self._waiting: dict[Hashable, _Key] = {}  # by client

    def get(self, client: Hashable, request: Request, notify: Callable[[], None]) -> JobResult | None:
        """Return the result, or None and call *notify* when it is ready. Replaces the client's last request.

        While a result is not complete, *notify* is called whenever it has grown.
        """
        key = (request.queue, *request.key)
        if self._waiting.get(client) != key:
            self.cancel(client)
        if key in self._results:
            self._results[key] = self._results.pop(key)
            return self._results[key]
        running = self._running.get(key) or self._start(key, request)
        running.waiting[client] = notify
        self._waiting[client] = key
        return running.growing

    def cancel(self, client: Hashable) -> None:
        """Unsubscribe; cancels the job if no other client waits, and it has not started or is a growing one."""
        key = self._waiting.pop(client, None)
        if key is None:
            return
        running = self._running[key]
        del running.waiting[client]
        if running.waiting:
            return
        running.stopped = running.growing is not None
        if running.future.cancel() or running.stopped:
            del self._running[key]

    async def wait(self, request: Request) -> Any:
        """Return the result; None if the job failed."""
        ready = asyncio.Event()
        try:
            while (result := self.get(ready, request, ready.set)) is None or not result.complete:
                await ready.wait()
                ready.clear()
        finally:
            self.cancel(ready)
        return result.value

    def _start(self, key: _Key, request: Request) -> _Running:
        loop = asyncio.get_running_loop()
        running = self._running[key] = _Running()

        def grow(value: Any) -> bool:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._grow, key, running, value)
            return not running.stopped

        def done(future: Future[Any]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(self._finish, key, running, request)

        job = Job(request.function, request.args, request.timeout, grow)
        running.future = self._pool.submit_deferred(request.queue, lambda _: job)
        running.future.add_done_callback(done)
        return running

    def _finish(self, key: _Key, running: _Running, request: Request) -> None:
        if running.stopped:
            return
        del self._running[key]
        error = running.future.exception()
        if error is not None and not isinstance(error, PoolClosed):
            _LOG.error("no result in queue %s for %s", key[0], key[1], exc_info=error)
        self._results[key] = JobResult(None if error else running.future.result())
        if error is None and self._on_result is not None:
            self._on_result(request, self._results[key].value)
        while len(self._results) > self._cached:
            del self._results[next(iter(self._results))]
        for client, notify in running.waiting.items():
            del self._waiting[client]
            notify()

    def _grow(self, key: _Key, running: _Running, value: Any) -> None:
        running.growing = JobResult(value, complete=False)
        for notify in [*running.waiting.values()]:
            notify()
        if not running.waiting and not running.stopped:  # the clients left before the first value
            running.stopped = True
            del self._running[key]

"""A pool of one worker of the browser, which answers jobs as bytes. Bots come first, and no job has a timeout."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from concurrent.futures import Future
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

from gaslamp.workers.pool import JobError, MakeJob, Pool, PoolClosed, QueueStatus

QUEUES: Final = ("bots", "hints", "aid")  # most urgent first
_LOG: Final = logging.getLogger(__name__)


class LocalPool(Pool):
    """Sends each job with *post*; `answered` gets its result."""

    def __init__(self, post: Callable[[bytes], None]) -> None:
        super().__init__(**dict.fromkeys(QUEUES, 0))
        self._post = post
        self._waiting: list[tuple[int, int, str, MakeJob, Future[Any]]] = []
        self._numbers = count()
        self._running: Future[Any] | None = None

    def submit_deferred(self, queue: str, make_job: MakeJob) -> Future[Any]:
        future: Future[Any] = Future()
        priority = QUEUES.index(queue) if queue in QUEUES else len(QUEUES)
        heappush(self._waiting, (priority, next(self._numbers), queue, make_job, future))
        self._send_next()
        return future

    def answered(self, answer: bytes) -> None:
        """Resolve the running job."""
        if self._running is None:
            return
        future, self._running = self._running, None
        result, error = pickle.loads(answer)  # noqa: S301 - of our own worker
        self._send_next()
        if error is None:
            future.set_result(result)
        else:
            _LOG.error("job failed", extra={"errors": [error]})
            future.set_exception(JobError())

    def status(self, queue: str) -> QueueStatus:
        waiting = sum(other == queue for _, _, other, *_ in self._waiting)
        return QueueStatus(True, 1, (1,), int(self._running is not None), waiting, 0, 0)  # noqa: FBT003

    def close(self) -> None:
        for *_, future in self._waiting:
            future.cancel()
        self._waiting.clear()
        if self._running is not None:
            self._running.set_exception(PoolClosed())
            self._running = None

    def _send_next(self) -> None:
        while self._running is None and self._waiting:
            *_, make_job, future = heappop(self._waiting)
            if future.set_running_or_notify_cancel():
                job = make_job(len(self._waiting))
                self._running = future
                self._post(pickle.dumps((job.function, job.args)))


def run_job(job: bytes) -> bytes:
    """Run a job in the worker. An error is returned as the name of its type: its text may be secret."""
    function, args = pickle.loads(job)  # noqa: S301 - of our own pool
    try:
        return pickle.dumps((function(*args), None))
    except Exception as error:  # noqa: BLE001 - reported by the pool
        return pickle.dumps((None, type(error).__name__))

"""Process pool with one queue per kind of job.

Each queue has its own workers: a slow bot does not delay the deduction aid, and its search time does not show there.
Dead workers are replaced, and their jobs are run again. A job that exceeds its timeout is stopped with its worker.
Jobs are module-level functions with picklable arguments; run twice, they give the same result. A generator function is
a growing job: its values are passed on as they come, and it can be stopped between two of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from gaslamp.workers.worker import DEAD, start_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

_LOG: Final = logging.getLogger(__name__)
_ATTEMPTS: Final = 3  # workers that may die of one job
_CHECK_INTERVAL: Final = 1.0  # seconds between checks of an idle worker
_START_TIMEOUT: Final = 60.0  # seconds to start, or to import a job


class JobError(Exception):
    """The job raised an exception; the log has its type and origin."""


class WorkerLost(JobError):
    """No worker could be started, or none survived the job."""


class PoolClosed(WorkerLost):
    """The pool was closed before the job was done."""


class Job(NamedTuple):
    function: Callable[..., Any]
    args: tuple[Any, ...]
    timeout: float | None = None  # seconds, for each value of a growing job; None: unlimited
    on_value: Callable[[Any], bool] = lambda _: True  # of a growing job; False stops it


class QueueStatus(NamedTuple):
    healthy: bool  # some slot has a worker or can start one
    slots: int  # maximum number of workers
    processes: tuple[int, ...]  # ids of the workers
    busy: int  # workers
    waiting: int  # jobs
    replaced: int  # workers, in total
    timeouts: int  # in total


MakeJob: TypeAlias = Callable[[int], Job]  # from the number of waiting jobs
_Jobs: TypeAlias = SimpleQueue[tuple[MakeJob, Future[Any]] | None]  # None wakes a slot that is closing


class Pool:
    """Worker processes, started when first needed: `Pool(bots=2, hints=1)`."""

    def __init__(self, **workers: int) -> None:
        self._jobs: dict[str, _Jobs] = {queue: SimpleQueue() for queue in workers}
        self._slots = {queue: [_WorkerSlot(queue, self._jobs[queue]) for _ in range(n)] for queue, n in workers.items()}
        self._closed = False
        self.queues = tuple(workers)

    def submit(self, queue: str, function: Callable[..., Any], *args: Any, timeout: float | None = None) -> Future[Any]:
        """Run a job. The future raises JobError, or TimeoutError after *timeout* seconds."""
        return self.submit_deferred(queue, lambda _: Job(function, args, timeout))

    def submit_deferred(self, queue: str, make_job: MakeJob) -> Future[Any]:
        """Run a job that is made when a worker is free, from the number of jobs that then wait behind it.

        The future of a growing job gives its last value, or None if `Job.on_value` has stopped it.
        """
        future: Future[Any] = Future()
        if self._closed:
            future.set_exception(PoolClosed())
            return future
        self._jobs[queue].put((make_job, future))
        for slot in self._slots[queue]:
            slot.start()
        return future

    def status(self, queue: str) -> QueueStatus:
        slots = self._slots[queue]
        return QueueStatus(
            healthy=any(slot.healthy for slot in slots),
            slots=len(slots),
            processes=tuple(p.pid for slot in slots if (p := slot.process) is not None and p.pid is not None),
            busy=sum(slot.busy for slot in slots),
            waiting=self._jobs[queue].qsize(),
            replaced=sum(slot.replaced for slot in slots),
            timeouts=sum(slot.timeouts for slot in slots),
        )

    def close(self) -> None:
        """Cancel waiting jobs and kill the workers. Running jobs raise PoolClosed."""
        self._closed = True
        for jobs in self._jobs.values():
            with suppress(Empty):
                while (pending := jobs.get_nowait()) is not None:
                    pending[1].cancel()
        for thread in [slot.close() for slots in self._slots.values() for slot in slots]:
            if thread is not None:
                thread.join()


class _WorkerSlot:
    def __init__(self, queue: str, jobs: _Jobs) -> None:
        self._queue = queue
        self._jobs = jobs
        self._thread: Thread | None = None
        self._connection: Connection | None = None
        self._closing = False
        self.process: SpawnProcess | None = None
        self.healthy, self.busy = True, False
        self.replaced = self.timeouts = 0

    def start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name=f"worker of queue {self._queue}", daemon=True)
            self._thread.start()

    def close(self) -> Thread | None:
        self._closing = True
        if (process := self.process) is not None:
            process.kill()
        self._jobs.put(None)
        return self._thread

    def _run(self) -> None:
        while not self._closing:
            try:
                pending = self._jobs.get(timeout=_CHECK_INTERVAL)
            except Empty:
                self._check_idle_worker()
                continue
            if pending is None or not pending[1].set_running_or_notify_cancel():
                continue
            make_job, future = pending
            self.busy = True
            try:
                resolve = partial(future.set_result, self._run_job(make_job))
            except Exception as error:  # noqa: BLE001 - the future raises it
                resolve = partial(future.set_exception, error)
            self.busy = False  # before the caller can read the status
            resolve()
        self._stop_worker()

    def _check_idle_worker(self) -> None:
        if not (self.healthy if self.process is None else self.process.is_alive()):
            with suppress(JobError):
                self._run_job(lambda _: Job(int, ()))

    def _run_job(self, make_job: MakeJob) -> Any:
        for _ in range(_ATTEMPTS):
            try:
                worker = self._worker()
                job = make_job(self._jobs.qsize())
                worker.send((job.function, job.args))
                _receive(worker)  # the timeout starts when the worker has imported the function
                result, error = _receive_result(worker, job)
            except TimeoutError:
                self.healthy = True
                self.timeouts += 1
                _LOG.error("job timeout in queue %s", self._queue)
                self._stop_worker()
                raise
            except DEAD:
                self._stop_worker()
                if self._closing:
                    raise PoolClosed from None
                continue
            self.healthy = True
            if error is not None:
                _LOG.error("job failed in queue %s", self._queue, extra={"errors": [error]})
                raise JobError
            return result
        if self.healthy:
            _LOG.error("queue %s has no worker process: none could be started or survived", self._queue)
        self.healthy = False
        raise WorkerLost

    def _worker(self) -> Connection:
        """Return the connection to a live worker; start one if there is none. Raises EOFError or OSError."""
        if self._connection is None or self.process is None or not self.process.is_alive():
            self._stop_worker()
            self.process, self._connection = start_worker()
            _receive(self._connection)
            if self._closing:  # close() may not have seen the process
                raise EOFError
        return self._connection

    def _stop_worker(self) -> None:
        if self._connection is not None and self.process is not None:
            self.process.kill()
            self.process.join()
            self._connection.close()
            self.replaced += not self._closing
            if self.healthy and not self._closing:
                _LOG.warning("replacing a worker process of queue %s", self._queue)
        self.process = self._connection = None


def _receive(connection: Connection) -> None:
    if not connection.poll(_START_TIMEOUT):
        raise EOFError
    connection.recv()


def _receive_result(connection: Connection, job: Job) -> tuple[Any, str | None]:
    """Return result and error. The values of a growing job are passed on. Raises TimeoutError."""
    while connection.poll(job.timeout):
        value, error, complete = connection.recv()
        if complete:
            return value, error
        connection.send(job.on_value(value))
    raise TimeoutError

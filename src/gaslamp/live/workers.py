"""Worker processes: where a server has things thought through that would hold up everybody else.

A worker is asked one thing at a time, by a thread that sees it die, whether it thinks or waits. Then there is another
one in its place, which is asked the same again. So a question has to be a function of a module and plain data: asked
twice it has the same answer. A question that no worker outlives is given up after a few of them, and one that takes too
long is taken away from the worker by replacing it.

There is one pool for everything, with a desk for each kind of question. A desk has workers of its own: how long an
opponent thinks about its secrets must not show in when a deduction aid comes, nor may an aid hold up a game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from gaslamp.live.worker_process import Gone, Task, TookTooLong, WorkerProcess

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)
_TRIES: Final = 3  # workers that are asked the same thing, one after the other
_LOOK: Final = 1.0  # seconds after which a place where nothing is to be done is looked after


class NoWorker(Exception):
    """No worker lived long enough to answer."""


class PoolClosed(NoWorker):
    """The pool was closed before the answer was ready."""


class BrokeDown(Exception):
    """What was asked went wrong inside a worker; its log line tells where."""


class _Question(NamedTuple):
    task: Callable[[int], Task]  # made when a worker is free, from how many others wait
    future: Future[Any]


@dataclass(frozen=True, slots=True)
class State:
    """How a desk stands."""

    able: bool  # what is asked can be expected to be answered
    workers: int  # there are now
    waiting: int  # questions that nobody has begun
    busy: int  # workers that think
    replaced: int  # workers that died or were given up, ever
    overdue: int  # questions that took too long, ever


class Pool:
    """The workers of a server: so many at each desk, started when first needed, replaced whenever one is gone."""

    def __init__(self, **desks: int) -> None:
        self._desks = {name: _Desk(workers) for name, workers in desks.items()}

    def submit(self, desk: str, work: Callable[..., T], *words: Any, seconds: float | None = None) -> Future[T]:
        """Have something worked out; the answer comes, or BrokeDown, NoWorker or TookTooLong."""
        task = Task(work, words, seconds)
        return self.submit_later(desk, lambda _: task)

    def submit_later(self, desk: str, task: Callable[[int], Task]) -> Future[Any]:
        """Have something worked out that is decided on when a worker is free, by how many questions then wait."""
        return self._desks[desk].submit(task)

    def workers(self, desk: str) -> int:
        """How many workers a desk is to have."""
        return len(self._desks[desk].places)

    def state(self, desk: str) -> State:
        """How a desk stands."""
        return self._desks[desk].state

    @property
    def states(self) -> Mapping[str, State]:
        """How all desks stand."""
        return {name: desk.state for name, desk in self._desks.items()}

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the workers there are now."""
        places = [place for desk in self._desks.values() for place in desk.places]
        return tuple(worker.id for place in places if (worker := place.worker) is not None)

    def close(self) -> None:
        """Send the workers home, whatever they think about; what was not answered never will be."""
        for desk in self._desks.values():
            desk.close()


class _Desk:
    """One kind of questions, those that wait, and the places of those who answer."""

    def __init__(self, workers: int) -> None:
        self._questions: Queue[_Question | None] = Queue()
        self.places = [_Place(self._questions) for _ in range(workers)]

    def submit(self, task: Callable[[int], Task]) -> Future[Any]:
        future: Future[Any] = Future()
        self._questions.put(_Question(task, future))
        for place in self.places:
            place.begin()
        return future

    @property
    def state(self) -> State:
        places = self.places
        return State(
            able=any(place.able for place in places),
            workers=sum(place.worker is not None for place in places),
            waiting=self._questions.qsize(),
            busy=sum(place.busy for place in places),
            replaced=sum(place.replaced for place in places),
            overdue=sum(place.overdue for place in places),
        )

    def close(self) -> None:
        with suppress(Empty):
            while (question := self._questions.get_nowait()) is not None:
                question.future.cancel()
        for place in self.places:
            place.stop()
        for place in self.places:
            place.join()


class _Place:
    """Where one worker after the other works, and the thread that asks it."""

    def __init__(self, questions: Queue[_Question | None]) -> None:
        self._questions = questions
        self._thread: Thread | None = None
        self._closing = False
        self.worker: WorkerProcess | None = None
        self.able = True  # the last one who was wanted could be had
        self.busy = False
        self.replaced = 0
        self.overdue = 0

    def begin(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._attend, name="place of a worker", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._closing = True
        if self.worker is not None:
            self.worker.end()
        self._questions.put(None)

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _attend(self) -> None:
        while not self._closing:
            try:
                question = self._questions.get(timeout=_LOOK)
            except Empty:
                self._look_after()
                continue
            if question is not None and question.future.set_running_or_notify_cancel():
                self.busy = True
                self._answer(question)
                self.busy = False
        self._lose()

    def _look_after(self) -> None:
        """Have somebody here again, if whoever was here died in idleness or nobody could be had."""
        if self.able and (self.worker is None or self.worker.lives):
            return
        try:
            self._worker()
            self.able = True
        except Gone:
            self._lose()
        else:
            self.replaced += 1

    def _answer(self, question: _Question) -> None:
        for _ in range(_TRIES):
            try:
                worker = self._worker()
                answer, places = worker.ask(question.task(self._questions.qsize()))
            except Gone:
                self._lose()
                if self._closing:
                    break
                self.replaced += 1
                _LOG.warning("a worker process died and is replaced")
                continue
            except TookTooLong as error:
                self._lose()
                self.replaced += 1
                self.overdue += 1
                _LOG.error("a worker process thought for too long and is replaced")
                question.future.set_exception(error)
                return
            except Exception as error:  # noqa: BLE001 - the question could not even be asked
                question.future.set_exception(error)
                return
            self.able = True
            if places is None:
                question.future.set_result(answer)
            else:
                _LOG.error("a worker broke down", extra={"errors": places})
                question.future.set_exception(BrokeDown())
            return
        if self._closing:
            question.future.set_exception(PoolClosed())
            return
        self.able = False
        _LOG.error("no worker process could be had to answer")
        question.future.set_exception(NoWorker())

    def _worker(self) -> WorkerProcess:
        """The worker who is here, or a new one."""
        if self.worker is not None and not self.worker.lives:
            self._lose()
        if self.worker is None:
            if self._closing:
                raise Gone
            self.worker = WorkerProcess()
            self.worker.greet()
            if self._closing:  # who closed may not have seen it yet
                raise Gone
        return self.worker

    def _lose(self) -> None:
        if self.worker is not None:
            self.worker.end()
            self.worker = None

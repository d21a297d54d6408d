"""One writer for everything that is kept: it takes all that is waiting into one transaction, so that many wait once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.core.errors import GaslampError
from gaslamp.storage.appends import Append
from gaslamp.storage.dialect import OUTAGES, sqlite_file
from gaslamp.storage.sqlite_threads import BeliefCache, ReadingThread, WritingThread
from gaslamp.storage.transaction import Work

_AT_MOST: Final = 0.01  # seconds from the begin of a transaction until the next, where some wait already

T = TypeVar("T")


class NotSaved(GaslampError):
    """The database would not keep it: its disk is full, or it is away. Nothing has changed."""

    def __init__(self) -> None:
        super().__init__("error.not_saved")


class _Waiting(NamedTuple):
    work: Work[Any] | Append
    done: asyncio.Future[Any]

    def answer(self, result: Any) -> None:
        """What has come of it, an exception or what it gives; who waited may have gone."""
        if self.done.done():
            return
        if isinstance(result, Exception):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Writer:
    """Runs pieces of work, one transaction after the other, and answers each only when it is on the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        file = sqlite_file(engine)
        self._thread = WritingThread(file) if file is not None else None
        self._reading = ReadingThread(file) if file is not None else None
        self._waiting: list[_Waiting] = []
        self._idle = True  # nothing is being written, nor will be soon
        self._began = 0.0
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Event | None = None
        self.failing = False  # the last that was to be kept was not
        self.transactions = 0  # how many there were, for whoever measures
        self.measured: Callable[[int, float], None] = lambda pieces, seconds: None  # called after each

    async def write(self, work: Work[T]) -> T:
        """Give what the work gives, once it is kept for good; raise what it raises, and then nothing of it is kept.

        NotSaved is raised for whatever is the database's own fault; rows that contradict each other are the caller's.
        """
        done: asyncio.Future[T] = self._wait(work)
        return await done

    async def read(self, work: Work[T]) -> T:
        """What a piece of work gives that changes nothing; it waits for no writing."""
        if self._reading is not None:
            return await self._reading.read(work)
        async with self._engine.connect() as connection:
            return await work(connection)

    @property
    def appends(self) -> bool:
        """Whether entries have a way of their own into the database."""
        return self._thread is not None

    async def append(self, entry: Append) -> None:
        """Keep an entry, as `write` would, together with all others that are waiting."""
        await self._wait(entry)

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = asyncio.Event()
        if not self._idle:
            await self._closing.wait()
        if self._thread is not None:
            self._thread.close()
        if self._reading is not None:
            self._reading.close()

    def _wait(self, work: Work[Any] | Append) -> asyncio.Future[Any]:
        if self._closing is not None:
            raise RuntimeError("the writer has closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._waiting.append(_Waiting(work, done))
        if self._idle:
            self._idle = False
            loop.call_soon(self._take)
        return done

    def _take(self) -> None:
        """Write all that is waiting."""
        taken, self._waiting = self._waiting, []
        self._began = time.perf_counter()
        if self._thread is None:
            self._task = asyncio.create_task(self._do(taken), name="writer")
            return
        entries = [one for one in taken if isinstance(one.work, Append)]
        others = [one for one in taken if not isinstance(one.work, Append)]
        works = [one.work for one in others if not isinstance(one.work, Append)]
        appends = [one.work for one in entries if isinstance(one.work, Append)]
        self._thread.hand_over(works, appends, partial(self._cache, [*others, *entries]))

    def _go_on(self) -> None:
        """Write what came meanwhile, with what still comes soon: a transaction costs more than what is in it."""
        if self._waiting:
            loop = asyncio.get_running_loop()
            loop.call_later(max(0.0, self._began + _AT_MOST - time.perf_counter()), self._take)
            return
        self._idle = True
        if self._closing is not None:
            self._closing.set()

    def _cache(self, taken: list[_Waiting], told: BeliefCache) -> None:
        if not all(isinstance(one, Exception) for one in told):
            self._done(len(taken))
        for waiting, given in zip(taken, told, strict=True):
            waiting.answer(self._judged(given) if isinstance(given, Exception) else given)
        self._go_on()

    # ---- where the database is asked from the event loop

    async def _do(self, taken: list[_Waiting]) -> None:
        await self._write_together(taken)
        self._go_on()

    async def _write_together(self, taken: list[_Waiting]) -> None:
        """Write all in one transaction; if one of them fails, each in its own, so that it fails alone."""
        try:
            async with self._engine.begin() as connection:
                works = [waiting.work for waiting in taken if not isinstance(waiting.work, Append)]
                results = [await work(connection) for work in works]
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for it
            if len(taken) == 1:
                taken[0].answer(self._judged(error))
                return
            for waiting in taken:
                await self._write_together([waiting])
            return
        self._done(len(taken))
        for waiting, result in zip(taken, results, strict=True):
            waiting.answer(result)

    # ---- what comes of it

    def _done(self, pieces: int) -> None:
        self.failing = False
        self.transactions += 1
        self.measured(pieces, time.perf_counter() - self._began)

    def _judged(self, error: Exception) -> Exception:
        """What is told of an error: of one of the database's own only that nothing was kept."""
        ours = isinstance(error, (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError))
        if isinstance(error, (IntegrityError, sqlite3.IntegrityError)) or not ours:
            return error
        self.failing = True
        # Its kind alone: the sentence of a database may repeat what was to be kept.
        OUTAGES.error("the database refused to write: %s", type(getattr(error, "orig", error)).__name__)
        return NotSaved()

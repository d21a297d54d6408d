"""One writer for everything that is kept: it takes all that is waiting into one transaction, so that many wait once."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gaslamp.core.errors import GaslampError
from gaslamp.storage.appends import Append, Appends
from gaslamp.storage.dialect import sqlite_file

_LOG: Final = logging.getLogger(__name__)

T = TypeVar("T")
Work: TypeAlias = Callable[[AsyncConnection], Awaitable[T]]


class NotSaved(GaslampError):
    """The database would not keep it: its disk is full, or it is away. Nothing has changed."""

    def __init__(self) -> None:
        super().__init__("error.not_saved")


class _Waiting(NamedTuple):
    work: Work[Any] | Append
    done: asyncio.Future[Any]


class Writer:
    """Runs pieces of work, in the order they came, and answers each only when it is on the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        file = sqlite_file(engine)
        self._appends = Appends(file) if file is not None else None
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.failing = False  # the last that was to be kept was not
        self.transactions = 0  # how many there were, for whoever measures
        self.measured: Callable[[int, float], None] = lambda pieces, seconds: None  # called after each

    async def write(self, work: Work[T]) -> T:
        """Give what the work gives, once it is kept for good; raise what it raises, and then nothing of it is kept.

        NotSaved is raised for whatever is the database's own fault; rows that contradict each other are the caller's.
        """
        done: asyncio.Future[T] = self._wait(work)
        return await done

    @property
    def appends(self) -> bool:
        """Tell whether entries have a way of their own into the database."""
        return self._appends is not None

    async def append(self, entry: Append) -> None:
        """Keep an entry, as `write` would, together with all others that are waiting."""
        await self._wait(entry)

    def _wait(self, work: Work[Any] | Append) -> asyncio.Future[Any]:
        if self._closing:
            raise RuntimeError("the writer has closed")
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="writer")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done))
        self._wake.set()
        return done

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._appends is not None:
            self._appends.close()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            taken, self._waiting = self._waiting, []
            for appended in (False, True):
                together = [one for one in taken if isinstance(one.work, Append) is appended]
                if together:
                    await self._write_together(together)

    async def _write_together(self, taken: list[_Waiting]) -> None:
        """Write all in one transaction; if one of them fails, each in its own, so that it fails alone."""
        try:
            results = await self._transaction(taken)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for it
            if len(taken) > 1:
                for waiting in taken:
                    await self._write_together([waiting])
            elif taken and not taken[0].done.done():
                taken[0].done.set_exception(self._judged(error))
            return
        self.failing = False
        for waiting, result in zip(taken, results, strict=True):
            if not waiting.done.done():  # who waited may have gone
                waiting.done.set_result(result)

    def _judged(self, error: Exception) -> Exception:
        """Give what is told of an error: of one of the database's own only that nothing was kept."""
        ours = isinstance(error, (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError))
        if isinstance(error, (IntegrityError, sqlite3.IntegrityError)) or not ours:
            return error
        self.failing = True
        # Its kind alone: the sentence of a database may repeat what was to be kept.
        _LOG.error("the database refused to write: %s", type(getattr(error, "orig", error)).__name__)
        return NotSaved()

    async def _transaction(self, taken: list[_Waiting]) -> list[Any]:
        began = time.perf_counter()
        appends = [waiting.work for waiting in taken if isinstance(waiting.work, Append)]
        if appends and self._appends is not None:
            await asyncio.get_running_loop().run_in_executor(self._appends.thread, self._appends.write, appends)
            results: list[Any] = [None] * len(taken)
        else:
            works = [waiting.work for waiting in taken if not isinstance(waiting.work, Append)]
            async with self._engine.begin() as connection:
                results = [await work(connection) for work in works]
        self.transactions += 1
        self.measured(len(taken), time.perf_counter() - began)
        return results

"""The threads that use a SQLite file, each by a connection of its own: one writes, another reads.

Whatever waits is written in one transaction. What is asked goes to the thread once and comes back once, however many
statements it is: a busy event loop would make each of them wait.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cached_property
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from gaslamp.storage import appends
from gaslamp.storage.appends import Append
from gaslamp.storage.dialect import BUSY, PRAGMAS, lenient_text
from gaslamp.storage.transaction import Work, done_at_once

T = TypeVar("T")
BeliefCache: TypeAlias = list[
    Any
]  # of each that was to be written, in their order: what it gives, or the exception it raised
_Asked: TypeAlias = tuple[
    Sequence[Work[Any]], Sequence[Append], asyncio.AbstractEventLoop, Callable[[BeliefCache], None]
]


class WritingThread:
    """Writes works and entries into a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread: Thread | None = None

    def hand_over(
        self, works: Sequence[Work[Any]], entries: Sequence[Append], cache: Callable[[BeliefCache], None]
    ) -> None:
        """Have all of it written together, and call something in the event loop when it is kept for good."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()
        self._asked.put((works, entries, asyncio.get_running_loop(), cache))

    def close(self) -> None:
        """Leave the file; what was asked for is written."""
        self._asked.put(None)
        if self._thread is not None:
            self._thread.join()

    # ---- in the thread

    def _run(self) -> None:
        while (asked := self._asked.get()) is not None:
            works, entries, loop, cache = asked
            told = self._keep(works, entries)
            with suppress(RuntimeError):  # the loop has gone, and with it who waited
                loop.call_soon_threadsafe(cache, told)
        if "_connection" in vars(self):
            self._connection.close()

    def _keep(self, works: Sequence[Work[Any]], entries: Sequence[Append]) -> BeliefCache:
        """Write all in one transaction; if one of them fails, each in its own, so that it fails alone."""
        try:
            given = self._write(works, entries)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for it
            if len(works) + len(entries) == 1:
                return [error]
            alone = [self._keep([work], []) for work in works] + [self._keep([], [entry]) for entry in entries]
            return [told for one in alone for told in one]
        return [*given, *[None] * len(entries)]

    def _write(self, works: Sequence[Work[Any]], entries: Sequence[Append]) -> list[Any]:
        if not works:  # one statement is a transaction by itself
            appends.write(self._connection, entries)
            return []
        with self._engine.begin() as connection:
            given = [done_at_once(work, connection) for work in works]
            if entries:
                appends.write(self._connection, entries)
        return given

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        connection = _opened(self._file)
        try:
            appends.prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @cached_property
    def _engine(self) -> Engine:
        """Give the same connection to whoever speaks SQLAlchemy."""
        engine = _spoken_to(lambda: self._connection)
        event.listen(engine, "begin", _begin)
        return engine


class ReadingThread:
    """Reads from a file what pieces of work ask for."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "reader")

    async def read(self, work: Work[T]) -> T:
        """What a piece of work gives that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def close(self) -> None:
        """Leave the file."""
        if "_connection" in vars(self):
            self._thread.submit(self._connection.close)
        self._thread.shutdown()

    # ---- in the thread

    def _do(self, work: Work[T]) -> T:
        with self._engine.connect() as connection:
            return done_at_once(work, connection)

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        return _opened(self._file)

    @cached_property
    def _engine(self) -> Engine:
        return _spoken_to(lambda: self._connection)


def _opened(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=BUSY, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            with closing(connection.execute(f"PRAGMA {pragma}")) as told:
                told.fetchall()
        connection.text_factory = lenient_text
    except BaseException:
        connection.close()
        raise
    return connection


def _spoken_to(open_one: Callable[[], sqlite3.Connection]) -> Engine:
    return create_engine("sqlite://", creator=open_one, poolclass=StaticPool, hide_parameters=True)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

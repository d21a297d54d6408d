"""Access to the database: `read` and `write` run plain functions of a connection in threads of their own.

Writes that wait are committed together, in one transaction. The same functions serve SQLite and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import BigInteger, ColumnElement, Connection, Engine, Table, cast, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from gaslamp.core.errors import GaslampError

READERS: Final = 4  # threads that read from PostgreSQL
_INTERVAL: Final = 0.01  # seconds between the starts of two transactions
OUTAGES: Final = logging.getLogger("gaslamp.outage")  # a server writes one line per minute

T = TypeVar("T")
Row = TypeVar("Row")
Work: TypeAlias = Callable[[Connection], T]
WriteRows: TypeAlias = Callable[[Connection, Sequence[Row]], None]


class NotSaved(GaslampError):
    """The database could not be written to: disk full, or connection lost. Nothing has changed."""

    def __init__(self) -> None:
        super().__init__("error.not_saved")


UNAVAILABLE: Final = (NotSaved, SQLAlchemyError, OSError)  # raised when the database cannot be reached


class Backend:
    def open(self) -> None:
        """Prepare the database. Raises GaslampError with a sentence for the operator."""
        raise NotImplementedError

    def engine(self) -> Engine:
        raise NotImplementedError

    def close(self) -> None:
        pass

    async def persist(self) -> None:
        """Hook after each commit, before its results are returned."""


class _Job(NamedTuple):
    done: asyncio.Future[Any]
    work: Work[Any] | WriteRows[Any]
    rows: tuple[Any, ...] = ()  # for WriteRows


class Database:
    """Use *engine* from threads: one for SQLite, several for PostgreSQL, one of which writes."""

    def __init__(
        self,
        engine: Engine,
        measured: Callable[[int, float], None] = lambda jobs, seconds: None,
        persist: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.postgres: Final = engine.dialect.name == "postgresql"
        self.engine: Final = engine
        self._measured = measured  # called after each transaction
        self._persist = persist
        self._threads = ThreadPoolExecutor(READERS + 1 if self.postgres else 1, "database")
        self._waiting: list[_Job] = []
        self._writer: asyncio.Task[None] | None = None
        self.failing = False  # True if the last write failed
        self.transactions = 0

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)

    async def write(self, work: Work[T]) -> T:
        """Return the result of *work* once it is committed.

        Raises NotSaved if the database fails, IntegrityError or what *work* raises; then nothing of it is saved. A work
        may run twice.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._submit(_Job(done, work))
        return await done

    def write_row(self, write_rows: WriteRows[Row], row: Row) -> asyncio.Future[None]:
        """Like `write`; all waiting rows of the same function are written by one call."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._submit(_Job(done, write_rows, (row,)))
        return done

    async def close(self) -> None:
        while self._writer is not None:
            await self._writer
        self._threads.shutdown()
        self.engine.dispose()

    def _submit(self, job: _Job) -> None:
        self._waiting.append(job)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_waiting(), name="database writer")

    async def _write_waiting(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            jobs, self._waiting = self._waiting, []
            started = time.perf_counter()
            results = await loop.run_in_executor(self._threads, self._commit, jobs)
            if self._persist is not None:
                await self._persist()
            self._resolve(jobs, results, started)
            if self._waiting:  # a transaction costs more than a row: let more jobs arrive
                await asyncio.sleep(max(0.0, started + _INTERVAL - time.perf_counter()))
        self._writer = None

    def _resolve(self, jobs: Sequence[_Job], results: Sequence[Any], started: float) -> None:
        if not all(isinstance(result, Exception) for result in results):
            self.failing = False
            self.transactions += 1
            self._measured(len(jobs), time.perf_counter() - started)
        for job, result in zip(jobs, results, strict=True):
            if job.done.done():  # the waiting task was cancelled
                continue
            if isinstance(result, Exception):
                job.done.set_exception(self._public_error(result))
            else:
                job.done.set_result(result)

    def _public_error(self, error: Exception) -> Exception:
        if isinstance(error, IntegrityError) or not isinstance(error, SQLAlchemyError | OSError):
            return error
        self.failing = True
        # Only the type: the text of a database error may contain the data.
        OUTAGES.error("database write failed: %s", type(getattr(error, "orig", error)).__name__)
        return NotSaved()

    # ---- in a thread

    def _read(self, work: Work[T]) -> T:
        with self.engine.connect() as connection:
            return work(connection)

    def _commit(self, jobs: Sequence[_Job]) -> list[Any]:
        """Return results or exceptions. If a job fails, each job gets its own transaction."""
        try:
            with self.engine.begin() as connection:
                return _run(connection, jobs)
        except Exception as error:  # noqa: BLE001 - passed to the waiting task
            if len(jobs) == 1:
                return [error]
        return [result for job in jobs for result in self._commit([job])]


def _run(connection: Connection, jobs: Sequence[_Job]) -> list[Any]:
    rows: dict[Any, list[Any]] = {}
    for job in jobs:
        if job.rows:
            rows.setdefault(job.work, []).extend(job.rows)
    results = [None if job.rows else job.work(connection) for job in jobs]  # type: ignore[call-arg]
    for write_rows, batch in rows.items():
        write_rows(connection, batch)
    return results


def insert_new(connection: Connection, table: Table) -> Any:
    return _insert(connection, table).on_conflict_do_nothing()


def upsert(connection: Connection, table: Table) -> Any:
    insert = _insert(connection, table)
    values = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=values)


def _insert(connection: Connection, table: Table) -> Any:
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def database_now() -> ColumnElement[int]:
    """The time of PostgreSQL's clock, which all processes share, in milliseconds since 1970."""
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def is_outage(error: BaseException | None) -> bool:
    """True if *error* means that the database cannot be used now; False for a wrong query or contradicting rows."""
    if isinstance(error, (IntegrityError, ProgrammingError, DataError, NotSupportedError)):
        return error.connection_invalidated
    return isinstance(error, (DBAPIError, PoolTimeout, ConnectionError))

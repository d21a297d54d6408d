"""What two databases say differently: inserting once, how they are opened, their time, which errors are outages."""

from __future__ import annotations

import logging
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Table, cast, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.storage.transaction import Transaction

_THOUSAND: Final = 1000

# Of every connection to SQLite: what it has answered is kept, even over a power cut.
PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
OUTAGES: Final = logging.getLogger("gaslamp.outage")  # a server writes one line a minute of it
BUSY: Final = 5.0  # seconds that it waits for another connection


def insert_once(connection: Transaction, table: Table) -> Any:
    """An insert that leaves alone what is there already."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()


def lenient_text(kept: bytes) -> str:
    """Read a text of SQLite; one that is damaged must not keep the rows beside it from being read."""
    return kept.decode(errors="replace")


def sqlite_file(engine: AsyncEngine) -> str | None:
    """The file that a database lies in, if it lies in one."""
    file = engine.url.database
    return file if engine.dialect.name == "sqlite" and file and ":memory:" not in file else None


def database_now() -> ColumnElement[int]:
    """The time of PostgreSQL's clock in milliseconds since 1970: of all processes' clocks, the one they share."""
    return cast(func.extract("epoch", func.clock_timestamp()) * _THOUSAND, BigInteger)


def is_outage(error: BaseException | None) -> bool:
    """True if *error* means that the database cannot be used now; False for a wrong query or contradicting rows."""
    if isinstance(error, (IntegrityError, ProgrammingError, DataError, NotSupportedError)):
        return error.connection_invalidated
    return isinstance(error, (DBAPIError, PoolTimeout, ConnectionError))

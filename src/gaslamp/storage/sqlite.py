"""The data folder: held by one server at a time, its database brought up to date, and told in a sentence if it cannot.

The lock is the operating system's: it is gone when the process is, however it ended.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import URL, Connection, create_engine, event, pool
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gaslamp.core.errors import GaslampError
from gaslamp.storage.backup import before_migration
from gaslamp.storage.dialect import BUSY, PRAGMAS, lenient_text
from gaslamp.storage.migrate import is_revision, migrate
from gaslamp.storage.people_schema import REVISION

DATABASE: Final = "gaslamp.sqlite3"
LOCK: Final = "gaslamp.lock"


class DataFolder:
    """A folder that is ours alone until it is closed."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE
        self._lock: IO[bytes] | None = None

    def open(self) -> None:
        """Take the folder, and bring its database up to date."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = (self.path / LOCK).open("ab")
        except OSError:
            raise GaslampError("serve.no_folder", folder=str(self.path)) from None
        try:
            _lock(self._lock)
        except OSError:
            self.close()
            raise GaslampError("serve.in_use", folder=str(self.path)) from None
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the folder to others."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def engine(self) -> AsyncEngine:
        """An engine that keeps what it has answered, even over a power cut."""
        engine = create_async_engine(
            self._url("sqlite+aiosqlite"),
            connect_args={"timeout": BUSY},
            hide_parameters=True,  # an error must not show what was to be kept: secrets of a game, words of its people
        )
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        return engine

    def _url(self, driver: str) -> URL:
        return URL.create(driver, database=str(self.database))

    def _prepare(self) -> None:
        try:
            revision = self._revision()
        except (sqlite3.DatabaseError, UnicodeError):  # a damaged name of a table is no text any more
            raise GaslampError("serve.damaged", file=str(self.database)) from None
        if revision != REVISION:
            if revision is not None:
                before_migration(self.database, REVISION)
            self._migrate()

    def _revision(self) -> str | None:
        """Give what revision the database is at, None for a new one; refuse one of a later program."""
        with closing(sqlite3.connect(self.database, timeout=BUSY)) as database:
            os.chmod(self.database, 0o600)  # noqa: PTH101 - secrets of the games are in there
            database.execute("PRAGMA journal_mode = WAL").fetchall()
            if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "alembic_version" not in tables:
                if tables:
                    raise sqlite3.DatabaseError
                return None
            rows = database.execute("SELECT version_num FROM alembic_version").fetchall()
        if not rows and tables == {"alembic_version"}:
            return None
        if len(rows) != 1 or not is_revision(rows[0][0]):
            raise sqlite3.DatabaseError
        revision = str(rows[0][0])
        if revision > REVISION:
            raise GaslampError("serve.newer", folder=str(self.path))
        return revision

    def _migrate(self) -> None:
        engine = create_engine(self._url("sqlite"), poolclass=pool.NullPool)
        event.listen(engine, "connect", _leave_transactions)
        event.listen(engine, "begin", _begin)
        try:
            with engine.begin() as connection:
                migrate(connection)
        except (sqlite3.Error, SQLAlchemyError, OSError):
            raise GaslampError("serve.not_upgraded", file=str(self.database)) from None


def _leave_transactions(connection: Any, _: object) -> None:
    """Keep Python from ending a transaction at each new table, so that an upgrade is done as a whole or not at all."""
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    connection.driver_connection.text_factory = lenient_text


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        import msvcrt  # noqa: PLC0415

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[bytes]) -> None:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""The data folder of a server on SQLite, and copies of its database.

A lock of the operating system keeps a second server out; it is released when the process ends.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from gaslamp.core.errors import GaslampError
from gaslamp.storage.database import Backend
from gaslamp.storage.migrations import create_tables, revision_of
from gaslamp.storage.schema import REVISION

DATABASE: Final = "gaslamp.sqlite3"
LOCK: Final = "gaslamp.lock"
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",  # durable after a power cut
    "foreign_keys = ON",
    "temp_store = MEMORY",  # of the statement journal, which a large INSERT would write to a file
)
_TIMEOUT: Final = 5.0  # seconds to wait for another connection


class DataFolder(Backend):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE
        self._lock: IO[bytes] | None = None

    def open(self) -> None:
        """Lock the folder and create the database if there is none. Raises GaslampError."""
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
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def engine(self) -> Engine:
        engine = create_engine(
            URL.create("sqlite", database=str(self.database)),
            connect_args={"timeout": _TIMEOUT},
            pool_size=1,
            max_overflow=0,
            hide_parameters=True,  # errors must not show secrets or chat
        )
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        return engine

    def _prepare(self) -> None:
        try:
            self.database.touch(mode=0o600)
            revision = self._revision()
        except (sqlite3.DatabaseError, ValueError):  # UnicodeError: a damaged table name
            raise GaslampError("serve.damaged", file=str(self.database)) from None
        if revision not in {None, REVISION}:
            raise GaslampError("serve.newer" if revision > REVISION else "serve.older", folder=str(self.path))
        self.database.chmod(0o600)  # it contains secrets
        if revision == REVISION:
            return
        engine = self.engine()
        try:
            with engine.begin() as connection:
                create_tables(connection)
        except (SQLAlchemyError, OSError):
            raise GaslampError("serve.not_created", file=str(self.database)) from None
        finally:
            engine.dispose()

    def _revision(self) -> str | None:
        """Return the revision of the database, None for a new one. Raises DatabaseError or ValueError."""
        with closing(sqlite3.connect(self.database, timeout=_TIMEOUT)) as database:
            if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                return None
            if "alembic_version" not in tables:
                raise sqlite3.DatabaseError
            return revision_of(database.execute("SELECT version_num FROM alembic_version").fetchall())


def back_up(database: Path, file: Path) -> None:
    """Copy the database of a data folder, also while a server uses it. Raises GaslampError.

    The copy is complete or absent, and readable by its owner only.
    """
    if not database.exists():
        raise GaslampError("backup.nothing", folder=str(database.parent))
    if file.exists():
        raise GaslampError("backup.exists", file=str(file))
    part = file.with_name(f".{file.name}.part")
    try:
        _remove(part)  # left over from an interrupted copy
        part.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE").fetchall()  # a single file
            if target.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError
        part.rename(file)
    except (OSError, sqlite3.Error):
        raise GaslampError("serve.no_copy", file=str(file)) from None
    finally:
        with suppress(OSError):
            _remove(part)


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-journal"):
        part.with_name(name).unlink(missing_ok=True)


def _configure(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin in `_begin`, not implicitly
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.text_factory = _decode_text


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _decode_text(text: bytes) -> str:
    """Decode damaged text too, so that other rows can still be read."""
    return text.decode(errors="replace")


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        import msvcrt  # noqa: PLC0415

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[bytes]) -> None:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""A PostgreSQL database, shared by several server processes. The first to start creates the tables.

Messages for the operator name host and database, never user or password.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, func, make_url, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from gaslamp.core.errors import GaslampError
from gaslamp.storage.database import READERS, Backend
from gaslamp.storage.migrations import create_tables, revision_of
from gaslamp.storage.schema import REVISION

_TIMEOUT: Final = 10  # seconds to connect
_LOCK: Final = 1888  # advisory lock of the process that creates the tables
CHANNEL: Final = "gaslamp"  # of notifications
FORM: Final = "postgresql://user:password@host/name"
_SCHEMES: Final = {"postgres", "postgresql", "postgresql+psycopg"}


class PostgresDatabase(Backend):
    """Raises GaslampError if *address* is not the URL of a PostgreSQL database."""

    def __init__(self, address: str) -> None:
        self.url = _url(address)
        self.place = f"{self.url.host or 'localhost'}:{self.url.port or 5432}/{self.url.database or ''}"

    def open(self) -> None:
        """Check the connection and create the tables if there are none. Raises GaslampError."""
        if find_spec("psycopg") is None:
            raise GaslampError("serve.no_driver", extra="postgres")
        engine = self.engine()
        try:
            with engine.begin() as connection:
                self._prepare(connection)
        except (SQLAlchemyError, OSError, ValueError, TypeError):
            raise GaslampError("serve.no_database", place=self.place) from None
        finally:
            engine.dispose()

    def engine(self) -> Engine:
        return create_engine(
            self.url,
            connect_args={"connect_timeout": _TIMEOUT, "prepare_threshold": None},  # poolers cannot share statements
            pool_size=READERS + 1,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,  # errors must not show secrets or chat
        )

    def _prepare(self, connection: Connection) -> None:
        # Before the first look: PostgreSQL caches that a table does not exist until the transaction ends.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        if self._revision(connection) is None:
            create_tables(connection)

    def _revision(self, connection: Connection) -> str | None:
        """Return the revision of the database, None for a new one. Raises ValueError for a damaged one."""
        if connection.execute(text("SELECT to_regclass('alembic_version')")).scalar() is None:
            return None
        revision = revision_of(connection.execute(text("SELECT version_num FROM alembic_version")).all())
        if revision != REVISION:
            error = "serve.newer_database" if revision > REVISION else "serve.older_database"
            raise GaslampError(error, place=self.place)
        return revision


def notify(connection: Connection, messages: Sequence[str]) -> None:
    """Notify all processes when the transaction is committed: of "game length", or "game" for other changes."""
    query = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
    connection.exec_driver_sql(query, (CHANNEL, list(messages)))


def _url(address: str) -> URL:
    """Raise GaslampError without repeating the address, which may contain a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise GaslampError("serve.bad_database", form=FORM) from None
    if url.drivername not in _SCHEMES or not url.database:
        raise GaslampError("serve.bad_database", form=FORM)
    return url.set(drivername="postgresql+psycopg")

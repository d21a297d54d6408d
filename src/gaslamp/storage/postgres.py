"""A PostgreSQL database, which several processes use at once: the first to start brings it up to date, the others wait.

Whatever is wrong is told in a sentence that names the place and nothing of how one gets in.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Any, Final

from sqlalchemy import URL, func, make_url, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gaslamp.core.errors import GaslampError
from gaslamp.storage.migrate import is_revision, migrate
from gaslamp.storage.people_schema import REVISION

_PATIENCE: Final = 10.0  # seconds that it may take to let us in
_AT_ONCE: Final = 10  # connections that are kept, and as many more for a moment
_LOCK: Final = 1888  # whoever holds it migrates
FORM: Final = "postgresql://user:password@host/name"
_SCHEMES: Final = {"postgres", "postgresql", "postgresql+asyncpg"}


class PostgresDatabase:
    """A database on a PostgreSQL server, given by its address."""

    shared = True

    def __init__(self, address: str) -> None:
        self._url = _url(address)
        self.place = f"{self._url.host or 'localhost'}:{self._url.port or 5432}/{self._url.database or ''}"

    def open(self) -> None:
        """See that it can be used, and bring it up to date."""
        if find_spec("asyncpg") is None:
            raise GaslampError("serve.no_driver", extra="postgres")
        try:
            asyncio.run(self._prepare())
        except (SQLAlchemyError, OSError, TimeoutError, ValueError, TypeError):
            raise GaslampError("serve.no_database", place=self.place) from None

    def close(self) -> None:
        """Hold nothing: what keeps processes apart are the rows themselves."""

    def engine(self) -> AsyncEngine:
        """An engine that finds its way back when the database was away."""
        return create_async_engine(
            self._url,
            connect_args={"async_creator_fn": _connect, "timeout": _PATIENCE},
            pool_size=_AT_ONCE,
            max_overflow=_AT_ONCE,
            pool_pre_ping=True,
            hide_parameters=True,  # an error must not show what was to be kept: secrets of a game, words of its people
        )

    async def _prepare(self) -> None:
        engine = self.engine()
        try:
            async with engine.begin() as connection:
                if await self._revision(connection) == REVISION:
                    return
                await connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
                if await self._revision(connection) != REVISION:  # nobody did it while we waited
                    await connection.run_sync(migrate)
        finally:
            await engine.dispose()

    async def _revision(self, connection: AsyncConnection) -> str | None:
        """Give what revision the database is at, None for a new one; refuse one of a later program."""
        if (await connection.execute(text("SELECT to_regclass('alembic_version')"))).scalar() is None:
            return None
        rows = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all()
        if len(rows) != 1 or not is_revision(rows[0]):
            raise ValueError  # not ours, or half of it is gone
        if rows[0] > REVISION:
            raise GaslampError("serve.newer_database", place=self.place)
        return str(rows[0])


def _url(address: str) -> URL:
    """Read the address of a database; what cannot be read is not repeated, for it may hold a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise GaslampError("serve.bad_database", form=FORM) from None
    if url.drivername not in _SCHEMES or not url.database:
        raise GaslampError("serve.bad_database", form=FORM)
    query = dict(url.query)
    if "sslmode" in query:  # what psql calls it
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)


async def _connect(*words: Any, **more: Any) -> Any:
    """Connect; whatever keeps us out is one kind of error to those who may meet it at any time."""
    import asyncpg  # noqa: PLC0415 - an extra

    try:
        return await asyncpg.connect(*words, **more)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        raise ConnectionError(type(error).__name__) from None

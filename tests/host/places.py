"""Places where games are kept, for one suite over all of them: memory, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.server.ops.database import Database
from gaslamp.storage.memory import MemoryStore
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DataFolder
from gaslamp.storage.store import SqlStore, Store
from gaslamp.storage.writer import Writer
from tests.services import Postgres


class Kept(NamedTuple):
    """What is open while a test works with it."""

    store: Store


class KeptBySql(NamedTuple):
    """The same in a database, with what is beside the games in it."""

    store: Store
    engine: AsyncEngine
    writer: Writer


class Place(Protocol):
    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        """Work with what is kept here; what one run has kept, the next one finds."""


class InMemory:
    def __init__(self) -> None:
        self._store = MemoryStore()

    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        async def inside() -> None:
            await work(Kept(self._store))

        asyncio.run(inside())


class InDatabase:
    def __init__(self, database: Callable[[], Database]) -> None:
        self._database = database

    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        async def inside(kept: KeptBySql) -> None:
            await work(Kept(kept.store))

        self.run_sql(inside)

    def run_sql(self, work: Callable[[KeptBySql], Awaitable[None]]) -> None:
        database = self._database()
        database.open()

        async def inside() -> None:
            async with opened(database) as kept:
                await work(kept)

        try:
            asyncio.run(inside())
        finally:
            database.close()


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[KeptBySql]:
    """Use a database that is open; several may use PostgreSQL at once."""
    engine = database.engine()
    writer = Writer(engine)
    try:
        yield KeptBySql(SqlStore(engine, writer), engine, writer)
    finally:
        await writer.close()
        await engine.dispose()


def in_database(kind: str, request: pytest.FixtureRequest, path: Path) -> InDatabase:
    """Return a place in a database nobody has used."""
    if kind == "sqlite":
        return InDatabase(lambda: DataFolder(path))
    postgres: Postgres = request.getfixturevalue("postgres")
    address = postgres.prepared_database()
    return InDatabase(lambda: PostgresDatabase(address))

"""Storage backends, so that one suite runs on all of them: memory, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from sqlalchemy import Engine

from gaslamp.storage.database import Backend, Database
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DataFolder
from gaslamp.storage.store import Store
from tests.host.memory_store import MemoryStore
from tests.services import Postgres


class Kept(NamedTuple):
    """An open store."""

    store: Store


class KeptBySql(NamedTuple):
    """An open store in a database."""

    store: Store
    database: Database
    engine: Engine  # for queries of the test


class Place(Protocol):
    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        """Run *work*; a later run finds what it has stored."""


class InMemory:
    def __init__(self) -> None:
        self._store = MemoryStore()

    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        async def inside() -> None:
            await work(Kept(self._store))

        asyncio.run(inside())


class InDatabase:
    def __init__(self, backend: Callable[[], Backend]) -> None:
        self._backend = backend

    def run(self, work: Callable[[Kept], Awaitable[None]]) -> None:
        async def inside(kept: KeptBySql) -> None:
            await work(Kept(kept.store))

        self.run_sql(inside)

    def run_sql(self, work: Callable[[KeptBySql], Awaitable[None]]) -> None:
        backend = self._backend()
        backend.open()

        async def inside() -> None:
            async with opened(backend) as kept:
                await work(kept)

        try:
            asyncio.run(inside())
        finally:
            backend.close()


@asynccontextmanager
async def opened(backend: Backend) -> AsyncIterator[KeptBySql]:
    """Use a backend that is open; several users may share PostgreSQL."""
    database, engine = Database(backend.engine()), backend.engine()
    try:
        yield KeptBySql(Store(database), database, engine)
    finally:
        await database.close()
        engine.dispose()


def fill(folder: Path) -> None:
    """Copy a database with empty tables into a data folder that is new: creating the tables takes longer."""
    if folder.exists() and not any(folder.iterdir()):
        shutil.copytree(_empty(), folder, dirs_exist_ok=True)


@cache
def _empty() -> Path:
    path = Path(tempfile.mkdtemp())
    folder = DataFolder(path)
    folder.open()
    folder.close()
    atexit.register(shutil.rmtree, path)
    return path


def in_database(kind: str, request: pytest.FixtureRequest, path: Path) -> InDatabase:
    """Return an empty database."""
    if kind == "sqlite":
        fill(path)
        return InDatabase(lambda: DataFolder(path))
    postgres: Postgres = request.getfixturevalue("postgres")
    address = postgres.prepared_database()
    return InDatabase(lambda: PostgresDatabase(address))

"""Where a server keeps its games: a data folder of its own, or a PostgreSQL database that several share."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.settings import Settings
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DataFolder


class Database(Protocol):
    """What games are kept in; whatever is wrong with it is told in a sentence when it is opened."""

    shared: bool  # whether other processes may use it at the same time

    def open(self) -> None:
        """Take it, and bring it up to date."""

    def engine(self) -> AsyncEngine:
        """An engine that keeps what it has answered, even over a power cut."""

    def close(self) -> None:
        """Leave it to others."""


def database(settings: Settings) -> Database:
    """The database of a server, not opened yet."""
    if settings.redis and not settings.database:
        raise GaslampError("serve.redis_alone")
    return PostgresDatabase(settings.database) if settings.database else DataFolder(settings.data)

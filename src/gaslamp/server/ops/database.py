"""Chooses the database of a server: a data folder, or PostgreSQL."""

from __future__ import annotations

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.settings import Settings
from gaslamp.storage.database import Backend
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DataFolder


def backend(settings: Settings) -> Backend:
    """Return the database that the settings name, not opened yet. Raises GaslampError."""
    if settings.redis and not settings.database:
        raise GaslampError("serve.redis_alone")
    return PostgresDatabase(settings.database) if settings.database else DataFolder(settings.data)

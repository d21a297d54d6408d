"""Who sends a request: a guest by its token, a person with an account by the session of a device."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from gaslamp.service.people import settings
from gaslamp.service.people.settings import DEFAULTS, Preferences
from gaslamp.storage.database import Database
from gaslamp.storage.schema import GUESTS


class Identity(NamedTuple):
    guest: str | None = None
    preferences: Preferences = DEFAULTS


UNKNOWN: Final = Identity()


class Identities:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, guest: str | None) -> Identity:
        """Return the identity of a guest id, which is not checked yet."""
        if guest is None:
            return UNKNOWN

        def work(connection: Connection) -> Any:
            return connection.execute(select(GUESTS.c.id, GUESTS.c.settings).where(GUESTS.c.id == guest)).first()

        row = await self._database.read(work)
        return UNKNOWN if row is None else Identity(row.id, settings.decode(row.settings))

    async def change_settings(self, guest: str, changes: settings.Changes) -> Preferences:
        return await settings.change(self._database, guest, changes)

"""Pages that others open by a secret key: a shared record, the feed of turns."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Select, select, update

from gaslamp.service.lobby import tokens
from gaslamp.storage.database import Database
from gaslamp.storage.schema import GUESTS

_LONGEST: Final = 64  # characters of a key


class SecretLinks:
    """The keys of one kind of page. *column* of the guests' table has them; None: there is no such page."""

    def __init__(self, database: Database, column: Column[Any]) -> None:
        self._database = database
        self._column = column

    async def key(self, guest: str | None) -> str | None:
        """Return the key of a guest's page; None if it is not shared."""
        return await self._scalar(select(self._column).where(GUESTS.c.id == guest))

    async def owner(self, key: str) -> str | None:
        """Return the guest whose page has this key."""
        if not key.isprintable() or not 0 < len(key) <= _LONGEST:  # PostgreSQL rejects NUL bytes
            return None
        return await self._scalar(select(GUESTS.c.id).where(self._column == key))

    async def replace(self, guest: str, *, shared: bool) -> str | None:
        """Return a new key for a guest's page; None if it is withdrawn. Older keys no longer work."""
        key = tokens.new_secret() if shared else None
        statement = update(GUESTS).where(GUESTS.c.id == guest).values({self._column.name: key})
        await self._database.write(lambda connection: connection.execute(statement))
        return key

    async def _scalar(self, query: Select[Any]) -> str | None:
        return await self._database.read(lambda connection: connection.execute(query).scalar())

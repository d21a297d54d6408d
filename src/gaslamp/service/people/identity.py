"""The sender of a request: a guest by its token, a person with an account by the session of a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select, update

from gaslamp.service.lobby import tokens
from gaslamp.service.people import settings
from gaslamp.service.people.settings import DEFAULTS, Preferences
from gaslamp.storage.database import Database
from gaslamp.storage.schema import ACCOUNTS, GUESTS, SESSIONS

_SEEN: Final = 3600  # seconds between updates of a session's time


class Identity(NamedTuple):
    guest: str | None = None
    preferences: Preferences = DEFAULTS
    session: str | None = None  # id of the device's session; None for a guest without an account
    external: str | None = None  # the name that a trusted proxy sends


UNKNOWN: Final = Identity()
_GUEST: Final = (GUESTS.c.id, GUESTS.c.settings)


class Identities:
    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def find(self, guest: str | None, session: str | None) -> Identity:
        """Return the identity of a session, or else that of a guest without an account. Both are not checked yet."""
        if guest is None and session is None:
            return UNKNOWN

        def work(connection: Connection) -> Any:
            by_session = select(*_GUEST, SESSIONS.c.seen).join(SESSIONS, SESSIONS.c.guest == GUESTS.c.id)
            row = connection.execute(by_session.where(SESSIONS.c.id == session)).first()
            if row is not None:
                return row, session
            has_account = select(ACCOUNTS.c.guest).where(ACCOUNTS.c.guest == guest).exists()
            return connection.execute(select(*_GUEST).where(GUESTS.c.id == guest, ~has_account)).first(), None

        row, opened = await self._database.read(work)
        if row is None:
            return UNKNOWN
        if opened is not None and self._now() - row.seen > _SEEN:
            seen = update(SESSIONS).where(SESSIONS.c.id == opened).values(seen=int(self._now()))
            await self._database.write(lambda connection: connection.execute(seen))
        return Identity(row.id, settings.decode(row.settings), opened)

    async def find_external(self, name: str) -> Identity:
        """Return the identity of a person whom a trusted proxy has signed in."""
        query = select(*_GUEST).where(GUESTS.c.id == tokens.external_id(name))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            return Identity(external=name)
        return Identity(row.id, settings.decode(row.settings), external=name)

    async def is_open(self, session: str) -> bool:
        query = select(SESSIONS.c.id).where(SESSIONS.c.id == session)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def change_settings(self, guest: str, changes: settings.Changes) -> Preferences:
        return await settings.change(self._database, guest, changes)

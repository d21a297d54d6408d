"""In which seats somebody is connected, to whichever process: rows that run out unless they are renewed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Protocol

from sqlalchemy import Connection, delete, insert, select, update

from gaslamp.core.game import Seat
from gaslamp.storage.database import Database, database_now
from gaslamp.storage.schema import PRESENCE

_LEFT: Final = 60_000  # milliseconds that rows of the dead lie about


class Presence(Protocol):
    """Who is at which game in other processes."""

    async def here(self, game: str, seats: Collection[Seat]) -> None:
        """Tell the others in which seats somebody is connected to this process."""

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        """The seats in which somebody is connected to another process."""

    async def renew(self) -> None:
        """Keep what is ours, and clear away what others left when they died."""


class NobodyElse:
    """For a process that shares its games with no other."""

    async def here(self, game: str, seats: Collection[Seat]) -> None:
        pass

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        return frozenset()

    async def renew(self) -> None:
        pass


class SqlPresence:
    """Presence as rows of a PostgreSQL database, by its clock."""

    def __init__(self, database: Database, process: str, seconds: float) -> None:
        self._database = database
        self._process = process
        self._milliseconds = round(seconds * 1000)

    async def here(self, game: str, seats: Collection[Seat]) -> None:
        row = {"game": game, "process": self._process, "expires": database_now() + self._milliseconds}
        before = (PRESENCE.c.game == game) & (PRESENCE.c.process == self._process)

        def work(connection: Connection) -> None:
            connection.execute(delete(PRESENCE).where(before))
            if seats:
                connection.execute(insert(PRESENCE).values([row | {"seat": seat} for seat in sorted(seats)]))

        await self._database.write(work)

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        others = (PRESENCE.c.game == game) & (PRESENCE.c.process != self._process)
        wanted = select(PRESENCE.c.seat).where(others & (PRESENCE.c.expires > database_now()))
        return frozenset(await self._database.read(lambda connection: connection.execute(wanted).scalars().all()))

    async def renew(self) -> None:
        until = database_now() + self._milliseconds
        ours = update(PRESENCE).where(PRESENCE.c.process == self._process).values(expires=until)

        def work(connection: Connection) -> None:
            connection.execute(ours)
            connection.execute(delete(PRESENCE).where(PRESENCE.c.expires < database_now() - _LEFT))

        await self._database.write(work)

    async def leave(self) -> None:
        """Let nobody be connected to this process any more."""
        ours = delete(PRESENCE).where(PRESENCE.c.process == self._process)

        def work(connection: Connection) -> None:
            connection.execute(ours)

        await self._database.write(work)

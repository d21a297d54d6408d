"""Times that are stored outside the logs: when to look at a game's clock, the server's heartbeat, and outages.

`games.due` is a lower bound: no seat's time is up before it. It need not be written with every action, and a crash
between two writes does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, select, update

from gaslamp.storage.database import Database, upsert
from gaslamp.storage.schema import GAMES, HEARTBEAT, OUTAGES

_BATCH: Final = 200  # due games per query


class Outage(NamedTuple):
    """A time without a running server, in milliseconds since 1970."""

    since: int
    until: int


class Deadlines:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark(self, game: str, due: int | None) -> None:
        """Have a game looked at from *due* on; None for never."""
        statement = update(GAMES).where(GAMES.c.id == game).values(due=due)
        await self._database.write(lambda connection: connection.execute(statement))

    async def due(self, now: int) -> Sequence[str]:
        """Return the games to look at, the longest due first."""
        query = select(GAMES.c.id).where(GAMES.c.due <= now).order_by(GAMES.c.due).limit(_BATCH)
        return await self._database.read(lambda connection: connection.execute(query).scalars().all())

    async def last_beat(self) -> int | None:
        """Return the time of the last heartbeat, None before the first."""
        at = await self._database.read(lambda connection: connection.execute(select(HEARTBEAT.c.at)).scalar())
        return at if isinstance(at, int) else None  # SQLite does not check types

    async def beat(self, now: int, outage: Outage | None = None) -> None:
        """Save a heartbeat and the outage that ended with it."""

        def work(connection: Connection) -> None:
            if outage is not None:
                connection.execute(upsert(connection, OUTAGES), outage._asdict())
            connection.execute(upsert(connection, HEARTBEAT), {"id": 1, "at": now})

        await self._database.write(work)

    async def outages(self, since: int) -> Sequence[Outage]:
        """Return the outages that ended at or after *since*, oldest first."""
        query = select(OUTAGES.c.since, OUTAGES.c.until).where(OUTAGES.c.until >= since).order_by(OUTAGES.c.since)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Outage(row.since, row.until) for row in rows]

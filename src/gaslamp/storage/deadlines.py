"""What is kept about time besides the logs: which games to look at when, when a server was last up, and its outages.

The index of due games is a hint that is never late: no seat's time can be up before the moment kept there. So it need
not be written with each action, and a crash between two writes does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.storage.schema import GAMES, HEARTBEAT, OUTAGES
from gaslamp.storage.transaction import Transaction
from gaslamp.storage.writer import Writer

_AT_ONCE = 200  # games that are looked at in one go


class Outage(NamedTuple):
    """A time when no server was up, in milliseconds since 1970."""

    since: int
    until: int


class Deadlines:
    """Keeps them in the database, by the same writer as the games."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def mark(self, game: str, due: int | None) -> None:
        """Look at a game at a moment, or never."""

        async def work(connection: Transaction) -> None:
            await connection.execute(update(GAMES).where(GAMES.c.id == game).values(due=due))

        await self._writer.write(work)

    async def due(self, now: int) -> Sequence[str]:
        """The games to look at, the oldest first."""
        wanted = select(GAMES.c.id).where(GAMES.c.due <= now).order_by(GAMES.c.due).limit(_AT_ONCE)
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).scalars().all()

    async def last_beat(self) -> int | None:
        """When a server was last known to be up."""
        async with self._engine.connect() as connection:
            at = (await connection.execute(select(HEARTBEAT.c.at))).scalar()
        return at if isinstance(at, int) else None  # SQLite would keep anything

    async def beat(self, now: int, outage: Outage | None = None) -> None:
        """Keep that a server is up, and when none was."""

        async def work(connection: Transaction) -> None:
            if outage is not None:
                await connection.execute(delete(OUTAGES).where(OUTAGES.c.since == outage.since))
                await connection.execute(insert(OUTAGES), {"since": outage.since, "until": outage.until})
            if (await connection.execute(update(HEARTBEAT).values(at=now))).rowcount == 0:
                await connection.execute(insert(HEARTBEAT), {"id": 1, "at": now})

        await self._writer.write(work)

    async def outages(self, since: int) -> Sequence[Outage]:
        """The outages that were over after a moment, in their order."""
        wanted = select(OUTAGES.c.since, OUTAGES.c.until).where(OUTAGES.c.until >= since).order_by(OUTAGES.c.since)
        async with self._engine.connect() as connection:
            return [Outage(row.since, row.until) for row in await connection.execute(wanted)]

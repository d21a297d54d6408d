"""Whether a server can do what it is there for, told in words that a program can tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from gaslamp.service.games.bot_runner import BotRunner
from gaslamp.storage.database import Database
from gaslamp.workers.pool import Pool


class Health:
    """Health check: database, last write, worker pools, last answer of a bot."""

    def __init__(self, database: Database, pool: Pool, bots: BotRunner) -> None:
        self._database = database
        self._pool = pool
        self._bots = bots

    async def failing(self) -> tuple[str, ...]:
        """Name what does not work now."""
        return tuple(self._inside()) if await self._answers() else ("database", *self._inside())

    def degraded(self) -> tuple[str, ...]:
        """Name what works only in part: bots that answer at random, because a worker hung or could not be started."""
        return ("bots",) if self._bots.at_random else ()

    def _inside(self) -> Iterator[str]:
        if self._database.failing:
            yield "writing"
        yield from (queue for queue in self._pool.queues if not self._pool.status(queue).healthy)

    async def _answers(self) -> bool:
        try:
            await self._database.read(lambda connection: connection.execute(text("SELECT 1")).first())
        except (SQLAlchemyError, OSError, TimeoutError):
            return False
        return True

"""Which process runs the opponents and clocks of a game: the one that holds its lease, as long as it renews it.

A lease saves work, it does not guard anything: should two processes ever both believe they hold one, the primary key
of the log lets one of them write. Only games that are open in a process keep their leases there. A row is there before
an opponent can be to move, so whatever a dead process has left undone is found among the leases that ran out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Final, Protocol

from sqlalchemy import ColumnElement, Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from gaslamp.storage.database import OUTAGES, Database, NotSaved, database_now
from gaslamp.storage.schema import LEASES

_AT_ONCE: Final = 50  # games that one look takes over

DOWN: Final = (NotSaved, SQLAlchemyError, OSError, TimeoutError)  # raised when the database cannot be reached


class Leases(Protocol):
    """The right to run the opponents and clocks of games in this process."""

    async def hold(self, game: str) -> bool:
        """Take or keep the right to run a game, and tell whether it is ours now."""

    async def release(self, game: str) -> None:
        """Give up a game in which there is nothing to run."""

    async def offer(self, game: str) -> None:
        """Let any process take a new game, be it opened or not."""

    async def orphans(self) -> Sequence[str]:
        """Games that nobody runs any more, although there may be something to run."""

    async def renew(self, games: Collection[str]) -> None:
        """Keep those of our leases whose games are open here; the others run out."""


class SoleProcess:
    """For a process that shares its games with no other: it runs them all."""

    async def hold(self, game: str) -> bool:
        return True

    async def release(self, game: str) -> None:
        pass

    async def offer(self, game: str) -> None:
        pass

    async def orphans(self) -> Sequence[str]:
        return ()

    async def renew(self, games: Collection[str]) -> None:
        pass


class SqlLeases:
    """Leases as rows of a PostgreSQL database, by its clock."""

    def __init__(
        self,
        database: Database,
        process: str,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._process = process
        self._seconds = seconds
        self._clock = clock
        self._surely: dict[str, float] = {}  # until when, by our own clock, a lease cannot have run out

    async def hold(self, game: str) -> bool:
        asked = self._clock()
        if self._surely.get(game, asked) > asked:
            return True
        mine = {"owner": self._process, "expires": self._until()}
        free = (LEASES.c.owner == self._process) | (LEASES.c.expires < database_now())
        wanted = insert(LEASES).values(game=game, **mine)
        wanted = wanted.on_conflict_do_update(index_elements=[LEASES.c.game], set_=mine, where=free)

        def work(connection: Connection) -> bool:
            return connection.execute(wanted.returning(LEASES.c.game)).first() is not None

        try:
            taken = await self._database.write(work)
        except DOWN as error:
            OUTAGES.warning("the lease of %s could not be asked for: %s", game, type(error).__name__)
            taken = False
        if taken:
            self._surely[game] = asked + self._seconds
        else:
            self._surely.pop(game, None)
        return taken

    async def release(self, game: str) -> None:
        if self._surely.pop(game, None) is None:
            return
        mine = (LEASES.c.game == game) & (LEASES.c.owner == self._process)

        def work(connection: Connection) -> None:
            connection.execute(delete(LEASES).where(mine))

        await self._database.write(work)

    async def offer(self, game: str) -> None:
        row = {"game": game, "owner": self._process, "expires": 0}

        def work(connection: Connection) -> None:
            connection.execute(insert(LEASES).values(**row).on_conflict_do_nothing())

        with suppress(*DOWN):  # then it is run when somebody opens it
            await self._database.write(work)

    async def orphans(self) -> Sequence[str]:
        wanted = select(LEASES.c.game).where(LEASES.c.expires < database_now()).order_by(LEASES.c.expires)
        wanted = wanted.limit(_AT_ONCE)
        return await self._database.read(lambda connection: connection.execute(wanted).scalars().all())

    async def renew(self, games: Collection[str]) -> None:
        ours = sorted(self._surely.keys() & set(games))
        if not ours:
            return
        asked = self._clock()
        still = (LEASES.c.owner == self._process) & LEASES.c.game.in_(ours)
        wanted = update(LEASES).where(still).values(expires=self._until()).returning(LEASES.c.game)

        def work(connection: Connection) -> Sequence[str]:
            return list(connection.execute(wanted).scalars())

        kept = await self._database.write(work)
        for game in ours:  # what another process took meanwhile is ours no longer
            self._surely.pop(game, None)
        self._surely |= dict.fromkeys(kept, asked + self._seconds)

    async def leave(self) -> None:
        """Let the others take over at once."""
        self._surely.clear()
        ours = update(LEASES).where(LEASES.c.owner == self._process).values(expires=0)

        def work(connection: Connection) -> None:
            connection.execute(ours)

        await self._database.write(work)

    def _until(self) -> ColumnElement[int]:
        return database_now() + round(self._seconds * 1000)

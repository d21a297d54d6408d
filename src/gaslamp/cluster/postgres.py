"""Several processes on one PostgreSQL database. Leases and presence are rows that expire by the database's clock.

Appends notify in their own transaction (`storage.store`). A row for a game with bots exists before a bot can be to
move, so that the unfinished work of a dead process is found among the expired leases.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from sqlalchemy import URL, ColumnElement, Connection, delete, event, insert, select, update
from sqlalchemy.dialects import postgresql

from gaslamp.cluster.cluster import OnChange
from gaslamp.cluster.listener import NotificationListener
from gaslamp.core.game import Seat
from gaslamp.storage.database import OUTAGES, UNAVAILABLE, Database, database_now
from gaslamp.storage.postgres import notify
from gaslamp.storage.schema import LEASES, PRESENCE

_ORPHANS: Final = 50  # adopted at a time
_GRACE: Final = 60_000  # milliseconds before expired presence is deleted
_LENGTH: Final = re.compile("[0-9]{1,9}")


class PostgresCluster:
    """*process* is the name of this process. A process that has not renewed for *seconds* counts as dead."""

    shared = True

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
        self._valid_until: dict[str, float] = {}  # leases of this process, by its own clock
        self._subscribers: dict[str, list[OnChange]] = {}
        self._publishing: set[asyncio.Task[None]] = set()
        self._backends: set[int] = set()  # of this process, whose notifications are ignored
        event.listen(database.engine, "connect", self._connected)

    # ---- notifications

    def subscribe(self, game: str, on_change: OnChange) -> Callable[[], None]:
        self._subscribers.setdefault(game, []).append(on_change)
        on_change(None)

        def unsubscribe() -> None:
            others = [other for other in self._subscribers.pop(game, []) if other is not on_change]
            if others:
                self._subscribers[game] = others

        return unsubscribe

    def publish(self, game: str) -> None:
        task = asyncio.create_task(self._publish(game))
        self._publishing.add(task)
        task.add_done_callback(self._publishing.discard)

    def receive(self, backend: int, message: str | None) -> None:
        """Pass a notification on to the subscribers: of one game, or of all for None."""
        if backend in self._backends:
            return
        if message is None:
            games, length = list(self._subscribers), None
        else:
            game, _, text = message.partition(" ")
            games, length = [game], int(text) if _LENGTH.fullmatch(text) else None
        for on_change in [on_change for game in games for on_change in self._subscribers.get(game, ())]:
            on_change(length)

    async def _publish(self, game: str) -> None:
        with suppress(*UNAVAILABLE):  # the others compare with the log
            await self._database.write(lambda connection: notify(connection, [game]))

    def _connected(self, connection: Any, _: object) -> None:
        self._backends.add(connection.info.backend_pid)

    # ---- leases

    async def acquire(self, game: str) -> bool:
        now = self._clock()
        if self._valid_until.get(game, now) > now:
            return True
        values = {"owner": self._process, "expires": self._expires()}
        free = (LEASES.c.owner == self._process) | (LEASES.c.expires < database_now())
        lease = postgresql.insert(LEASES).values(game=game, **values)
        lease = lease.on_conflict_do_update(index_elements=[LEASES.c.game], set_=values, where=free)
        statement = lease.returning(LEASES.c.game)
        try:
            row = await self._database.write(lambda connection: connection.execute(statement).first())
        except UNAVAILABLE as error:
            OUTAGES.warning("lease of game %s not acquired: %s", game, type(error).__name__)
            row = None
        if row is None:
            self._valid_until.pop(game, None)
            return False
        self._valid_until[game] = now + self._seconds
        return True

    async def release(self, game: str) -> None:
        if self._valid_until.pop(game, None) is not None:
            mine = (LEASES.c.game == game) & (LEASES.c.owner == self._process)
            await self._execute(delete(LEASES).where(mine))

    async def offer(self, game: str) -> None:
        lease = postgresql.insert(LEASES).values(game=game, owner=self._process, expires=0)
        with suppress(*UNAVAILABLE):  # the bots start when a player opens the game
            await self._execute(lease.on_conflict_do_nothing())

    async def orphans(self) -> Sequence[str]:
        expired = select(LEASES.c.game).where(LEASES.c.expires < database_now())
        query = expired.order_by(LEASES.c.expires).limit(_ORPHANS)
        return await self._database.read(lambda connection: connection.execute(query).scalars().all())

    # ---- presence

    async def show(self, game: str, seats: Collection[Seat]) -> None:
        row = {"game": game, "process": self._process, "expires": self._expires()}

        def work(connection: Connection) -> None:
            mine = (PRESENCE.c.game == game) & (PRESENCE.c.process == self._process)
            connection.execute(delete(PRESENCE).where(mine))
            if seats:
                connection.execute(insert(PRESENCE).values([row | {"seat": seat} for seat in sorted(seats)]))

        await self._database.write(work)

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        others = (PRESENCE.c.game == game) & (PRESENCE.c.process != self._process)
        query = select(PRESENCE.c.seat).where(others, PRESENCE.c.expires > database_now())
        return frozenset(await self._database.read(lambda connection: connection.execute(query).scalars().all()))

    # ---- life of the process

    async def renew(self, games: Collection[str]) -> None:
        now = self._clock()
        held = sorted(self._valid_until.keys() & set(games))
        mine = (LEASES.c.owner == self._process) & LEASES.c.game.in_(held)

        def work(connection: Connection) -> Sequence[str]:
            presence = update(PRESENCE).where(PRESENCE.c.process == self._process)
            connection.execute(presence.values(expires=self._expires()))
            connection.execute(delete(PRESENCE).where(PRESENCE.c.expires < database_now() - _GRACE))
            leases = update(LEASES).where(mine).values(expires=self._expires()).returning(LEASES.c.game)
            return connection.execute(leases).scalars().all() if held else ()

        renewed = await self._database.write(work)
        for game in held:  # some may have been taken by another process
            self._valid_until.pop(game, None)
        self._valid_until |= dict.fromkeys(renewed, now + self._seconds)

    async def leave(self) -> None:
        self._valid_until.clear()
        await asyncio.gather(*self._publishing, return_exceptions=True)

        def work(connection: Connection) -> None:
            connection.execute(update(LEASES).where(LEASES.c.owner == self._process).values(expires=0))
            connection.execute(delete(PRESENCE).where(PRESENCE.c.process == self._process))

        with suppress(*UNAVAILABLE):
            await self._database.write(work)

    async def _execute(self, statement: Any) -> None:
        await self._database.write(lambda connection: connection.execute(statement))

    def _expires(self) -> ColumnElement[int]:
        return database_now() + round(self._seconds * 1000)


@asynccontextmanager
async def joined(database: Database, url: URL, seconds: float) -> AsyncIterator[PostgresCluster]:
    cluster = PostgresCluster(database, secrets.token_urlsafe(9), seconds)
    listener = NotificationListener(url, cluster.receive)
    listener.start()
    try:
        yield cluster
    finally:
        await cluster.leave()
        await listener.stop()

"""Forgets, in small bites, the games in which nothing happens any more and the guests who have none.

A game goes with all that belongs to it: entries, seats, nonces, links, chat. Whatever table of ours names a game or a
guest is found by its columns, so that none can be overlooked. Nothing is forgotten that somebody has open.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Column, ColumnElement, and_, delete, exists, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.game.timing import DAY, SECOND
from gaslamp.live.opening import summary_of
from gaslamp.live.registry import LiveGames
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.settings import Settings
from gaslamp.storage.people_schema import GUESTS
from gaslamp.storage.schema import ENTRIES, GAMES, METADATA, PRESENCE
from gaslamp.storage.store import SqlStore
from gaslamp.storage.transaction import Transaction
from gaslamp.storage.writer import Writer

_LOG: Final = logging.getLogger(__name__)
_BITE: Final = 50  # games, or guests times ten, that are looked at in one go
_MIB: Final = 1 << 20


class _Found(NamedTuple):
    """A game, and when something last happened in it."""

    id: str
    created: int
    length: int
    last: int


class Expiry:
    """Looks through the games again and again, the oldest first."""

    def __init__(
        self,
        settings: Settings,
        engine: AsyncEngine,
        writer: Writer,
        live_games: LiveGames,
        metrics: Metrics,
        now: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._engine = engine
        self._writer = writer
        self._store = SqlStore(engine, writer)
        self._live_games = live_games
        self._metrics = metrics
        self._now = now
        self._looked = (0, "")  # at the games up to this one

    async def chore(self) -> None:
        """Take a bite: of the games that may have ended or been left, of the finished ones, and of the guests."""
        await self.measure()
        await self._look_through()
        await self._forget_finished()
        await self._forget_guests()

    async def measure(self) -> None:
        """See how large the database is, and take new games only while there is room."""
        async with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                size = (await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one()
            else:
                pages, free, each = [
                    (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
                    for name in ("page_count", "freelist_count", "page_size")
                ]
                size = (pages - free) * each
        self._metrics.data.set(size)
        most = self._settings.most_data * _MIB
        if self._live_games.has_room != (has_room := not most or size < most):
            _LOG.warning("there is room for new games again" if has_room else "there is no room for new games")
        self._live_games.has_room = has_room

    # ---- games

    async def _look_through(self) -> None:
        """Forget the games that were left, and note those that are over."""
        keeps = [days for days in (self._settings.keep_games, self._settings.keep_finished) if days]
        if not keeps:
            return
        before = self._time() - min(keeps) * DAY
        for found in await self._bite(before):
            if found.last < before and not self._live_games.holds(found.id):
                await self._judge(found)
            await asyncio.sleep(0)  # let the others play

    async def _bite(self, before: int) -> list[_Found]:
        created, id = self._looked
        later = or_(GAMES.c.created > created, and_(GAMES.c.created == created, GAMES.c.id > id))
        last = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
        wanted = (
            select(GAMES.c.id, GAMES.c.created, func.coalesce(last + 1, 0).label("length"))
            .where(GAMES.c.over.is_(None), GAMES.c.created < before // SECOND, later)
            .order_by(GAMES.c.created, GAMES.c.id)
            .limit(_BITE)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        self._looked = (rows[-1].created, rows[-1].id) if len(rows) == _BITE else (0, "")
        return [
            _Found(row.id, row.created, row.length, await self._last(row.id, row.created, row.length)) for row in rows
        ]

    async def _last(self, id: str, created: int, length: int) -> int:
        try:
            newest = await self._store.entries(id, length - 1) if length else ()
        except (msgspec.MsgspecError, ValueError):  # damaged: it is judged when its turn comes
            newest = ()
        return max([created * SECOND, *(entry.at for entry in newest)])

    async def _judge(self, found: _Found) -> None:
        """Note that a game is over, or forget it if it was left for so long; what breaks is left alone."""
        try:
            saved = await self._store.find(found.id)
            if saved is None:
                return
            over = summary_of(saved, await self._store.entries(found.id)).phase == "over"
        except Exception as error:  # noqa: BLE001 - what we do not understand we do not throw away
            kind = type(error).__name__
            _LOG.warning("whether a game is over could not be seen: %s", kind, extra={"game": found.id})
            return
        keep = self._settings.keep_games
        if over:
            await self._note_over(found)
        elif keep and found.last < self._time() - keep * DAY and await self._forget(found.id, found.length):
            self._metrics.expired("games", 1)

    async def _note_over(self, found: _Found) -> None:
        async def work(connection: Transaction) -> None:
            await connection.execute(update(GAMES).where(GAMES.c.id == found.id).values(over=found.last))

        await self._writer.write(work)

    async def _forget_finished(self) -> None:
        keep = self._settings.keep_finished
        if not keep:
            return
        wanted = select(GAMES.c.id).where(GAMES.c.over < self._time() - keep * DAY).limit(_BITE)
        async with self._engine.connect() as connection:
            ids = list((await connection.execute(wanted)).scalars())
        for id in ids:
            if not self._live_games.holds(id) and await self._forget(id):
                self._metrics.expired("finished games", 1)

    async def _forget(self, id: str, length: int | None = None) -> bool:
        """Delete a game and all that names it, unless somebody is there or it went on; tell whether it is gone."""

        async def work(connection: Transaction) -> bool:
            there = await connection.execute(select(PRESENCE.c.seat).where(PRESENCE.c.game == id))
            now = await connection.execute(select(func.count()).where(ENTRIES.c.game == id))
            if there.first() is not None or length not in {None, now.scalar_one()}:
                return False
            for table in reversed(METADATA.sorted_tables):
                if "game" in table.c:
                    await connection.execute(delete(table).where(table.c.game == id))
            await connection.execute(update(GAMES).where(GAMES.c.rematch_of == id).values(rematch_of=None))
            await connection.execute(delete(GAMES).where(GAMES.c.id == id))
            return True

        try:
            gone = await self._writer.write(work)
        except IntegrityError:  # another process wrote to it at this moment
            return False
        if gone:
            _LOG.info("game forgotten", extra={"game": id})
        return gone

    # ---- guests

    async def _forget_guests(self) -> None:
        keep = self._settings.keep_guests
        if not keep:
            return
        old = and_(GUESTS.c.created < (self._time() - keep * DAY) // SECOND, *(~_named(column) for column in _guests()))
        some = select(GUESTS.c.id).where(old).limit(_BITE * 10)

        async def work(connection: Transaction) -> int:
            return (await connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(some)))).rowcount

        try:
            self._metrics.expired("guests", await self._writer.write(work))
        except IntegrityError:  # one of them sat down in another process
            return

    def _time(self) -> int:
        return int(self._now() * SECOND)


def _guests() -> list[Column[str]]:
    """The columns, in whatever table, that name a guest."""
    return [
        column
        for table in METADATA.sorted_tables
        for column in table.c
        if any(key.column is GUESTS.c.id for key in column.foreign_keys)
    ]


def _named(column: Column[str]) -> ColumnElement[bool]:
    return exists().where(column == GUESTS.c.id)

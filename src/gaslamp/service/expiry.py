"""Deletes expired games and guests, in batches.

Tables with a column `game` and foreign keys to guests are looked up in the schema, so that new tables are covered.
Open games are kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from gaslamp.game.clock import DAY, SECOND
from gaslamp.game.entries import decode
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.ratings import forget
from gaslamp.storage.database import Database
from gaslamp.storage.schema import (
    ENTRIES,
    GAMES,
    GUESTS,
    MADE_PUZZLES,
    METADATA,
    PRESENCE,
    PUZZLE_RESULTS,
    SUBSCRIPTIONS,
    SUMMARIES,
)

_LOG: Final = logging.getLogger(__name__)
_GAMES: Final = 50  # per batch
_GUESTS: Final = 500  # per batch
_MIB: Final = 1 << 20
_PUZZLES: Final = (PUZZLE_RESULTS, MADE_PUZZLES)  # deleted with a guest that has used none for long


class Retention(Protocol):
    """How long data is kept; 0 for no limit."""

    @property
    def keep_games(self) -> int: ...  # days without activity

    @property
    def keep_finished(self) -> int: ...  # days

    @property
    def keep_guests(self) -> int: ...  # days

    @property
    def most_data(self) -> int: ...  # MiB


class Expiry:
    def __init__(
        self,
        limits: Retention,
        database: Database,
        live_games: LiveGames,
        now: Callable[[], float],
        on_size: Callable[[int], None],
        on_deleted: Callable[[str, int], None],
    ) -> None:
        self._limits = limits
        self._database = database
        self._live_games = live_games
        self._now = now
        self._on_size = on_size
        self._on_deleted = on_deleted  # called with a kind and a number
        self._last: dict[str, str] = {}  # last game of the previous batch

    async def run(self) -> None:
        await self.measure()
        finished = SUMMARIES.c.phase == "over"
        unfinished = SUMMARIES.c.phase.in_(("waiting", "playing", "closed"))  # lost games are kept for the operator
        await self._delete_games("games", unfinished, self._limits.keep_games)
        await self._delete_games("finished games", finished, self._limits.keep_finished)
        await self._delete_guests()

    async def measure(self) -> None:
        size = await self._database.read(_size)
        self._on_size(size)
        limit = self._limits.most_data * _MIB
        has_room = not limit or size < limit
        if self._live_games.has_room != has_room:
            _LOG.warning("database below its size limit" if has_room else "database full: no new games")
        self._live_games.has_room = has_room

    async def _delete_games(self, kind: str, phase: ColumnElement[bool], days: int) -> None:
        if not days:
            return
        before = self._time() - days * DAY
        query = (
            select(SUMMARIES.c.game)
            .where(phase, SUMMARIES.c.at < before, SUMMARIES.c.game > self._last.get(kind, ""))
            .order_by(SUMMARIES.c.game)
            .limit(_GAMES)
        )
        games = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        self._last[kind] = games[-1] if len(games) == _GAMES else ""
        for game in games:
            if not self._live_games.holds(game) and await self._delete_game(game, before):
                self._on_deleted(kind, 1)
                _LOG.info("game deleted", extra={"game": game})

    async def _delete_game(self, game: str, before: int) -> bool:
        """Delete a game unless it was played since, or a player is connected to another process. Return success."""

        def work(connection: Connection) -> bool:
            present = select(PRESENCE.c.seat).where(PRESENCE.c.game == game)
            if connection.execute(present).first() is not None or not _older(connection, game, before):
                return False
            for table in reversed(METADATA.sorted_tables):
                if "game" in table.c:
                    connection.execute(delete(table).where(table.c.game == game))
            connection.execute(update(GAMES).where(GAMES.c.rematch_of == game).values(rematch_of=None))
            connection.execute(delete(GAMES).where(GAMES.c.id == game))
            return True

        try:
            return await self._database.write(work)
        except IntegrityError:  # another process has just written to it
            return False

    async def _delete_guests(self) -> None:
        days = self._limits.keep_guests
        if not days:
            return
        keys = [key for table in METADATA.sorted_tables for key in table.foreign_keys if key.column is GUESTS.c.id]
        before = (self._time() - days * DAY) // SECOND
        used = [
            exists().where(key.parent == GUESTS.c.id)
            for key in keys
            if key.parent.table not in (*_PUZZLES, SUBSCRIPTIONS)
        ]
        used += [exists().where(table.c.guest == GUESTS.c.id, table.c.at >= before) for table in _PUZZLES]
        expired = and_(GUESTS.c.created < before, ~or_(*used))
        batch = select(GUESTS.c.id).where(expired).limit(_GUESTS)

        def work(connection: Connection) -> int:
            guests = connection.execute(batch).scalars().all()
            forget(connection, guests)
            for table in (*_PUZZLES, SUBSCRIPTIONS):
                connection.execute(delete(table).where(table.c.guest.in_(guests)))
            return connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(guests))).rowcount

        try:
            deleted = await self._database.write(work)
        except IntegrityError:  # one of them has just sat down in another process
            return
        self._on_deleted("guests", deleted)

    def _time(self) -> int:
        return int(self._now() * SECOND)


def _older(connection: Connection, game: str, before: int) -> bool:
    """True if the newest entry is older. The summary's time does not count unfinished activations."""
    query = select(ENTRIES.c.entry).where(ENTRIES.c.game == game).order_by(ENTRIES.c.seq.desc()).limit(1)
    newest = connection.execute(query).scalar()
    try:
        return newest is None or decode(newest).at < before
    except msgspec.MsgspecError:
        return False  # damaged: kept for the operator


def _size(connection: Connection) -> int:
    def scalar(query: str) -> int:
        number: int = connection.execute(text(query)).scalar_one()
        return number

    if connection.dialect.name == "postgresql":
        return scalar("SELECT pg_database_size(current_database())")
    return (scalar("PRAGMA page_count") - scalar("PRAGMA freelist_count")) * scalar("PRAGMA page_size")

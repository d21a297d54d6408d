"""Where games are kept: the port, and the one that speaks SQL. What `append` has answered is there after a crash."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat
from gaslamp.table.log import Entry
from gaslamp.table.schema import ENTRIES, GAMES
from gaslamp.table.writer import Work, Writer

_LOG: Final = logging.getLogger(__name__)


class Conflict(Exception):
    """Somebody else has already written there."""


class SavedGame(msgspec.Struct, frozen=True):
    """What was agreed before a game began."""

    id: str
    title: str
    rules_version: int
    options: Mapping[str, str]
    bots: Mapping[Seat, str]  # which opponent sits in which seat
    created: int
    rematch_of: str | None = None
    clock: str = ""  # what was agreed, as `timing` reads it


class Store(Protocol):
    """Keeps games and their entries for good."""

    async def create(self, game: SavedGame, start: Entry) -> None:
        """Keep a new game with its first entry, or raise Conflict."""

    async def append(self, game: str, seq: int, entry: Entry) -> None:
        """Keep the entry of that number, or raise Conflict if the number is taken."""

    async def find(self, game: str) -> SavedGame | None:
        """Give a game by its id."""

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        """Give the entries of a game from a number on."""

    async def rematch(self, game: str) -> str | None:
        """Give the id of the rematch of a game, if there is one."""


class SqlStore:
    """Keeps games in a database; all writing goes through one grouping writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def create(self, game: SavedGame, start: Entry) -> None:
        row = {field: getattr(game, field) for field in SavedGame.__struct_fields__}
        row |= {field: msgspec.json.encode(getattr(game, field)).decode() for field in ("options", "bots")}

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(GAMES), row)
            await connection.execute(insert(ENTRIES), _row(game.id, 0, start))

        await self._write(work)

    async def append(self, game: str, seq: int, entry: Entry) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(ENTRIES), _row(game, seq, entry))

        await self._write(work)

    async def find(self, game: str) -> SavedGame | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(GAMES).where(GAMES.c.id == game))).mappings().first()
        if row is None:
            return None
        mapping = dict[str, str]
        told = {field: msgspec.json.decode(row[field], type=mapping) for field in ("options", "bots")}
        return SavedGame(**{field: row[field] for field in SavedGame.__struct_fields__} | told)

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        wanted = select(ENTRIES.c.entry).where(ENTRIES.c.game == game, ENTRIES.c.seq >= first).order_by(ENTRIES.c.seq)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).scalars().all()
        return [msgspec.json.decode(row, type=Entry) for row in rows]

    async def rematch(self, game: str) -> str | None:
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(GAMES.c.id).where(GAMES.c.rematch_of == game))).scalar()
        return str(found) if found is not None else None

    async def _write(self, work: Work[None]) -> None:
        try:
            await self._writer.write(work)
        except IntegrityError:
            raise Conflict from None
        except SQLAlchemyError:
            _LOG.exception("the database refused to write")
            raise GaslampError("error.not_saved") from None


def _row(game: str, seq: int, entry: Entry) -> dict[str, str | int]:
    return {"game": game, "seq": seq, "entry": msgspec.json.encode(entry).decode()}

"""Where games are kept: the port, and the one that speaks SQL. What `append` has answered is there after a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

import msgspec
from sqlalchemy import BindParameter, RowMapping, bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.core.game import Seat
from gaslamp.core.records.fairness import Secret
from gaslamp.game.entries import Entry, decode, encode
from gaslamp.game.summary import Summary
from gaslamp.storage.appends import Append
from gaslamp.storage.dialect import insert_once
from gaslamp.storage.schema import ENTRIES, GAMES, NONCES, STANDINGS
from gaslamp.storage.transaction import Transaction, Work
from gaslamp.storage.writer import Writer

# What the seats add to the draws that somebody sits in: a nonce, AWAITED, or None for nothing.
Nonces: TypeAlias = Mapping[Seat, str | None]
AWAITED: Final = ""
NO_NONCES: Final[Nonces] = MappingProxyType({})

# What is asked for whenever a game is opened: made once, for that costs as much as asking.
_GAME: Final[BindParameter[str]] = bindparam("game")
_SAVED: Final = select(GAMES).where(GAMES.c.id == _GAME)
_REMATCH: Final = select(GAMES.c.id).where(GAMES.c.rematch_of == _GAME)
_BROUGHT: Final = select(NONCES.c.seat, NONCES.c.nonce).where(NONCES.c.game == _GAME)
_STANDING: Final = select(*(STANDINGS.c[field] for field in Summary._fields)).where(STANDINGS.c.game == _GAME)
_LOG: Final = (
    select(ENTRIES.c.entry)
    .where(ENTRIES.c.game == _GAME, ENTRIES.c.seq >= bindparam("first"))
    .order_by(ENTRIES.c.seq)
)  # fmt: skip


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
    secret: Secret
    rematch_of: str | None = None
    clock: str = ""  # what was agreed, as `timing` reads it
    hints: bool = False  # people who play each other agreed that they may be given some


class Store(Protocol):
    """Keeps games and their entries for good."""

    async def create(
        self,
        game: SavedGame,
        start: Entry | None,
        nonces: Nonces = NO_NONCES,
        standing: Summary | None = None,
        beside: Work[None] | None = None,
    ) -> None:
        """Keep a new game and what belongs to it, with its first entry if it begins at once, or raise Conflict."""

    async def append(self, game: str, seq: int, entry: Entry, standing: Summary | None = None) -> None:
        """Keep the entry of that number, and how the game then stands; Conflict if the number is taken."""

    async def note(self, game: str, standing: Summary) -> None:
        """Keep how a game stands."""

    async def standing(self, game: str) -> Summary | None:
        """How a game stands, if somebody has noted it."""

    async def unnoted(self, most: int) -> Sequence[str]:
        """Some games of which nobody has noted how they stand."""

    async def sit(self, game: str, nonces: Nonces) -> None:
        """Keep together what seats bring that were free or awaited; what a seat brought first stays."""

    async def nonces(self, game: str) -> Nonces:
        """What the seats brought that somebody sits in."""

    async def find(self, game: str) -> SavedGame | None:
        """A game by its id."""

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        """The entries of a game from a number on."""

    async def rematch(self, game: str) -> str | None:
        """The id of the rematch of a game, if there is one."""


class SqlStore:
    """Keeps games in a database; all writing goes through one grouping writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def create(
        self,
        game: SavedGame,
        start: Entry | None,
        nonces: Nonces = NO_NONCES,
        standing: Summary | None = None,
        beside: Work[None] | None = None,
    ) -> None:
        row = {field: getattr(game, field) for field in SavedGame.__struct_fields__}
        row |= {field: msgspec.json.encode(getattr(game, field)).decode() for field in ("options", "bots")}
        row["hints"] = int(game.hints)
        row["secret"] = game.secret.value.hex()

        async def work(connection: Transaction) -> None:
            await connection.execute(insert(GAMES), row)
            if nonces:
                brought = [{"game": game.id, "seat": seat, "nonce": nonce} for seat, nonce in nonces.items()]
                await connection.execute(insert(NONCES), brought)
            if start is not None:
                await connection.execute(insert(ENTRIES), _row(game.id, 0, start))
            if standing is not None:
                await connection.execute(insert(STANDINGS), {"game": game.id, **standing._asdict()})
            if beside is not None:
                await beside(connection)

        await self._write(work)

    async def append(self, game: str, seq: int, entry: Entry, standing: Summary | None = None) -> None:
        if self._writer.appends:
            try:
                await self._writer.append(Append(game, seq, encode(entry).decode(), standing))
            except sqlite3.IntegrityError:
                raise Conflict from None
            return

        async def work(connection: Transaction) -> None:
            await connection.execute(insert(ENTRIES), _row(game, seq, entry))
            if standing is not None:
                await _note(connection, game, standing)

        await self._write(work)

    async def note(self, game: str, standing: Summary) -> None:
        async def work(connection: Transaction) -> None:
            await _note(connection, game, standing)

        await self._write(work)

    async def standing(self, game: str) -> Summary | None:

        async def work(connection: Transaction) -> Summary | None:
            row = (await connection.execute(_STANDING, {"game": game})).first()
            return Summary._make(row) if row is not None else None

        return await self._writer.read(work)

    async def unnoted(self, most: int) -> Sequence[str]:
        noted = exists().where(STANDINGS.c.game == GAMES.c.id)
        async with self._engine.connect() as connection:
            return (await connection.execute(select(GAMES.c.id).where(~noted).limit(most))).scalars().all()

    async def sit(self, game: str, nonces: Nonces) -> None:
        async def work(connection: Transaction) -> None:
            await bring(connection, game, nonces)

        await self._write(work)

    async def nonces(self, game: str) -> Nonces:

        async def work(connection: Transaction) -> Nonces:
            return {row.seat: row.nonce for row in await connection.execute(_BROUGHT, {"game": game})}

        return await self._writer.read(work)

    async def find(self, game: str) -> SavedGame | None:

        async def work(connection: Transaction) -> RowMapping | None:
            return (await connection.execute(_SAVED, {"game": game})).mappings().first()

        row = await self._writer.read(work)
        if row is None:
            return None
        mapping = dict[str, str]
        told = {field: msgspec.json.decode(row[field], type=mapping) for field in ("options", "bots")}
        secret = Secret(bytes.fromhex(row["secret"]))
        kept = {field: row[field] for field in SavedGame.__struct_fields__}
        return SavedGame(**kept | told | {"secret": secret, "hints": bool(row["hints"])})

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:

        async def work(connection: Transaction) -> Sequence[str]:
            return (await connection.execute(_LOG, {"game": game, "first": first})).scalars().all()

        rows = await self._writer.read(work)
        return [decode(row) for row in rows]

    async def rematch(self, game: str) -> str | None:

        async def work(connection: Transaction) -> str | None:
            return (await connection.execute(_REMATCH, {"game": game})).scalar()

        return await self._writer.read(work)

    async def _write(self, work: Work[None]) -> None:
        try:
            await self._writer.write(work)
        except IntegrityError:
            raise Conflict from None


async def bring(connection: Transaction, game: str, nonces: Nonces) -> None:
    """Keep what seats bring, inside of whatever else happens to them at once."""
    for seat, nonce in nonces.items():
        here = (NONCES.c.game == game) & (NONCES.c.seat == seat)
        await connection.execute(update(NONCES).where(here, NONCES.c.nonce == AWAITED).values(nonce=nonce))
        await connection.execute(insert_once(connection, NONCES), {"game": game, "seat": seat, "nonce": nonce})


async def _note(connection: Transaction, game: str, standing: Summary) -> None:
    values = standing._asdict()
    noted = await connection.execute(update(STANDINGS).where(STANDINGS.c.game == game).values(**values))
    if noted.rowcount == 0:
        await connection.execute(insert_once(connection, STANDINGS), {"game": game, **values})


def _row(game: str, seq: int, entry: Entry) -> dict[str, str | int]:
    return {"game": game, "seq": seq, "entry": encode(entry).decode()}

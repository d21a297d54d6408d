"""Saved games: what was agreed, the log, the nonces, the summary for lists, and when to look at the clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import BindParameter, Column, Connection, Integer, Row, Table, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from gaslamp.core.game import Seat
from gaslamp.core.records.fairness import Secret
from gaslamp.game.entries import Entry, decode, encode
from gaslamp.game.updates import Summary
from gaslamp.storage.database import Database, Work, insert_new, upsert
from gaslamp.storage.postgres import notify
from gaslamp.storage.schema import ENTRIES, FINISHED, GAMES, HEARTBEAT, NONCES, OUTAGES, SUMMARIES

Nonces: TypeAlias = Mapping[Seat, str | None]  # of taken seats: a nonce, AWAITED, or None if the player adds none
AWAITED: Final = ""
NO_NONCES: Final[Nonces] = MappingProxyType({})

# Built once: building a query takes as long as running it.
_GAME: Final[BindParameter[str]] = bindparam("game")
_FIND: Final = select(GAMES).where(GAMES.c.id == _GAME)
_REMATCH: Final = select(GAMES.c.id).where(GAMES.c.rematch_of == _GAME)
_NONCES: Final = select(NONCES.c.seat, NONCES.c.nonce).where(NONCES.c.game == _GAME)
_SUMMARY: Final = select(*(SUMMARIES.c[field] for field in Summary._fields)).where(SUMMARIES.c.game == _GAME)
_ENTRIES: Final = (
    select(ENTRIES.c.entry)
    .where(ENTRIES.c.game == _GAME, ENTRIES.c.seq >= bindparam("first"))
    .order_by(ENTRIES.c.seq)
)  # fmt: skip
_DUE: Final = 200  # games per query
_JSON: Final[Mapping[str, Any]] = {"options": dict[str, str], "bots": dict[str, str], "prefix": tuple[str, ...]}


class Conflict(Exception):
    """The key is taken: another process or request was first."""


class SavedGame(msgspec.Struct, frozen=True):
    id: str
    title: str
    rules_version: int
    options: Mapping[str, str]
    bots: Mapping[Seat, str]  # seat -> level
    created: int  # seconds since 1970
    secret: Secret
    rematch_of: str | None = None
    clock: str = ""  # as read by `read_timing`
    hints: bool = False  # the players agreed to allow hints
    prefix: tuple[str, ...] = ()  # actions that a practice game continues from
    deal: str | None = None  # id of the deal of the day that it is a try of

    @property
    def sealed_as(self) -> str:
        """The id in commitments and draws: all tries of a deal share one."""
        return self.deal or self.id


class Outage(NamedTuple):
    since: int
    until: int


class _Append(NamedTuple):
    game: str
    seq: int
    entry: str  # JSON
    summary: Summary | None


class Store:
    """Games in a database. A method that writes returns when the data is on the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        game: SavedGame,
        summary: Summary,
        start: Entry | None = None,
        nonces: Nonces = NO_NONCES,
        extra_writes: Work[None] | None = None,
    ) -> None:
        """Save a new game and, in the same transaction, *extra_writes*. Raises Conflict if its id or rematch exists."""
        values = {field: getattr(game, field) for field in SavedGame.__struct_fields__}
        values |= {field: msgspec.json.encode(getattr(game, field)).decode() for field in _JSON}
        values |= {"hints": int(game.hints), "secret": game.secret.value.hex()}

        def work(connection: Connection) -> None:
            connection.execute(insert(GAMES), values)
            connection.execute(insert(SUMMARIES), {"game": game.id, **summary._asdict()})
            if nonces:
                rows = [{"game": game.id, "seat": seat, "nonce": nonce} for seat, nonce in nonces.items()]
                connection.execute(insert(NONCES), rows)
            if start is not None:
                connection.execute(insert(ENTRIES), {"game": game.id, "seq": 0, "entry": encode(start).decode()})
            if extra_writes is not None:
                extra_writes(connection)

        try:
            await self._database.write(work)
        except IntegrityError:
            raise Conflict from None

    async def append(self, game: str, seq: int, entry: Entry, summary: Summary | None = None) -> None:
        """Save entry number *seq* and, if it changed, the summary. Raises Conflict if the number is taken."""
        try:
            await self._database.write_row(_write_entries, _Append(game, seq, encode(entry).decode(), summary))
        except IntegrityError:
            raise Conflict from None

    async def save_summary(self, game: str, summary: Summary) -> None:
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, SUMMARIES), {"game": game, **summary._asdict()})
        )

    async def summary(self, game: str) -> Summary | None:
        row = await self._first(_SUMMARY, game)
        return Summary._make(row) if row is not None else None

    async def add_nonces(self, game: str, nonces: Nonces) -> None:
        """Save the nonces of seats that were free or awaited; a nonce that is known stays."""
        await self._database.write(lambda connection: add_nonces(connection, game, nonces))

    async def nonces(self, game: str) -> Nonces:
        rows = await self._database.read(lambda connection: connection.execute(_NONCES, {"game": game}).all())
        return {row.seat: row.nonce for row in rows}

    async def find(self, game: str) -> SavedGame | None:
        row = await self._first(_FIND, game)
        if row is None:
            return None
        values = {field: getattr(row, field) for field in SavedGame.__struct_fields__}
        values |= {field: msgspec.json.decode(values[field], type=kind) for field, kind in _JSON.items()}
        values |= {"hints": bool(row.hints), "secret": Secret(bytes.fromhex(row.secret))}
        return SavedGame(**values)

    async def entries(self, game: str, first: int = 0) -> Sequence[Entry]:
        parameters = {"game": game, "first": first}
        texts = await self._database.read(lambda connection: connection.execute(_ENTRIES, parameters).scalars().all())
        return [decode(text) for text in texts]

    async def rematch(self, game: str) -> str | None:
        row = await self._first(_REMATCH, game)
        return row.id if row is not None else None

    # ---- clocks and heartbeats. `games.due` is a lower bound: no seat's time is up before, so few entries change it.

    async def mark_due(self, game: str, due: int | None) -> None:
        """Have the clocks of a game checked from *due* on; None for never."""
        statement = update(GAMES).where(GAMES.c.id == game).values(due=due)
        await self._database.write(lambda connection: connection.execute(statement))

    async def due_games(self, now: int) -> Sequence[str]:
        query = select(GAMES.c.id).where(GAMES.c.due <= now).order_by(GAMES.c.due).limit(_DUE)
        return await self._database.read(lambda connection: connection.execute(query).scalars().all())

    async def last_heartbeat(self) -> int | None:
        at = await self._database.read(lambda connection: connection.execute(select(HEARTBEAT.c.at)).scalar())
        return at if isinstance(at, int) else None  # SQLite does not check types

    async def save_heartbeat(self, now: int, outage: Outage | None = None) -> None:
        """Save a heartbeat of the server, and the outage that ended with it."""

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

    async def _first(self, query: Any, game: str) -> Row[Any] | None:
        return await self._database.read(lambda connection: connection.execute(query, {"game": game}).first())


def add_nonces(connection: Connection, game: str, nonces: Nonces) -> None:
    for seat, nonce in nonces.items():
        awaited = (NONCES.c.game == game) & (NONCES.c.seat == seat) & (NONCES.c.nonce == AWAITED)
        connection.execute(update(NONCES).where(awaited).values(nonce=nonce))
        connection.execute(insert_new(connection, NONCES), {"game": game, "seat": seat, "nonce": nonce})


def _write_entries(connection: Connection, appends: Sequence[_Append]) -> None:
    _insert(connection, ENTRIES, [append[:3] for append in appends])
    summaries = [(append.game, *append.summary) for append in appends if append.summary is not None]
    if summaries:
        _insert(connection, SUMMARIES, summaries)
    ended = [
        {"game": append.game, "rated": 0} for append in appends if append.summary and append.summary.phase == "over"
    ]
    if ended:
        connection.execute(insert_new(connection, FINISHED), ended)
    if connection.dialect.name == "postgresql":
        notify(connection, [f"{append.game} {append.seq + 1}" for append in appends])


def _insert(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert all rows by one statement, as JSON: SQLite reads it without the interpreter's lock."""
    connection.exec_driver_sql(_statement(connection.dialect.name, table), (msgspec.json.encode(rows).decode(),))


@cache
def _statement(dialect: str, table: Table) -> str:
    """Return an INSERT of JSON rows. Existing entries raise IntegrityError, existing summaries are replaced."""

    def value(number: int, column: Column[Any]) -> str:
        if dialect == "sqlite":
            return f"json_extract(value, '$[{number}]')"
        return f"(value ->> {number})::{'bigint' if isinstance(column.type, Integer) else 'text'}"

    rows = "json_each(?)" if dialect == "sqlite" else "json_array_elements(%s::json)"
    values = ", ".join(value(number, column) for number, column in enumerate(table.c))
    insert = f"INSERT INTO {table.name} ({', '.join(table.c.keys())}) SELECT {values} FROM {rows}"  # noqa: S608 - no data
    if table is ENTRIES:
        return insert
    changes = ", ".join(f"{field} = excluded.{field}" for field in Summary._fields)
    return f"{insert} WHERE true ON CONFLICT (game) DO UPDATE SET {changes}"

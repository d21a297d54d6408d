"""Guests, and their seats, links and watched games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import BindParameter, Connection, bindparam, insert, select, update

from gaslamp.core.game import Seat
from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.membership import Members
from gaslamp.storage.database import Database, Work, insert_new
from gaslamp.storage.schema import GAMES, GUESTS, LINKS, SEATS, WATCHERS
from gaslamp.storage.store import add_nonces

Kind: TypeAlias = Literal["join", "watch"]

_GAME: Final[BindParameter[str]] = bindparam("game")
_PLAYERS: Final = (
    select(SEATS.c.seat, SEATS.c.guest, GUESTS.c.name, GUESTS.c.program)
    .select_from(SEATS.outerjoin(GUESTS, SEATS.c.guest == GUESTS.c.id))
    .where(SEATS.c.game == _GAME)
)
_SEATS: Final = select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.game == _GAME)
_WATCHERS: Final = select(WATCHERS.c.guest).where(WATCHERS.c.game == _GAME).order_by(WATCHERS.c.guest)
_WATCH_LINK: Final = select(LINKS.c.kind, LINKS.c.secret).where(LINKS.c.game == _GAME, LINKS.c.kind == "watch")


class People:
    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def is_guest(self, guest: str) -> bool:
        return await self._scalar(select(GUESTS.c.id).where(GUESTS.c.id == guest)) is not None

    async def program(self, guest: str) -> str | None:
        name: str | None = await self._scalar(select(GUESTS.c.name).where(GUESTS.c.id == guest, GUESTS.c.program == 1))
        return name

    async def name(self, guest: str | None) -> str | None:
        if guest is None:
            return None
        name: str | None = await self._scalar(select(GUESTS.c.name).where(GUESTS.c.id == guest))
        return name

    async def rename(self, guest: str, name: str | None) -> None:
        """Set the name of a guest. API clients keep theirs."""
        statement = update(GUESTS).where(GUESTS.c.id == guest, GUESTS.c.program == 0).values(name=name)
        await self._database.write(lambda connection: connection.execute(statement))

    async def add(self, token: str, program: str | None = None) -> str:
        guest = tokens.digest(token)
        row = {"id": guest, "created": int(self._now()), "name": program, "program": int(program is not None)}
        await self._database.write(lambda connection: connection.execute(insert(GUESTS), row))
        return guest

    async def add_external(self, guest: str) -> None:
        row = {"id": guest, "created": int(self._now()), "name": None, "program": 0}
        await self._database.write(lambda connection: connection.execute(insert_new(connection, GUESTS), row))

    async def members(self, game: str) -> Members:
        if not game.isprintable():  # PostgreSQL rejects NUL bytes
            return Members({}, frozenset())

        def work(connection: Connection) -> Members:
            players = connection.execute(_PLAYERS, {"game": game}).all()
            watchers = connection.execute(_WATCHERS, {"game": game})
            return Members(
                {row.seat: row.guest for row in players},
                frozenset(watchers.scalars()),
                {row.seat: row.name for row in players if row.name is not None},
                frozenset(row.seat for row in players if row.program),
            )

        return await self._database.read(work)

    async def titles_of(self, guest: str | None) -> frozenset[str]:
        if guest is None:
            return frozenset()
        query = select(GAMES.c.title).distinct().join(SEATS, SEATS.c.game == GAMES.c.id).where(SEATS.c.guest == guest)
        return frozenset(await self._database.read(lambda connection: connection.execute(query).scalars().all()))

    async def opens(self, game: str, kind: Kind, secret: str) -> bool:
        if not game.isprintable():
            return False
        digest = await self._scalar(select(LINKS.c.secret).where(LINKS.c.game == game, LINKS.c.kind == kind))
        return tokens.fits(secret, digest or "")

    async def join(self, game: str, seat: Seat, guest: str, nonce: str | None) -> bool:
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & SEATS.c.guest.is_(None)

        def work(connection: Connection) -> bool:
            taken = connection.execute(update(SEATS).where(free).values(guest=guest)).rowcount == 1
            if taken:
                add_nonces(connection, game, {seat: nonce})
            return taken

        return await self._database.write(work)

    async def watch(self, game: str, guest: str) -> None:
        row = {"game": game, "guest": guest}
        await self._database.write(lambda connection: connection.execute(insert_new(connection, WATCHERS), row))

    async def _scalar(self, query: Any) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).scalar())


def copy_members(game: str, rematch: str, swap: Callable[[Seat], Seat]) -> Work[None]:
    """Return a write that copies the guests of a game to its rematch, with swapped seats."""

    def work(connection: Connection) -> None:
        seats = [
            {"game": rematch, "seat": swap(row.seat), "guest": row.guest}
            for row in connection.execute(_SEATS, {"game": game})
        ]
        links = [{"game": rematch, **row} for row in connection.execute(_WATCH_LINK, {"game": game}).mappings()]
        guests = connection.execute(_WATCHERS, {"game": game}).scalars()
        watchers = [{"game": rematch, "guest": guest} for guest in guests]
        for table, rows in ((SEATS, seats), (WATCHERS, watchers), (LINKS, links)):
            if rows:
                connection.execute(insert_new(connection, table), rows)

    return work


def save_members(
    connection: Connection, game: str, seats: Mapping[Seat, str | None], secrets: Mapping[Kind, str]
) -> None:
    rows = [{"game": game, "seat": seat, "guest": guest} for seat, guest in seats.items()]
    links = [{"game": game, "kind": kind, "secret": tokens.digest(secret)} for kind, secret in secrets.items()]
    connection.execute(insert(SEATS), rows)
    if links:
        connection.execute(insert(LINKS), links)

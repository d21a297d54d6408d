"""Who is who at which game: guests, seats, watchers and links, kept beside the games by the same writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from sqlalchemy import BindParameter, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.core.game import Seat
from gaslamp.server.lobby.people import tokens
from gaslamp.storage.dialect import insert_once
from gaslamp.storage.people_schema import GUESTS, LINKS, SEATS, WATCHERS
from gaslamp.storage.schema import GAMES
from gaslamp.storage.store import bring
from gaslamp.storage.transaction import Transaction, Work
from gaslamp.storage.writer import Writer

Kind: TypeAlias = Literal["join", "watch"]

_GAME: Final[BindParameter[str]] = bindparam("game")
_SITTING: Final = (
    select(SEATS.c.seat, SEATS.c.guest, GUESTS.c.name, GUESTS.c.program)
    .select_from(SEATS.outerjoin(GUESTS, SEATS.c.guest == GUESTS.c.id))
    .where(SEATS.c.game == _GAME)
)
_SEATS: Final = select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.game == _GAME)
_WATCHING: Final = select(WATCHERS.c.guest).where(WATCHERS.c.game == _GAME).order_by(WATCHERS.c.guest)
_LINKS: Final = select(LINKS.c.kind, LINKS.c.secret).where(LINKS.c.game == _GAME, LINKS.c.kind == "watch")


@dataclass(frozen=True, slots=True)
class Members:
    """The people of one game: who sits in each seat that is no opponent's (None: nobody yet), and who watches.

    Some of them have a name; those that are programs always do.
    """

    seats: Mapping[Seat, str | None]
    watchers: frozenset[str]
    names: Mapping[Seat, str] = field(default_factory=dict, repr=False)
    programs: frozenset[Seat] = frozenset()

    def seats_of(self, guest: str | None) -> tuple[Seat, ...]:
        """The seats a guest holds."""
        return tuple(seat for seat, sitting in self.seats.items() if sitting is not None and sitting == guest)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that wait for somebody."""
        return tuple(seat for seat, sitting in self.seats.items() if sitting is None)

    def knows(self, guest: str | None) -> bool:
        """Whether a guest belongs to this game."""
        return guest is not None and (guest in self.watchers or bool(self.seats_of(guest)))


class People:
    """Keeps the people of all games."""

    def __init__(self, engine: AsyncEngine, writer: Writer, now: Callable[[], float]) -> None:
        self._engine = engine
        self._writer = writer
        self._now = now

    async def is_guest(self, guest: str) -> bool:
        """Whether there is such a guest."""
        async with self._engine.connect() as connection:
            return (await connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest))).first() is not None

    async def program(self, guest: str) -> str | None:
        """The name of a guest that is a program, or None for anybody else."""
        wanted = select(GUESTS.c.name).where(GUESTS.c.id == guest, GUESTS.c.program == 1)
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).scalar()

    async def name(self, guest: str) -> str | None:
        """What a guest wants to be called, if they said so."""
        async with self._engine.connect() as connection:
            return (await connection.execute(select(GUESTS.c.name).where(GUESTS.c.id == guest))).scalar()

    async def rename(self, guest: str, name: str | None) -> None:
        """Call a guest by another name, or by none."""
        me = (GUESTS.c.id == guest) & (GUESTS.c.program == 0)

        async def work(connection: Transaction) -> None:
            await connection.execute(update(GUESTS).where(me).values(name=name))

        await self._writer.write(work)

    async def welcome(self, token: str, program: str | None = None) -> str:
        """Keep a new guest, or a program that has a name, and give their id."""
        row = {
            "id": tokens.digest(token),
            "created": int(self._now()),
            "name": program,
            "program": int(program is not None),
        }

        async def work(connection: Transaction) -> None:
            await connection.execute(insert(GUESTS), row)

        await self._writer.write(work)
        return str(row["id"])

    async def sit(self, game: str, seats: Mapping[Seat, str | None], secrets: Mapping[Kind, str]) -> None:
        """Keep who sits where at a new game, and what is told of its links."""

        async def work(connection: Transaction) -> None:
            await seat_people(connection, game, seats, secrets)

        await self._writer.write(work)

    async def members(self, game: str) -> Members:
        """The people of a game; an address may name any, with whatever in it."""
        if not game.isprintable():  # PostgreSQL would be offended
            return Members({}, frozenset())

        async def work(connection: Transaction) -> Members:
            seats = (await connection.execute(_SITTING, {"game": game})).all()
            watchers = await connection.execute(_WATCHING, {"game": game})
            return Members(
                {row.seat: row.guest for row in seats},
                frozenset(watchers.scalars()),
                {row.seat: row.name for row in seats if row.name is not None},
                frozenset(row.seat for row in seats if row.program),
            )

        return await self._writer.read(work)

    async def games_of(self, guest: str, most: int = 4) -> list[str]:
        """The newest games in which a guest has a seat."""
        mine = select(SEATS.c.game).where(SEATS.c.guest == guest)
        newest = select(GAMES.c.id).where(GAMES.c.id.in_(mine)).order_by(GAMES.c.created.desc()).limit(most)
        async with self._engine.connect() as connection:
            return list((await connection.execute(newest)).scalars())

    async def titles_of(self, guest: str) -> frozenset[str]:
        """The titles that a guest has played, or plays."""
        played = select(GAMES.c.title).distinct().join(SEATS, SEATS.c.game == GAMES.c.id).where(SEATS.c.guest == guest)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(played)).scalars())

    async def opens(self, game: str, kind: Kind, secret: str) -> bool:
        """Whether a secret is that of a link."""
        wanted = select(LINKS.c.secret).where(LINKS.c.game == game, LINKS.c.kind == kind)
        if not game.isprintable():
            return False
        async with self._engine.connect() as connection:
            kept = (await connection.execute(wanted)).scalar()
        return tokens.fits(secret, kept or "")

    async def join(self, game: str, seat: Seat, guest: str, nonce: str | None) -> bool:
        """Take a seat if it is still free, together with what it adds to the draws, and tell whether it was."""
        free = (SEATS.c.game == game) & (SEATS.c.seat == seat) & SEATS.c.guest.is_(None)

        async def work(connection: Transaction) -> bool:
            taken = (await connection.execute(update(SEATS).where(free).values(guest=guest))).rowcount == 1
            if taken:
                await bring(connection, game, {seat: nonce})
            return taken

        return await self._writer.write(work)

    async def watch(self, game: str, guest: str) -> None:
        """Let a guest watch."""

        async def work(connection: Transaction) -> None:
            await connection.execute(insert_once(connection, WATCHERS), {"game": game, "guest": guest})

        await self._writer.write(work)

    async def follow(self, game: str, rematch: str, swapped: Callable[[Seat], Seat]) -> None:
        """Bring the people of a game to its rematch, where each takes another seat; done twice it is the same."""
        await self._writer.write(follow_people(game, rematch, swapped))


def follow_people(game: str, rematch: str, swapped: Callable[[Seat], Seat]) -> Work[None]:
    """What brings the people of a game to its rematch, inside of whatever else is kept of it at once."""

    async def work(connection: Transaction) -> None:
        seats = [
            {"game": rematch, "seat": swapped(row.seat), "guest": row.guest}
            for row in await connection.execute(_SEATS, {"game": game})
        ]
        links = [{"game": rematch, **row} for row in (await connection.execute(_LINKS, {"game": game})).mappings()]
        watching = (await connection.execute(_WATCHING, {"game": game})).scalars()
        watchers = [{"game": rematch, "guest": guest} for guest in watching]
        for table, rows in ((SEATS, seats), (WATCHERS, watchers), (LINKS, links)):
            if rows:
                await connection.execute(insert_once(connection, table), rows)

    return work


async def seat_people(
    connection: Transaction, game: str, seats: Mapping[Seat, str | None], secrets: Mapping[Kind, str]
) -> None:
    """Keep the people and the links of a new game, inside of whatever else is kept of it at once."""
    rows = [{"game": game, "seat": seat, "guest": guest} for seat, guest in seats.items()]
    links = [{"game": game, "kind": kind, "secret": tokens.digest(secret)} for kind, secret in secrets.items()]
    await connection.execute(insert(SEATS), rows)
    await connection.execute(insert(LINKS), links)

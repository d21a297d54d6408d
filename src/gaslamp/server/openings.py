"""Games before they begin: who made them, which of them anybody may join, and what the home page says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import ColumnElement, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gaslamp import titles
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message
from gaslamp.server import templates
from gaslamp.server.frames import WaitingFrame
from gaslamp.server.people import People
from gaslamp.server.schema import OPENINGS, SEATS
from gaslamp.table import timing
from gaslamp.table.house import House, OtherRules
from gaslamp.table.live import LiveGame
from gaslamp.table.schema import GAMES
from gaslamp.table.writer import Writer

MOST_OPEN = 5  # games of one guest that anybody may join
MOST_A_DAY = 200  # games that one guest may make
_SHOWN = 20
_MINE = 16


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that anybody may join, as the home page shows it."""

    id: str
    title: str
    seats: tuple[Seat, ...]  # that are free
    clock: Message
    options: tuple[Message, ...]  # that are not the usual ones
    commitment: str = ""  # to the secret of its draws, for who is about to add to them
    house: tuple[Seat, ...] = ()  # seats of opponents


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of a visitor that is not over."""

    table: str
    title: str
    seat: Seat
    turn: bool  # it is theirs
    waits: bool  # for somebody to come


class Openings:
    """Keeps who made which game and whether anybody may join it, by the same writer as the games."""

    def __init__(self, engine: AsyncEngine, writer: Writer, now: Callable[[], float]) -> None:
        self._engine = engine
        self._writer = writer
        self._now = now

    async def add(self, game: str, host: str, *, listed: bool) -> None:
        """Keep who made a game."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(OPENINGS), {"game": game, "host": host, "open": int(listed)})

        await self._writer.write(work)

    async def host(self, game: str) -> str | None:
        """Give who made a game."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(OPENINGS.c.host).where(OPENINGS.c.game == game))).scalar()
        return str(found) if found is not None else None

    async def is_open(self, game: str) -> bool:
        """Tell whether anybody may join a game."""
        wanted = select(OPENINGS.c.game).where(OPENINGS.c.game == game, OPENINGS.c.open == 1)
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def close(self, game: str) -> None:
        """Let nobody join a game any more but by invitation."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(OPENINGS).where(OPENINGS.c.game == game).values(open=0))

        await self._writer.write(work)

    async def newest(self) -> Sequence[str]:
        """Give the games with a free seat that anybody may take, the newest first."""
        wanted = (
            select(OPENINGS.c.game)
            .join(GAMES, GAMES.c.id == OPENINGS.c.game)
            .where(OPENINGS.c.open == 1, _free())
            .order_by(GAMES.c.created.desc())
            .limit(_SHOWN)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).scalars().all()

    async def count(self, host: str) -> int:
        """Tell how many games of a guest wait for anybody."""
        wanted = select(func.count()).where(OPENINGS.c.host == host, OPENINGS.c.open == 1, _free())
        async with self._engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    async def made_today(self, host: str) -> int:
        """Tell how many games a guest has made within a day."""
        since = int(self._now()) - timing.DAY // timing.SECOND
        wanted = select(func.count()).join_from(OPENINGS, GAMES, GAMES.c.id == OPENINGS.c.game)
        async with self._engine.connect() as connection:
            made = await connection.execute(wanted.where(OPENINGS.c.host == host, GAMES.c.created > since))
            return int(made.scalar_one())


def _free() -> ColumnElement[bool]:
    return exists().where(SEATS.c.game == OPENINGS.c.game, SEATS.c.guest.is_(None))


async def open_games(openings: Openings, people: People, house: House, guest: str | None) -> list[OpenGame]:
    """Give the games a visitor may join; one with a total on its clocks only while somebody sits there."""
    found = []
    for id in await openings.newest():
        live, company = await _opened(house, id), await people.company(id)
        if live is None or company.seats_of(guest) or not _joinable(live):
            continue
        free = tuple(seat for seat in live.game.seats if seat in company.open_seats)
        if free:
            bots = tuple(seat for seat in live.game.seats if seat in live.saved.bots)
            agreed = clock(live.saved.clock), options_chosen(live)
            found.append(OpenGame(id, live.game.title, free, *agreed, live.commitment, bots))
    return found


async def my_games(people: People, house: House, guest: str | None) -> list[MyGame]:
    """Give the games of a visitor that are not over: those with their turn first, then the newest."""
    found = []
    for id in await people.games_of(guest, _MINE) if guest else []:
        live = await _opened(house, id)
        if live is None or live.outcome is not None or live.affairs.closed:
            continue
        company = await people.company(id)
        mine, waits = company.seats_of(guest), bool(company.open_seats) or live.waiting
        turn = live.to_move in mine and not waits
        seat = live.to_move if turn and live.to_move else mine[0]
        found.append(MyGame(f"/table/{id}", live.game.title, seat, turn, waits))
    return sorted(found, key=lambda game: not game.turn)


async def _opened(house: House, id: str) -> LiveGame | None:
    """Give a game; one that cannot be opened, being of other rules, must not take the whole page with it."""
    try:
        return await house.open(id)
    except OtherRules:
        return None


def closable(frame: WaitingFrame, language: str) -> WaitingFrame:
    """Give the room before the game with a button that closes it, for who made it."""
    return msgspec.structs.replace(frame, html=frame.html + templates.render("closing.html", language))


def closed_frame(language: str) -> WaitingFrame:
    """Give what is shown of a game that was closed before it began."""
    return WaitingFrame(templates.render("closed.html", language))


def clock(agreed: str) -> Message:
    """Say what was agreed about time."""
    read = timing.read(agreed)
    if read is None:
        return message("web.home.no_clock")
    if read.per_turn:
        return message("web.home.clock_each_turn", count=read.per_turn // timing.DAY)
    minutes, seconds = read.total // timing.MINUTE, read.increment // timing.SECOND
    return message("web.home.clock_total", minutes=minutes, seconds=seconds)


def _joinable(live: LiveGame) -> bool:
    read = timing.read(live.saved.clock)
    people = [seat for seat in live.game.seats if seat not in live.saved.bots]
    return read is None or bool(read.per_turn) or any(seat in live.present for seat in people)


def options_chosen(live: LiveGame) -> tuple[Message, ...]:
    """Say which options of a game are not the usual ones."""
    title, usual = live.game.title, {option.id: option.default for option in titles.meta(live.game.title).options}
    return tuple(
        message(
            "web.home.option_chosen",
            option=message(f"{title}.option.{option}"),
            choice=message(f"{title}.choice.{choice}"),
        )
        for option, choice in live.game.options.items()
        if choice != usual[option]
    )

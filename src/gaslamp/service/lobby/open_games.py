"""Hosts of games, open games and their limits; the terms of a game as messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, insert, or_, select, update

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.core.messages import Message, message
from gaslamp.game.clock import DAY, MINUTE, SECOND, read_timing
from gaslamp.storage.database import Database
from gaslamp.storage.schema import GAMES, OPENINGS, SEATS

MOST_OPEN = 5  # open games per guest
MOST_OPEN_FROM = 10  # open games per address
MOST_A_DAY = 200  # new games per guest


class OpenGames:
    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._origins: dict[str, str] = {}  # addresses of the creators of open games
        self.counting = asyncio.Lock()  # held while an open game is counted and created

    def remember(self, game: str, address: str) -> None:
        self._origins[game] = address

    def origin(self, game: str) -> str | None:
        return self._origins.get(game)

    async def host(self, game: str) -> str | None:
        """Return the guest that created a game; None for a rematch."""
        query = select(OPENINGS.c.host).where(OPENINGS.c.game == game)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def is_open(self, game: str) -> bool:
        query = select(OPENINGS.c.game).where(OPENINGS.c.game == game, OPENINGS.c.open == 1)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def close(self, game: str) -> None:
        statement = update(OPENINGS).where(OPENINGS.c.game == game).values(open=0)
        await self._database.write(lambda connection: connection.execute(statement))

    async def has_enough(self, host: str, address: str) -> bool:
        near = [game for game, origin in self._origins.items() if origin == address]
        query = select(OPENINGS.c.game, OPENINGS.c.host).where(OPENINGS.c.open == 1, _free())
        query = query.where(or_(OPENINGS.c.host == host, OPENINGS.c.game.in_(near)))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        waiting = {row.game: row.host for row in rows}
        for game in set(near) - waiting.keys():
            del self._origins[game]
        mine = [game for game, creator in waiting.items() if creator == host]
        return len(mine) >= MOST_OPEN or len(waiting.keys() & set(near)) >= MOST_OPEN_FROM

    async def made_today(self, host: str) -> int:
        since = int(self._now()) - DAY // SECOND
        query = select(func.count()).join_from(OPENINGS, GAMES, GAMES.c.id == OPENINGS.c.game)
        query = query.where(OPENINGS.c.host == host, GAMES.c.created > since)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())


def add(connection: Connection, game: str, host: str, *, listed: bool) -> None:
    """Save the host of a new game; *listed* games can be joined without a link."""
    connection.execute(insert(OPENINGS), {"game": game, "host": host, "open": int(listed)})


def _free() -> ColumnElement[bool]:
    return exists().where(SEATS.c.game == OPENINGS.c.game, SEATS.c.guest.is_(None))


def clock(agreed: str) -> Message:
    time = read_timing(agreed)
    if time is None:
        return message("web.home.no_clock")
    if time.per_turn:
        return message("web.home.clock_each_turn", count=time.per_turn // DAY)
    minutes, seconds = time.total // MINUTE, time.increment // SECOND
    return message("web.home.clock_total", minutes=minutes, seconds=seconds)


def terms(game: Game[Any, Any], *, hints: bool, practice: bool) -> tuple[Message, ...]:
    """Return the options that differ from their defaults, and messages for a practice game and allowed hints."""
    marks = {"web.practice.mark": practice, "web.hint.agreed": hints}
    return (*options_chosen(game), *(message(id) for id, applies in marks.items() if applies))


def options_chosen(game: Game[Any, Any]) -> tuple[Message, ...]:
    title, defaults = game.title, {option.id: option.default for option in titles.meta(game.title).options}
    return tuple(
        message(
            "web.home.option_chosen",
            option=message(f"{title}.option.{option}"),
            choice=message(f"{title}.choice.{choice}"),
        )
        for option, choice in game.options.items()
        if choice != defaults[option]
    )

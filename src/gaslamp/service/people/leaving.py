"""Export and deletion of everything that belongs to a person."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from gaslamp.core.errors import GaslampError
from gaslamp.core.records import record
from gaslamp.game.requests import Resign
from gaslamp.service import ratings
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby.lists import Lists, MyGame
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.storage.database import Database
from gaslamp.storage.schema import (
    ACCOUNTS,
    CHAT,
    DEAL_TRIES,
    GUESTS,
    METADATA,
    OPENINGS,
    PUZZLE_RESULTS,
    RATINGS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
)

_MOST: Final = 10_000  # games

# Kept for the opponents and for the results of others, with a nameless guest that nobody can be.
_KEPT: Final = (SEATS, OPENINGS, DEAL_TRIES)
# Exported as they are, without ids and hashes.
_TABLES: Final = {
    "account": (ACCOUNTS.c.guest, (ACCOUNTS.c.name,)),
    "devices": (SESSIONS.c.guest, (SESSIONS.c.device, SESSIONS.c.created, SESSIONS.c.seen)),
    "notices": (SUBSCRIPTIONS.c.guest, (SUBSCRIPTIONS.c.language, SUBSCRIPTIONS.c.created)),
    "puzzles": (
        PUZZLE_RESULTS.c.guest,
        (PUZZLE_RESULTS.c.puzzle, PUZZLE_RESULTS.c.solved, PUZZLE_RESULTS.c.tries, PUZZLE_RESULTS.c.at),
    ),
    "deals": (DEAL_TRIES.c.guest, (DEAL_TRIES.c.deal, DEAL_TRIES.c.game, DEAL_TRIES.c.named, DEAL_TRIES.c.skill)),
    "ratings": (RATINGS.c.player, (RATINGS.c.pool, RATINGS.c.mean, RATINGS.c.deviation, RATINGS.c.games)),
}


class Leaving:
    def __init__(self, database: Database, lobby: Lobby, lists: Lists) -> None:
        self._database = database
        self._lobby = lobby
        self._lists = lists

    async def export(self, guest: str) -> AsyncIterator[bytes]:
        """Yield one JSON document: name, settings, results, chat messages, games, and records of finished ones."""
        data = await self._database.read(lambda connection: _rows(connection, guest))
        yield msgspec.json.encode(data)[:-1] + b',"games":['
        separator = b"\n"
        for game in await self._lists.mine(guest, _MOST):
            yield separator + msgspec.json.encode(await self._game(game, guest))
            separator = b",\n"
        yield b"]}\n"

    async def delete(self, guest: str) -> None:
        """Delete a guest. Running games are given up; opponents keep all games, without the guest's name."""
        for game in await self._lists.mine(guest, _MOST):
            if not game.over:
                with suppress(GaslampError):  # it is not running, or has just ended
                    await self._give_up(game.id, guest)
        await self._database.write(lambda connection: _delete(connection, guest))

    async def _game(self, game: MyGame, guest: str) -> dict[str, Any]:
        described = {
            "id": game.id,
            "title": game.title,
            "seats": game.mine,
            "options": game.agreed.options if game.agreed is not None else {},
            "started": game.started,
            "winner": game.winner,
        }
        if not game.over:
            return described
        with suppress(GaslampError):  # a deal of the day that others may still play
            live = (await self._lobby.find(game.id, guest)).live
            described["record"] = record.write(live.record())
        return described

    async def _give_up(self, id: str, guest: str) -> None:
        place = await self._lobby.find(id, guest)
        if place.phase == "waiting":
            with suppress(Refusal):  # another player is its host
                await self._lobby.close(place)
            return
        for seat in place.mine:
            if place.live.state.outcome is None:
                await place.live.submit(Resign(), seat)


def _rows(connection: Connection, guest: str) -> dict[str, Any]:
    mine = select(GUESTS.c.name, GUESTS.c.created, GUESTS.c.settings).where(GUESTS.c.id == guest)
    person = dict(connection.execute(mine).mappings().one())
    tables = {
        name: [dict(row) for row in connection.execute(select(*columns).where(owner == guest)).mappings()]
        for name, (owner, columns) in _TABLES.items()
    }
    said = select(CHAT.c.game, CHAT.c.at, CHAT.c.text).join(
        SEATS, (SEATS.c.game == CHAT.c.game) & (SEATS.c.seat == CHAT.c.seat)
    )
    chat = [dict(row) for row in connection.execute(said.where(SEATS.c.guest == guest)).mappings()]
    return person | tables | {"chat": chat}


def _delete(connection: Connection, guest: str) -> None:
    nobody = secrets.token_hex(32)  # no token has this digest
    created = func.coalesce(select(GUESTS.c.created).where(GUESTS.c.id == guest).scalar_subquery(), 0)
    connection.execute(insert(GUESTS).values(id=nobody, created=created, program=0))
    seats = select(SEATS.c.game, SEATS.c.seat).where(SEATS.c.guest == guest)
    for game, seat in connection.execute(seats).all():
        connection.execute(delete(CHAT).where(CHAT.c.game == game, CHAT.c.seat == seat))
    connection.execute(update(DEAL_TRIES).where(DEAL_TRIES.c.guest == guest).values(named=0))
    ratings.forget(connection, [guest])
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            if key.column is not GUESTS.c.id:
                continue
            mine = key.parent == guest
            statement = (
                update(table).where(mine).values({key.parent.name: nobody})
                if table in _KEPT
                else delete(table).where(mine)
            )
            connection.execute(statement)
    connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))

"""Rows of the lists: games with their seats, players and terms."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from sqlalchemy import Row

from gaslamp.core.game import Game, Seat
from gaslamp.core.messages import Message
from gaslamp.core.records.fairness import Secret
from gaslamp.service.errors import Damaged
from gaslamp.service.games.loading import game_of
from gaslamp.service.lobby.membership import Members, bot_name, person
from gaslamp.storage.schema import GAMES, GUESTS, SEATS

TERMS: Final = (
    GAMES.c.id, GAMES.c.title, GAMES.c.rules_version, GAMES.c.options, GAMES.c.created,
    GAMES.c.bots, GAMES.c.clock, GAMES.c.hints, (GAMES.c.prefix != "[]").label("practice"),
)  # fmt: skip
SEAT: Final = (SEATS.c.seat, SEATS.c.guest, GUESTS.c.name, GUESTS.c.program)


def members(seats: Sequence[Row[Any]]) -> Members:
    """Return the players of one game from its rows."""
    return Members(
        {row.seat: row.guest for row in seats},
        frozenset(),
        {row.seat: row.name for row in seats if row.name is not None},
        frozenset(row.seat for row in seats if row.program),
    )


def opponents(
    game: Game[Any, Any], seats: Sequence[Row[Any]], mine: Collection[Seat], guest: str | None
) -> tuple[Message, ...]:
    """Return the names of the players of the other side, for the guest with the seats *mine*."""
    players, bots = members(seats), decode(seats[0].bots)
    sides = {game.side(seat) for seat in mine}
    others = {}  # one name for a player with several seats
    for seat in game.seats:
        if game.side(seat) not in sides and (seat in bots or players.seats.get(seat) is not None):
            player = f"bot:{bots[seat]}" if seat in bots else str(players.seats[seat])
            others[player] = bot_name(bots[seat]) if seat in bots else person(players, seat, guest)
    return tuple(others.values())


def commitment(row: Row[Any]) -> str:
    try:
        return Secret(bytes.fromhex(row.secret)).commitment(row.id).hex()
    except (KeyError, ValueError):
        raise Damaged from None


def by_game(rows: Sequence[Row[Any]]) -> list[list[Row[Any]]]:
    return [list(seats) for _, seats in groupby(rows, key=lambda row: row.id)]


def game_of_row(row: Row[Any]) -> Game[Any, Any]:
    return game_of(row.title, row.rules_version, decode(row.options))


def decode(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.MsgspecError:
        raise Damaged from None

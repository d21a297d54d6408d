"""A guest's own games, for the home page and the API.

The list is one query on the summaries. No game is opened, so an unreadable game does not affect the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Row, Select, func, select

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Outcome, Seat
from gaslamp.core.messages import Message
from gaslamp.service.errors import CannotOpen, Damaged
from gaslamp.service.lobby.membership import Phase, Result, result
from gaslamp.service.lobby.open_games import clock, terms
from gaslamp.service.lobby.rows import SEAT, TERMS, by_game, decode, game_of_row, opponents
from gaslamp.storage.database import Database
from gaslamp.storage.schema import GAMES, GUESTS, SEATS, SUMMARIES

_MOST_MINE: Final = 16  # running games of a guest, and finished ones


@dataclass(frozen=True, slots=True)
class MyGame:
    id: str
    title: str | None  # None: the title is not installed
    seat: Seat  # the guest's seat to move, or its first one
    mine: tuple[Seat, ...] = ()
    agreed: Game[Any, Any] | None = None  # None: it cannot be opened
    turn: bool = False  # a seat of the guest is to move
    waits: bool = False  # for players or nonces
    outcome: Outcome | None = None
    result: Result | None = None  # for the guest
    opponents: tuple[Message, ...] = ()  # names; empty if the guest plays both sides
    bots: Mapping[Seat, str] = field(default_factory=dict)  # seat -> level
    round: int = 0  # 0 if the title has no rounds
    started: int = 0  # when it was created, in seconds
    at: int = 0  # of the last public change, in milliseconds since 1970
    clock: Message | None = None
    options: tuple[Message, ...] = ()  # terms that differ from the defaults
    practice: bool = False  # it continues another game
    lost: Message | None = None  # why it cannot be opened

    @property
    def table(self) -> str:
        return f"/table/{self.id}"

    @property
    def winner(self) -> str | None:
        return self.outcome.winner if self.outcome is not None else None

    @property
    def phase(self) -> Phase:
        return "over" if self.over else "waiting" if self.waits else "playing"

    @property
    def over(self) -> bool:
        return self.result is not None


class Lists:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def mine(self, guest: str | None, most: int = _MOST_MINE) -> list[MyGame]:
        """Return a guest's games, newest first: those with the guest to move, the others, finished ones.

        At most *most* running games and as many finished ones.
        """
        if guest is None:
            return []
        rows = await self._rows(_my_games(guest, most))
        games = [_my_game(seats, guest) for seats in by_game(rows)]
        return sorted(games, key=lambda game: (game.over, not game.turn))

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query).all())


def _my_game(seats: Sequence[Row[Any]], guest: str) -> MyGame:
    row, mine = seats[0], tuple(row.seat for row in seats if row.guest == guest)
    try:
        game = game_of_row(row)
        bots, time = decode(row.bots), clock(row.clock) if row.clock else None
    except CannotOpen as error:
        return MyGame(row.id, row.title if row.title in titles.titles() else None, mine[0], lost=error.message)
    except GaslampError:  # its clock is unreadable
        return MyGame(row.id, row.title, mine[0], lost=Damaged().message)
    mine = tuple(seat for seat in game.seats if seat in mine) or mine
    listed = MyGame(
        row.id,
        game.title,
        mine[0],
        mine,
        game,
        opponents=opponents(game, seats, mine, guest),
        bots=bots,
        round=row.round,
        started=row.created,
        at=row.at,
        clock=time,
        options=terms(game, hints=bool(row.hints), practice=bool(row.practice)),
        practice=bool(row.practice),
    )
    if row.phase == "lost":
        return replace(listed, agreed=None, lost=Damaged().message)
    if row.phase == "over":
        outcome = Outcome(row.winner or "", row.reason or "")
        return replace(listed, outcome=outcome, result=result(game, row.winner, mine))
    waits = row.phase == "waiting" or any(row.guest is None for row in seats)
    turn = row.turn in mine and not waits
    return replace(listed, seat=row.turn if turn else mine[0], turn=turn, waits=waits)


def _my_games(guest: str, most: int) -> Select[Any]:
    summary = [SUMMARIES.c[name] for name in ("phase", "at", "turn", "winner", "reason", "round")]
    order = (SUMMARIES.c.at.desc(), GAMES.c.id)
    rank = func.row_number().over(partition_by=SUMMARIES.c.phase == "over", order_by=order)
    newest = (
        select(*TERMS, *summary, rank.label("rank"))
        .join_from(GAMES, SUMMARIES, SUMMARIES.c.game == GAMES.c.id)
        .where(GAMES.c.id.in_(select(SEATS.c.game).where(SEATS.c.guest == guest)))
        .where(SUMMARIES.c.phase != "closed")
        .subquery()
    )
    return (
        select(newest, *SEAT)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .outerjoin(GUESTS, GUESTS.c.id == SEATS.c.guest)
        .where(newest.c.rank <= most)
        .order_by(newest.c.at.desc(), newest.c.id)
    )

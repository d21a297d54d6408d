"""The lists of the home page and of programs: a visitor's own games, and those that anybody may join.

Each is one query on what was kept with the entries. No game is opened for them, so one that cannot be opened harms no
other and is shown as what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, exists, false, func, select

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Outcome, Seat
from gaslamp.core.messages import Message
from gaslamp.core.records.fairness import Secret
from gaslamp.game import timing
from gaslamp.service.errors import CannotOpen, Damaged
from gaslamp.service.games.registry import LiveGames, game_of
from gaslamp.service.lobby.ending import Result, result
from gaslamp.service.lobby.open_games import OpenGames, clock, terms
from gaslamp.service.lobby.place import Phase
from gaslamp.storage.database import Database, database_now
from gaslamp.storage.schema import GAMES, OPENINGS, PRESENCE, SEATS, SUMMARIES

_MINE: Final = 16  # running games of a visitor, and as many that are over
_SHOWN: Final = 20  # open games
_LOOKED_AT: Final = 200  # open games among which those are chosen
_DRAWN: Final = (GAMES.c.secret, GAMES.c.bots)
_AGREED: Final = (GAMES.c.id, GAMES.c.title, GAMES.c.rules_version, GAMES.c.options, GAMES.c.created)


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of a visitor."""

    id: str
    title: str | None  # None: there is no such game here any more
    seat: Seat  # that they act in, or the first of theirs
    mine: tuple[Seat, ...] = ()
    agreed: Game[Any, Any] | None = None  # None where it cannot be opened
    turn: bool = False  # it is theirs
    waits: bool = False  # for somebody to come
    outcome: Outcome | None = None
    result: Result | None = None  # how that is for the visitor
    lost: Message | None = None  # why it cannot be opened

    @property
    def table(self) -> str:
        """The address of its page."""
        return f"/table/{self.id}"

    @property
    def winner(self) -> str | None:
        """The side that has won."""
        return self.outcome.winner if self.outcome is not None else None

    @property
    def phase(self) -> Phase:
        """Whether it is still to begin, goes on or is over."""
        return "over" if self.over else "waiting" if self.waits else "playing"

    @property
    def over(self) -> bool:
        """Whether it is only looked back at."""
        return self.result is not None


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that anybody may join, as the home page shows it."""

    id: str
    title: str
    seats: tuple[Seat, ...]  # that are free
    clock: Message
    options: tuple[Message, ...]  # and other terms, that are not the usual ones
    agreed: Game[Any, Any]
    time: str  # what was agreed about it, as `timing` reads it
    commitment: str  # to the secret of its draws, for who is about to add to them
    house: tuple[Seat, ...]  # seats of opponents, who add nothing
    hints: bool  # all may be given some


class Lists:
    """Reads them."""

    def __init__(self, database: Database, live_games: LiveGames, open_games: OpenGames) -> None:
        self._database = database
        self._live_games = live_games
        self._open_games = open_games

    async def mine(self, guest: str | None) -> list[MyGame]:
        """The games of a visitor, the newest first: those with their turn, the others, those that are over."""
        if guest is None:
            return []
        rows = await self._rows(_my_games(guest))
        games = [_my_game(seats, guest) for seats in _by_game(rows)]
        return sorted(games, key=lambda game: (game.over, not game.turn))

    async def open(self, guest: str | None) -> list[OpenGame]:
        """The games a visitor may join; one with a total on its clocks only while somebody sits there."""
        rows = await self._rows(_open_games(postgres=self._database.postgres))
        joinable = [seats for seats in _by_game(rows) if self._joinable(seats, guest)]
        return [_open_game(seats) for seats in self._shared_out(joinable)]

    async def _rows(self, wanted: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(wanted).all())

    def _joinable(self, seats: Sequence[Row[Any]], guest: str | None) -> bool:
        kept = seats[0]
        if any(row.guest is not None and row.guest == guest for row in seats):
            return False  # nobody plays against themselves
        if kept.phase not in {"waiting", "playing"}:
            return False
        try:
            _game(kept)
            _words(kept.bots)
            _commitment(kept)
            agreed = timing.read(kept.clock)
        except GaslampError:  # it cannot be opened, which harms no other
            return False
        return agreed is None or bool(agreed.per_turn) or bool(kept.attended) or self._live_games.attended(kept.id)

    def _shared_out(self, games: Iterable[Sequence[Row[Any]]]) -> list[Sequence[Row[Any]]]:
        """Take the newest game of each address, or guest if that is forgotten, before the second of any, and so on.

        So nobody pushes the games of others off the list. What was taken stays in its order.
        """
        before: Counter[str] = Counter()  # games of the same origin
        ranked = []
        for number, seats in enumerate(games):
            origin = self._open_games.origin(seats[0].id) or seats[0].host
            ranked.append((before[origin], number, seats))
            before[origin] += 1
        ranked.sort(key=lambda one: one[:2])
        return [seats for _, _, seats in sorted(ranked[:_SHOWN], key=lambda one: one[1])]


def _my_game(seats: Sequence[Row[Any]], guest: str) -> MyGame:
    row, mine = seats[0], tuple(row.seat for row in seats if row.guest == guest)
    try:
        game = _game(row)
    except CannotOpen as error:
        return MyGame(row.id, row.title if row.title in titles.titles() else None, mine[0], lost=error.message)
    mine = tuple(seat for seat in game.seats if seat in mine) or mine
    listed = MyGame(row.id, game.title, mine[0], mine, game)
    if row.phase == "lost":
        return replace(listed, agreed=None, lost=Damaged().message)
    if row.phase == "over":
        outcome = Outcome(row.winner or "", row.reason or "")
        return replace(listed, outcome=outcome, result=result(game, row.winner, mine))
    waits = row.phase == "waiting" or any(row.guest is None for row in seats)
    turn = row.turn in mine and not waits
    return replace(listed, seat=row.turn if turn else mine[0], turn=turn, waits=waits)


def _my_games(guest: str) -> Select[Any]:
    """Ask for the seats of a guest's newest games, of the running ones and of those that are over."""
    summary = (SUMMARIES.c.phase, SUMMARIES.c.at, SUMMARIES.c.turn, SUMMARIES.c.winner, SUMMARIES.c.reason)
    order = (SUMMARIES.c.at.desc(), GAMES.c.id)
    rank = func.row_number().over(partition_by=SUMMARIES.c.phase == "over", order_by=order)
    newest = (
        select(*_AGREED, *summary, rank.label("rank"))
        .join_from(GAMES, SUMMARIES, SUMMARIES.c.game == GAMES.c.id)
        .where(GAMES.c.id.in_(select(SEATS.c.game).where(SEATS.c.guest == guest)))
        .where(SUMMARIES.c.phase != "closed")
        .subquery()
    )
    return (
        select(newest, SEATS.c.seat, SEATS.c.guest)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .where(newest.c.rank <= _MINE)
        .order_by(newest.c.at.desc(), newest.c.id)
    )


def _open_games(*, postgres: bool) -> Select[Any]:
    """Ask for the seats of the newest games with a free seat that anybody may take."""
    free = exists().where(SEATS.c.game == OPENINGS.c.game, SEATS.c.guest.is_(None))
    there = exists().where(PRESENCE.c.game == GAMES.c.id, PRESENCE.c.expires > database_now())
    attended = there if postgres else false()  # a file has one process, and that knows who is there
    newest = (
        select(
            *_AGREED,
            *_DRAWN,
            GAMES.c.clock,
            GAMES.c.hints,
            OPENINGS.c.host,
            SUMMARIES.c.phase,
            attended.label("attended"),
        )
        .join_from(OPENINGS, GAMES, GAMES.c.id == OPENINGS.c.game)
        .join(SUMMARIES, SUMMARIES.c.game == GAMES.c.id)
        .where(OPENINGS.c.open == 1, free)
        .order_by(GAMES.c.created.desc(), GAMES.c.id)
        .limit(_LOOKED_AT)
        .subquery()
    )
    return (
        select(newest, SEATS.c.seat, SEATS.c.guest)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .order_by(newest.c.created.desc(), newest.c.id)
    )


def _open_game(seats: Sequence[Row[Any]]) -> OpenGame:
    kept, free, game = seats[0], {row.seat for row in seats if row.guest is None}, _game(seats[0])
    offered = tuple(seat for seat in game.seats if seat in free)
    house = tuple(seat for seat in game.seats if seat in _words(kept.bots))
    agreed = clock(kept.clock), terms(game, hints=bool(kept.hints)), game, kept.clock
    return OpenGame(kept.id, game.title, offered, *agreed, _commitment(kept), house, bool(kept.hints))


def _commitment(kept: Row[Any]) -> str:
    """What the server is bound by; the secret itself goes nowhere."""
    try:
        return Secret(bytes.fromhex(kept.secret)).commitment(kept.id).hex()
    except (KeyError, ValueError):
        raise Damaged from None


def _by_game(rows: Sequence[Row[Any]]) -> list[list[Row[Any]]]:
    return [list(seats) for _, seats in groupby(rows, key=lambda row: row.id)]


def _game(kept: Row[Any]) -> Game[Any, Any]:
    return game_of(kept.title, kept.rules_version, _words(kept.options))


def _words(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.MsgspecError:
        raise Damaged from None

"""Lists of games for the home page and the API: a guest's own games, and open games.

Each list is one query on the summaries. No game is opened, so an unreadable game does not affect the others.
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
from gaslamp.game.clock import read_timing
from gaslamp.service.errors import CannotOpen, Damaged
from gaslamp.service.games.loading import game_of
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.membership import Phase, Result, result
from gaslamp.service.lobby.open_games import OpenGames, clock, terms
from gaslamp.storage.database import Database, database_now
from gaslamp.storage.schema import GAMES, OPENINGS, PRESENCE, SEATS, SUMMARIES

_MOST_MINE: Final = 16  # running games of a guest, and finished ones
_MOST_OPEN: Final = 20  # open games
_MOST_CANDIDATES: Final = 200  # open games that are ranked
_TERMS: Final = (GAMES.c.id, GAMES.c.title, GAMES.c.rules_version, GAMES.c.options, GAMES.c.created)


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


@dataclass(frozen=True, slots=True)
class OpenGame:
    id: str
    title: str
    seats: tuple[Seat, ...]  # free ones
    clock: Message
    options: tuple[Message, ...]  # terms that differ from the defaults
    agreed: Game[Any, Any]
    time: str  # text for `read_timing`
    commitment: str  # to the secret of the draws
    bots: tuple[Seat, ...]
    hints: bool  # allowed


class Lists:
    def __init__(self, database: Database, live_games: LiveGames, open_games: OpenGames) -> None:
        self._database = database
        self._live_games = live_games
        self._open_games = open_games

    async def mine(self, guest: str | None) -> list[MyGame]:
        """Return a guest's games, newest first: those with the guest to move, the others, finished ones."""
        if guest is None:
            return []
        rows = await self._rows(_my_games(guest))
        games = [_my_game(seats, guest) for seats in _by_game(rows)]
        return sorted(games, key=lambda game: (game.over, not game.turn))

    async def open(self, guest: str | None) -> list[OpenGame]:
        """Return the games a guest may join. Games with a total time are listed while a player is present."""
        rows = await self._rows(_open_games(postgres=self._database.postgres))
        joinable = [seats for seats in _by_game(rows) if self._joinable(seats, guest)]
        return [_open_game(seats) for seats in self._select(joinable)]

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query).all())

    def _joinable(self, seats: Sequence[Row[Any]], guest: str | None) -> bool:
        row = seats[0]
        if any(seat.guest is not None and seat.guest == guest for seat in seats):
            return False  # the guest plays in it
        if row.phase not in {"waiting", "playing"}:
            return False
        try:
            _game(row)
            _decode(row.bots)
            _commitment(row)
            agreed = read_timing(row.clock)
        except GaslampError:  # unreadable
            return False
        return agreed is None or bool(agreed.per_turn) or bool(row.attended) or self._live_games.attended(row.id)

    def _select(self, games: Iterable[Sequence[Row[Any]]]) -> list[Sequence[Row[Any]]]:
        """Select the newest game of each origin before the second one of any, so that no origin fills the list.

        The origin is the creator's address, or the host if the address is not known. The order of *games* is kept.
        """
        counts: Counter[str] = Counter()
        ranked = []
        for index, seats in enumerate(games):
            origin = self._open_games.origin(seats[0].id) or seats[0].host
            ranked.append((counts[origin], index, seats))
            counts[origin] += 1
        ranked.sort(key=lambda entry: entry[:2])
        return [seats for _, _, seats in sorted(ranked[:_MOST_OPEN], key=lambda entry: entry[1])]


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
    summary = (SUMMARIES.c.phase, SUMMARIES.c.at, SUMMARIES.c.turn, SUMMARIES.c.winner, SUMMARIES.c.reason)
    order = (SUMMARIES.c.at.desc(), GAMES.c.id)
    rank = func.row_number().over(partition_by=SUMMARIES.c.phase == "over", order_by=order)
    newest = (
        select(*_TERMS, *summary, rank.label("rank"))
        .join_from(GAMES, SUMMARIES, SUMMARIES.c.game == GAMES.c.id)
        .where(GAMES.c.id.in_(select(SEATS.c.game).where(SEATS.c.guest == guest)))
        .where(SUMMARIES.c.phase != "closed")
        .subquery()
    )
    return (
        select(newest, SEATS.c.seat, SEATS.c.guest)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .where(newest.c.rank <= _MOST_MINE)
        .order_by(newest.c.at.desc(), newest.c.id)
    )


def _open_games(*, postgres: bool) -> Select[Any]:
    free = exists().where(SEATS.c.game == OPENINGS.c.game, SEATS.c.guest.is_(None))
    present = exists().where(PRESENCE.c.game == GAMES.c.id, PRESENCE.c.expires > database_now())
    attended = present if postgres else false()  # with SQLite, LiveGames.attended is enough
    newest = (
        select(
            *_TERMS,
            GAMES.c.secret,
            GAMES.c.bots,
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
        .limit(_MOST_CANDIDATES)
        .subquery()
    )
    return (
        select(newest, SEATS.c.seat, SEATS.c.guest)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .order_by(newest.c.created.desc(), newest.c.id)
    )


def _open_game(seats: Sequence[Row[Any]]) -> OpenGame:
    row, game = seats[0], _game(seats[0])
    free, bots = {seat.seat for seat in seats if seat.guest is None}, _decode(row.bots)
    return OpenGame(
        row.id,
        game.title,
        tuple(seat for seat in game.seats if seat in free),
        clock(row.clock),
        terms(game, hints=bool(row.hints)),
        game,
        row.clock,
        _commitment(row),
        tuple(seat for seat in game.seats if seat in bots),
        bool(row.hints),
    )


def _commitment(row: Row[Any]) -> str:
    try:
        return Secret(bytes.fromhex(row.secret)).commitment(row.id).hex()
    except (KeyError, ValueError):
        raise Damaged from None


def _by_game(rows: Sequence[Row[Any]]) -> list[list[Row[Any]]]:
    return [list(seats) for _, seats in groupby(rows, key=lambda row: row.id)]


def _game(row: Row[Any]) -> Game[Any, Any]:
    return game_of(row.title, row.rules_version, _decode(row.options))


def _decode(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except msgspec.MsgspecError:
        raise Damaged from None

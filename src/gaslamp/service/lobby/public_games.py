"""Games that anyone may join or watch, and finished ones that were shared. No game is opened for the lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, exists, false, or_, select

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Outcome, Seat
from gaslamp.core.messages import Message
from gaslamp.game.clock import SECOND, read_timing
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.membership import bot_name, person
from gaslamp.service.lobby.open_games import OpenGames, clock, terms
from gaslamp.service.lobby.rows import SEAT, TERMS, by_game, commitment, decode, game_of_row, members
from gaslamp.storage.database import Database, database_now, insert_new
from gaslamp.storage.schema import GAMES, GUESTS, OPENINGS, PRESENCE, SEATS, SHARED, SUMMARIES, WATCHERS

_MOST_OPEN: Final = 20  # open games
_MOST_CANDIDATES: Final = 200  # open games that are ranked
_MOST_WATCHED: Final = 8
_WATCHED: Final = 1800  # seconds without a public change before a game is no longer listed for watching


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
    created: int  # in milliseconds since 1970
    host: Message | None  # None without a name
    present: bool  # a player is connected


@dataclass(frozen=True, slots=True)
class WatchedGame:
    id: str
    title: str
    players: tuple[tuple[Seat, Message], ...]  # seat and name, in the order of the seats
    round: int  # 0 if the title has no rounds
    clock: Message
    at: int  # of the last public change, in milliseconds since 1970


class SharedGame(NamedTuple):
    live: LiveGame
    outcome: Outcome
    players: Mapping[Seat, Message]  # names


class PublicGames:
    def __init__(
        self, database: Database, live_games: LiveGames, open_games: OpenGames, now: Callable[[], float]
    ) -> None:
        self._database = database
        self._now = now
        self._live_games = live_games
        self._open_games = open_games

    async def open(self, guest: str | None, connecting: float = 0) -> list[OpenGame]:
        """Return the games a guest may join, newest first.

        Games with a total time are listed while a player is present, and *connecting* seconds after their creation.
        """
        rows = await self._rows(_open_games(postgres=self._database.postgres))
        joinable = [seats for seats in by_game(rows) if self._joinable(seats, guest, connecting)]
        games = [_open_game(seats) for seats in self._select(joinable)]
        return [replace(game, present=game.present or self._live_games.attended(game.id)) for game in games]

    async def watchable(self, guest: str | None) -> list[WatchedGame]:
        """Return running games that began as open games, and those the guest watches already, newest action first."""
        since = int((self._now() - _WATCHED) * SECOND)
        games = [seats for seats in by_game(await self._rows(_running(guest, since))) if _is_readable(seats)]
        return [_watched_game(seats) for seats in games if guest is None or all(seat.guest != guest for seat in seats)][
            :_MOST_WATCHED
        ]

    async def share(self, live: LiveGame) -> None:
        """Let anyone open the replay and review of a finished game. Raises IllegalAction while it is running."""
        live.record()
        row = {"game": live.id}
        await self._database.write(lambda connection: connection.execute(insert_new(connection, SHARED), row))

    async def shared(self, id: str) -> SharedGame | None:
        """Return a finished game that a player shared; None also for one that withholds something."""
        seats = await self._rows(_shared(id))
        live = await self._live_games.open(id) if seats and _is_readable(seats) else None
        if live is None or live.state.outcome is None or live.withheld:
            return None
        return SharedGame(live, live.state.outcome, dict(_players(live.game, seats)))

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query).all())

    def _joinable(self, seats: Sequence[Row[Any]], guest: str | None, connecting: float) -> bool:
        row = seats[0]
        if any(seat.guest is not None and seat.guest == guest for seat in seats):
            return False  # the guest plays in it
        if row.phase not in {"waiting", "playing"} or not _is_readable(seats):
            return False
        if self._now() - row.created < connecting:
            return True
        agreed = read_timing(row.clock)
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


def _open_games(*, postgres: bool) -> Select[Any]:
    free = exists().where(SEATS.c.game == OPENINGS.c.game, SEATS.c.guest.is_(None))
    present = exists().where(PRESENCE.c.game == GAMES.c.id, PRESENCE.c.expires > database_now())
    attended = present if postgres else false()  # with SQLite, LiveGames.attended is enough
    newest = (
        select(
            *TERMS,
            GAMES.c.secret,
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
        select(newest, *SEAT)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .outerjoin(GUESTS, GUESTS.c.id == SEATS.c.guest)
        .order_by(newest.c.created.desc(), newest.c.id)
    )


def _open_game(seats: Sequence[Row[Any]]) -> OpenGame:
    row, game = seats[0], game_of_row(seats[0])
    free, bots = {seat.seat for seat in seats if seat.guest is None}, decode(row.bots)
    return OpenGame(
        row.id,
        game.title,
        tuple(seat for seat in game.seats if seat in free),
        clock(row.clock),
        terms(game, hints=bool(row.hints), practice=bool(row.practice)),
        game,
        row.clock,
        commitment(row),
        tuple(seat for seat in game.seats if seat in bots),
        bool(row.hints),
        row.created * SECOND,
        next((person(members(seats), seat.seat) for seat in seats if seat.guest == row.host and seat.name), None),
        bool(row.attended),
    )


def _is_readable(seats: Sequence[Row[Any]]) -> bool:
    row = seats[0]
    try:
        game_of_row(row)
        decode(row.bots)
        commitment(row)
        read_timing(row.clock)
    except GaslampError:
        return False
    return True


def _running(guest: str | None, since: int) -> Select[Any]:
    free = exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.guest.is_(None))
    public = exists().where(OPENINGS.c.game == GAMES.c.id, OPENINGS.c.open == 1)
    watched = exists().where(WATCHERS.c.game == GAMES.c.id, WATCHERS.c.guest == (guest or ""))
    newest = (
        select(*TERMS, GAMES.c.secret, SUMMARIES.c.at, SUMMARIES.c.round)
        .join_from(GAMES, SUMMARIES, SUMMARIES.c.game == GAMES.c.id)
        .where(SUMMARIES.c.phase == "playing", ~free, or_(and_(public, SUMMARIES.c.at > since), watched))
        .order_by(SUMMARIES.c.at.desc(), GAMES.c.id)
        .limit(2 * _MOST_WATCHED)
        .subquery()
    )
    return (
        select(newest, *SEAT)
        .join_from(newest, SEATS, SEATS.c.game == newest.c.id)
        .outerjoin(GUESTS, GUESTS.c.id == SEATS.c.guest)
        .order_by(newest.c.at.desc(), newest.c.id)
    )


def _watched_game(seats: Sequence[Row[Any]]) -> WatchedGame:
    row, game = seats[0], game_of_row(seats[0])
    return WatchedGame(row.id, game.title, tuple(_players(game, seats)), row.round, clock(row.clock), row.at)


def _shared(id: str) -> Select[Any]:
    return (
        select(*TERMS, GAMES.c.secret, *SEAT)
        .join_from(SHARED, GAMES, GAMES.c.id == SHARED.c.game)
        .join(SEATS, SEATS.c.game == GAMES.c.id)
        .outerjoin(GUESTS, GUESTS.c.id == SEATS.c.guest)
        .where(SHARED.c.game == id)
    )


def _players(game: Game[Any, Any], seats: Sequence[Row[Any]]) -> Iterator[tuple[Seat, Message]]:
    """Yield each seat with the name of its player or bot, in the order of the seats."""
    players, bots = members(seats), decode(seats[0].bots)
    for seat in game.seats:
        yield seat, bot_name(bots[seat]) if seat in bots else person(players, seat)

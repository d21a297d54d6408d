"""Ratings by openskill: of people against people, of people and bot levels against each other, and of puzzles.

Each rating belongs to a player (a guest id, or a name such as "bot:constable") and a pool, such as one side of a title
among people. A finished game is rated once.

>>> winners, losers = rate([Rating()], [Rating(), Rating(), Rating()])
>>> winners[0].value, losers[0].value, winners[0].interval
(1559, 1441, 493)
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, select, update

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat, Side
from gaslamp.game import entries
from gaslamp.service.games.loading import game_of
from gaslamp.storage.database import Database, insert_new, upsert
from gaslamp.storage.schema import ENTRIES, FINISHED, GAMES, RATINGS, SEATS, SUMMARIES

_LOG: Final = logging.getLogger(__name__)
_BATCH: Final = 20  # games per transaction
MEAN: Final = 25.0  # openskill's usual prior
DEVIATION: Final = MEAN / 3
_SURE: Final = 1e-3  # deviation of a stand-in, whose rating hardly changes
_CENTRE: Final = 1500
_SCALE: Final = 30  # per point of openskill: 400 more win ten times as often, as with Elo ratings
_BOT: Final = "bot:"  # prefix of a level
# A game with one of these entries is not rated.
_HELP: Final = entries.Hinted | entries.TurnUndone | entries.HandedOver


class Rating(NamedTuple):
    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0

    @property
    def value(self) -> int:
        return round(_CENTRE + _SCALE * (self.mean - MEAN))

    @property
    def interval(self) -> int:
        """Half the width of the 95 % interval of `value`."""
        return round(2 * _SCALE * self.deviation)


class Entrant(NamedTuple):
    player: str  # a guest id, or a name with a prefix
    pool: str


def rate(winners: Sequence[Rating], losers: Sequence[Rating]) -> tuple[list[Rating], list[Rating]]:
    """Return the ratings after a game between two teams. Average players stand in for those a smaller team lacks."""
    model, size = _model(), max(len(winners), len(losers))
    teams = [
        [model.rating(*rating[:2]) for rating in team] + [model.rating(MEAN, _SURE) for _ in range(size - len(team))]
        for team in (winners, losers)
    ]
    rated = model.rate(teams)
    first, second = (
        [Rating(after.mu, after.sigma, before.games + 1) for before, after in zip(team, new, strict=False)]
        for team, new in zip((winners, losers), rated, strict=True)
    )
    return first, second


def save_result(
    connection: Connection,
    winners: Sequence[Entrant],
    losers: Sequence[Entrant],
    priors: Mapping[Entrant, Rating] = MappingProxyType({}),
) -> None:
    """Update the ratings of two teams in the caller's transaction; *priors* are first ratings other than the usual.

    A solved puzzle is a win of ``Entrant(guest, "pocket.puzzles")`` against ``Entrant("puzzle:id", "pocket.puzzles")``.
    """
    teams = sorted({*winners, *losers})
    for entrant in teams:
        row = {"player": entrant.player, "pool": entrant.pool, **priors.get(entrant, Rating())._asdict()}
        connection.execute(insert_new(connection, RATINGS), row)
    before = {entrant: _locked(connection, entrant) for entrant in teams}  # sorted: no deadlocks
    rated = rate([before[entrant] for entrant in winners], [before[entrant] for entrant in losers])
    for entrant, rating in zip([*winners, *losers], [*rated[0], *rated[1]], strict=True):
        row = {"player": entrant.player, "pool": entrant.pool, **rating._asdict()}
        connection.execute(upsert(connection, RATINGS), row)


def forget(connection: Connection, players: Collection[str]) -> None:
    connection.execute(delete(RATINGS).where(RATINGS.c.player.in_(players)))


class Ratings:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: str | None) -> Mapping[str, Rating]:
        """Return a player's ratings by pool."""
        columns = (RATINGS.c.pool, RATINGS.c.mean, RATINGS.c.deviation, RATINGS.c.games)
        query = select(*columns).where(RATINGS.c.player == player).order_by(RATINGS.c.pool)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.pool: Rating(row.mean, row.deviation, row.games) for row in rows}

    async def of_bot(self, level: str) -> Mapping[str, Rating]:
        return await self.of(f"{_BOT}{level}")

    async def rate_finished(self) -> None:
        """Rate the games that have ended since. Call it every few seconds, in any process."""
        query = select(FINISHED.c.game).where(FINISHED.c.rated == 0).limit(_BATCH)
        games = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        for game in games:
            await self._database.write(lambda connection, game=game: _rate_game(connection, game))  # type: ignore[misc]


def _rate_game(connection: Connection, game: str) -> None:
    due = update(FINISHED).where(FINISHED.c.game == game, FINISHED.c.rated == 0).values(rated=1)
    if connection.execute(due).rowcount != 1:  # another process was first
        return
    terms = (GAMES.c.title, GAMES.c.rules_version, GAMES.c.options, GAMES.c.bots, GAMES.c.deal, SUMMARIES.c.winner)
    query = select(*terms).join_from(GAMES, SUMMARIES, SUMMARIES.c.game == GAMES.c.id).where(GAMES.c.id == game)
    row = connection.execute(query).one()
    seats = connection.execute(select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.game == game)).all()
    log = connection.execute(select(ENTRIES.c.entry).where(ENTRIES.c.game == game)).scalars().all()
    try:
        teams = _teams(row, {seat.seat: seat.guest for seat in seats}) if row.deal is None and _counts(log) else None
    except (GaslampError, msgspec.MsgspecError) as error:
        _LOG.warning("game not rated: %s", type(error).__name__, extra={"game": game})
        return
    if teams is not None:
        save_result(connection, *teams)


def _counts(log: Sequence[str]) -> bool:
    """True for a game without help, from its beginning."""
    for text in log:
        entry = entries.decode(text)
        if isinstance(entry, _HELP) or (isinstance(entry, entries.Started) and entry.prefix):
            return False
    return True


def _teams(row: Any, seats: Mapping[Seat, str | None]) -> tuple[list[Entrant], list[Entrant]] | None:
    """Return winners and losers. None if a seat is free or one guest played both sides."""
    game = game_of(row.title, row.rules_version, msgspec.json.decode(row.options, type=dict[str, str]))
    bots = msgspec.json.decode(row.bots, type=dict[str, str])
    pool = "bots" if bots else "people"
    sides: dict[Side, dict[str, None]] = {side: {} for side in game.sides}  # a player with several seats counts once
    for seat in game.seats:
        player = f"{_BOT}{bots[seat]}" if seat in bots else seats.get(seat)
        if player is None:
            return None
        sides[game.side(seat)][player] = None
    if row.winner not in sides or len({player for side in sides.values() for player in side}) < sum(
        map(len, sides.values())
    ):
        return None
    teams = {
        side: [Entrant(player, f"{game.title}.{side}.{pool}") for player in players] for side, players in sides.items()
    }
    losers = [entrant for side, team in teams.items() if side != row.winner for entrant in team]
    return teams[row.winner], losers


def _locked(connection: Connection, entrant: Entrant) -> Rating:
    columns = (RATINGS.c.mean, RATINGS.c.deviation, RATINGS.c.games)
    query = select(*columns).where(RATINGS.c.player == entrant.player, RATINGS.c.pool == entrant.pool)
    return Rating._make(connection.execute(query.with_for_update()).one())


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - needed when the first game has ended

    return BradleyTerryFull()

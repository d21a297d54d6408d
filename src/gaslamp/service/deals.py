"""Deals of the day: one practice game per title and side against the superintendent, with the same draws for all.

The draws of a day's deals follow from one secret. Its commitments are published the day before, the secret when the day
is over. A guest has one try at a deal, in the guest's own game; until the secret is revealed the end of a try reveals
nothing (`LiveGame.withheld`). docs/fairness.md says what this protects.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Side
from gaslamp.core.records.fairness import Secret
from gaslamp.game.clock import DAY, SECOND
from gaslamp.game.requests import Resign
from gaslamp.review.report import WHOLE, Review
from gaslamp.review.review import has_evaluator
from gaslamp.service.errors import NoRoom, Refusal
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.games.reviews import Reviews
from gaslamp.service.lobby import open_games
from gaslamp.service.lobby.lobby import plan_seats
from gaslamp.service.lobby.members import save_members
from gaslamp.service.lobby.requests import NewGame
from gaslamp.service.lobby.tokens import Visitor
from gaslamp.storage.database import UNAVAILABLE, Database, Work, insert_new
from gaslamp.storage.schema import DEAL_DAYS, DEAL_TRIES, GUESTS, SUMMARIES
from gaslamp.storage.store import Conflict

LEVEL: Final = "superintendent"
KEPT: Final = 14  # days with results that pages list
_LOG: Final = logging.getLogger(__name__)
_GRACE: Final = 30  # seconds after the end of a day, for tries that are just being created
_REVIEWED: Final = 200  # tries of a deal
_LISTED: Final = 100  # results of a deal


class Deal(NamedTuple):
    day: date
    title: str
    side: Side

    @property
    def id(self) -> str:
        return f"deal-{self.day}-{self.title}-{self.side}"


class Try(NamedTuple):
    deal: str
    game: str
    phase: str  # of the game
    named: bool


class DealResult(NamedTuple):
    """A finished try. Its guest is not part of it."""

    name: str | None  # None unless the guest shows it
    mine: bool
    won: bool
    skill: int | None  # result without luck, in tenths of a point; None: not computed yet


class DealResults(NamedTuple):
    deal: Deal
    results: Sequence[DealResult]  # best first
    finished: int
    unfinished: int


def deals(day: date) -> Iterator[Deal]:
    """Yield the deals of a day: every side of every title that the level can play against."""
    for title in titles.titles():
        if LEVEL in levels.of_title(title):
            for side in titles.meta(title).sides:
                yield Deal(day, title, side)


class Deals:
    def __init__(self, database: Database, live_games: LiveGames, reviews: Reviews, now: Callable[[], float]) -> None:
        self._database = database
        self._live_games = live_games
        self._reviews = reviews
        self._now = now

    def today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()

    async def commitments(self, day: date) -> dict[str, str]:
        """Return the commitment to the secret of a day for each deal, by its id."""
        secret = await self._secret(day)
        return {deal.id: secret.commitment(deal.id).hex() for deal in deals(day)}

    async def revealed(self, day: date) -> str | None:
        """Return the secret of a day as hexadecimal digits; None while it is secret."""
        query = select(DEAL_DAYS.c.secret).where(DEAL_DAYS.c.day == str(day), DEAL_DAYS.c.revealed == 1)
        secret: str | None = await self._read_scalar(query)
        return secret

    async def revealed_days(self) -> Sequence[date]:
        """Return the newest days whose secret is revealed, newest first."""
        query = select(DEAL_DAYS.c.day).where(DEAL_DAYS.c.revealed == 1).order_by(DEAL_DAYS.c.day.desc()).limit(KEPT)
        days = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return [date.fromisoformat(day) for day in days]

    async def tries(self, guest: str | None, day: date) -> dict[str, Try]:
        """Return a guest's tries at the deals of a day, by deal."""
        columns = (DEAL_TRIES.c.deal, DEAL_TRIES.c.game, SUMMARIES.c.phase, DEAL_TRIES.c.named)
        query = select(*columns).join_from(DEAL_TRIES, SUMMARIES, SUMMARIES.c.game == DEAL_TRIES.c.game)
        query = query.where(DEAL_TRIES.c.guest == guest, DEAL_TRIES.c.deal.in_([deal.id for deal in deals(day)]))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.deal: Try(row.deal, row.game, row.phase, bool(row.named)) for row in rows}

    async def start(self, visitor: Visitor, title: str, side: Side) -> str:
        """Return the id of the visitor's game of a deal of today, created by the first call. Raises Refusal."""
        deal = next((deal for deal in deals(self.today()) if (deal.title, deal.side) == (title, side)), None)
        if deal is None:
            raise Refusal(404, "web.error.not_found")
        guest = await visitor.settle()
        secret, plan = await self._secret(deal.day), plan_seats(_request(deal))

        def extra_writes(id: str) -> Work[None]:
            def work(connection: Connection) -> None:
                connection.execute(insert(DEAL_TRIES), {"deal": deal.id, "guest": guest, "game": id, "named": 0})
                save_members(connection, id, plan.players(guest), {})
                open_games.add(connection, id, guest, listed=False)

            return work

        mine = await self.tries(guest, deal.day)
        if deal.id in mine:
            return mine[deal.id].game
        try:
            return await self._live_games.create(
                title, {}, plan.bots, extra_writes=extra_writes, deal=(deal.id, secret)
            )
        except Conflict:  # a request at the same time was first
            return (await self.tries(guest, deal.day))[deal.id].game

    async def show_name(self, guest: str | None, day: date, *, named: bool) -> None:
        """Show or hide a guest's name in the results of a day."""
        mine = (DEAL_TRIES.c.guest == guest) & DEAL_TRIES.c.deal.in_([deal.id for deal in deals(day)])
        statement = update(DEAL_TRIES).where(mine).values(named=int(named))
        await self._database.write(lambda connection: connection.execute(statement))

    async def results(self, deal: Deal, guest: str | None) -> DealResults:
        """Return the results of a deal; none before its secret is revealed."""
        if await self.revealed(deal.day) is None:
            return DealResults(deal, (), 0, 0)
        columns = (DEAL_TRIES.c.guest, DEAL_TRIES.c.named, DEAL_TRIES.c.skill, GUESTS.c.name)
        query = select(*columns, SUMMARIES.c.phase, SUMMARIES.c.winner, SUMMARIES.c.at)
        query = query.join_from(DEAL_TRIES, SUMMARIES, SUMMARIES.c.game == DEAL_TRIES.c.game)
        query = query.join(GUESTS, GUESTS.c.id == DEAL_TRIES.c.guest).where(DEAL_TRIES.c.deal == deal.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        in_time = [row for row in rows if row.phase == "over" and row.at < _end(deal.day) * SECOND]
        results = [
            DealResult(row.name if row.named else None, row.guest == guest, row.winner == deal.side, row.skill)
            for row in in_time
        ]
        results.sort(key=lambda result: (-WHOLE * 2 if result.skill is None else -result.skill, not result.won))
        return DealResults(deal, results[:_LISTED], len(in_time), len(rows) - len(in_time))

    async def number_of_tries(self, day: date) -> int:
        query = select(func.count()).where(DEAL_TRIES.c.deal.in_([deal.id for deal in deals(day)]))
        return await self._read_scalar(query) or 0

    # ---- in the background

    async def tend(self) -> None:
        """Prepare the secrets of today and tomorrow, end the tries of past days, reveal, and review one try."""
        today = self.today()
        for day in (today, today + timedelta(days=1)):
            await self._secret(day)
        query = select(DEAL_DAYS.c.day).where(DEAL_DAYS.c.revealed == 0, DEAL_DAYS.c.day < str(today))
        for text in await self._database.read(lambda connection: connection.execute(query).scalars().all()):
            day = date.fromisoformat(text)
            if self._now() >= _end(day) + _GRACE and await self._end_tries(day):
                statement = update(DEAL_DAYS).where(DEAL_DAYS.c.day == text).values(revealed=1)
                await self._database.write(lambda connection, due=statement: connection.execute(due))  # type: ignore[misc]
        await self.open_records()
        await self._review_one()

    async def open_records(self) -> None:
        """Let live games of this process show what was revealed, by any process."""
        query = select(DEAL_DAYS.c.day).where(DEAL_DAYS.c.revealed == 1)
        days = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        self._live_games.revealed.update(deal.id for day in days for deal in deals(date.fromisoformat(day)))

    async def _end_tries(self, day: date) -> bool:
        """Resign the tries of a day that are still running. Return True if none was."""
        columns = (DEAL_TRIES.c.game, DEAL_TRIES.c.deal)
        query = select(*columns).join_from(DEAL_TRIES, SUMMARIES, SUMMARIES.c.game == DEAL_TRIES.c.game)
        query = query.where(DEAL_TRIES.c.deal.like(f"deal-{day}-%"), SUMMARIES.c.phase.in_(("waiting", "playing")))
        running = await self._database.read(lambda connection: connection.execute(query).all())
        sides, ended = {deal.id: deal.side for deal in deals(day)}, True
        for row in running:
            try:
                live = await self._live_games.open(row.game)
                if live is not None:
                    seat = next(seat for seat in live.game.seats if live.game.side(seat) == sides.get(row.deal))
                    await live.submit(Resign(), seat)
                    ended = False  # looked at again, in case a new one was just created
            except UNAVAILABLE:
                raise
            except (GaslampError, StopIteration) as error:  # it cannot be played on either
                _LOG.warning("try not ended: %s", type(error).__name__, extra={"game": row.game})
        return ended

    async def _review_one(self) -> None:
        """Review a finished try and save its result without luck."""
        query = select(DEAL_TRIES.c.deal, DEAL_TRIES.c.game).join_from(
            DEAL_TRIES, SUMMARIES, SUMMARIES.c.game == DEAL_TRIES.c.game
        )
        deal_ids = [deal.id for day in (await self.revealed_days())[:2] for deal in deals(day)]
        query = query.where(DEAL_TRIES.c.deal.in_(deal_ids), DEAL_TRIES.c.skill.is_(None), SUMMARIES.c.phase == "over")
        rows = await self._database.read(lambda connection: connection.execute(query.limit(_REVIEWED)).all())
        for row in rows:
            live = await self._live_games.open(row.game)
            if live is None or not has_evaluator(live.title):
                continue
            review = await self._reviews.wait(live.id, live.record())
            if review is None:
                continue
            side = row.deal.rpartition("-")[2]
            due = update(DEAL_TRIES).where(DEAL_TRIES.c.game == row.game).values(skill=without_luck(review, side))
            await self._database.write(lambda connection, due=due: connection.execute(due))  # type: ignore[misc]
            return

    async def _secret(self, day: date) -> Secret:
        query = select(DEAL_DAYS.c.secret).where(DEAL_DAYS.c.day == str(day))
        stored = await self._read_scalar(query)
        if stored is None:
            if not self._live_games.has_room:
                raise NoRoom("error.full")
            row = {"day": str(day), "secret": Secret.new().value.hex(), "revealed": 0}
            await self._database.write(lambda connection: connection.execute(insert_new(connection, DEAL_DAYS), row))
            stored = await self._read_scalar(query)  # another process may have been first
        return Secret(bytes.fromhex(stored))

    async def _read_scalar(self, query: Any) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).scalar())


def without_luck(review: Review, side: Side) -> int:
    """Return the result of a side without what draws and answers gave it, in tenths of a point.

    1000 is a win without luck. Luck that was not there is added, so the value can be below 0 or above 1000.
    """
    last, summary = review.points[-1], review.summaries[side]
    result = last.public if side == "jack" else WHOLE - last.public
    return result - summary.luck - summary.news


def _request(deal: Deal) -> NewGame:
    return NewGame(deal.title, deal.side, f"bot:{LEVEL}", "same_device")


def _end(day: date) -> int:
    """Return when a day is over, in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) + DAY // SECOND

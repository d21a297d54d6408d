"""Start and stop what a server runs: database, worker pool, live games, lobby, background tasks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from litestar.di import NamedDependency
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from gaslamp.cluster.cluster import STANDALONE, Cluster
from gaslamp.cluster.postgres import joined
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.server.ops import gc_tuning
from gaslamp.server.ops.limits import Limits
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.settings import Settings, cores
from gaslamp.service.deals import Deals
from gaslamp.service.expiry import Expiry
from gaslamp.service.games.bot_runner import BotRunner
from gaslamp.service.games.clock_runner import ClockRunner
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.games.reviews import Reviews
from gaslamp.service.lobby.chat import Chat
from gaslamp.service.lobby.lists import Lists
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.open_games import OpenGames
from gaslamp.service.lobby.pairing import Pairing
from gaslamp.service.lobby.practice import Practice
from gaslamp.service.lobby.public_games import PublicGames
from gaslamp.service.made_puzzles import MadePuzzles
from gaslamp.service.people.accounts import Accounts
from gaslamp.service.people.identity import Identities
from gaslamp.service.people.leaving import Leaving
from gaslamp.service.people.notices import TurnNotices, stored_key
from gaslamp.service.people.secret_links import SecretLinks
from gaslamp.service.people.web_push import WebPush
from gaslamp.service.puzzle_results import PuzzleResults
from gaslamp.service.ratings import Ratings
from gaslamp.storage.database import Backend, Database
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.schema import GUESTS
from gaslamp.storage.sqlite import DataFolder
from gaslamp.storage.store import Store
from gaslamp.workers.pool import Pool
from gaslamp.workers.shared import SharedJobs

_LOG: Final = logging.getLogger(__name__)
_TICK: Final = 1.0  # seconds between checks of clocks
_SWEEP: Final = 60.0  # seconds between evictions and expiry runs
_SLACK: Final = 15_000  # milliseconds without heartbeat before an outage, if the database is shared
_DEALS: Final = 20.0  # seconds between checks whether a day is over
_RATE: Final = 2.0  # seconds between searches for finished games that are not rated
_ADOPT: Final = 1.0  # seconds between searches for abandoned games


class Health:
    def __init__(self, database: Database, pool: Pool, bots: BotRunner) -> None:
        self._database = database
        self._pool = pool
        self._bots = bots

    async def failing(self) -> tuple[str, ...]:
        return tuple([name async for name in self._failing()])

    def degraded(self) -> tuple[str, ...]:
        """Return ("bots",) while bots answer at random: a worker hung or could not be started."""
        return ("bots",) if self._bots.at_random else ()

    async def _failing(self) -> AsyncIterator[str]:
        try:
            await self._database.read(lambda connection: connection.execute(text("SELECT 1")).first())
        except (SQLAlchemyError, OSError, TimeoutError):
            yield "database"
        if self._database.failing:
            yield "writing"
        for queue in self._pool.queues:
            if not self._pool.status(queue).healthy:
                yield queue


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    lobby: Lobby
    jobs: SharedJobs  # deduction aid and hints
    reviews: Reviews
    limits: Limits
    metrics: Metrics
    puzzles: PuzzleResults
    made_puzzles: MadePuzzles


ServicesDep: TypeAlias = NamedDependency[Services]
LimitsDep: TypeAlias = NamedDependency[Limits]
LobbyDep: TypeAlias = NamedDependency[Lobby]
PeopleDep: TypeAlias = NamedDependency[People]


@dataclass(frozen=True, slots=True)
class Runtime:
    """The objects of a running server. Each field is a dependency that handlers request by its name."""

    settings: Settings
    live_games: LiveGames
    lobby: Lobby
    people: People
    identities: Identities
    records: SecretLinks
    feeds: SecretLinks
    notices: TurnNotices
    accounts: Accounts
    leaving: Leaving
    lists: Lists
    public_games: PublicGames
    pairing: Pairing
    practice: Practice
    jobs: SharedJobs  # deduction aid and hints
    reviews: Reviews
    limits: Limits
    metrics: Metrics
    ratings: Ratings
    deals: Deals
    health: Health
    services: Services
    stopping: asyncio.Event = field(default_factory=asyncio.Event)  # set before shutdown

    def end_streams(self) -> None:
        self.stopping.set()
        self.live_games.notify()


def backend(settings: Settings) -> Backend:
    """Return the database that the settings name, not opened yet. Raises GaslampError for a bad URL."""
    return PostgresDatabase(settings.database) if settings.database else DataFolder(settings.data)


@asynccontextmanager
async def running(
    settings: Settings, backend: Backend, now: Callable[[], float], metrics: Metrics, pool: Pool | None = None
) -> AsyncIterator[Runtime]:
    """Start all services, worker processes included unless a pool is given. On exit stop the bots and flush writes."""
    async with AsyncExitStack() as closing:
        database = Database(backend.engine(), metrics.written, backend.persist)
        closing.push_async_callback(database.close)
        chat = Chat(database, now)
        closing.push_async_callback(chat.close)
        cluster: Cluster = STANDALONE
        if isinstance(backend, PostgresDatabase):
            cluster = await closing.enter_async_context(joined(database, backend.url, settings.lease))
        pool = pool or Pool(bots=settings.workers or max(1, cores() - 1), aid=1, hints=1, reviews=1)
        closing.callback(pool.close)
        metrics.watch_workers(pool)
        bots = BotRunner(pool, beat=settings.beat, max_wait=settings.max_wait, on_answer=metrics.bot_answered)
        store = Store(database)
        limits = Limits(time.monotonic)
        notices = TurnNotices(
            database, now, _your_turn, limits.notices.try_acquire, await _web_push(settings, database)
        )
        closing.push_async_callback(notices.close)
        live_games = LiveGames(store, bots, now, cluster, chat.catch_up, notices.pass_turn)
        closing.push_async_callback(live_games.close)
        metrics.watch(lambda: live_games.size)
        expiry = Expiry(settings, database, live_games, now, metrics.data.set, metrics.expired)
        await expiry.measure()
        clock_runner = ClockRunner(live_games, store, now, slack=_SLACK if cluster.shared else 0)
        await clock_runner.open()
        closing.push_async_callback(clock_runner.close)
        jobs, reviews = SharedJobs(pool), Reviews(pool, database)
        closing.push_async_callback(reviews.close)
        ratings, deals = Ratings(database), Deals(database, live_games, reviews, now)
        await deals.open_records()
        background = [_every(_TICK, clock_runner.tick), *_background_tasks(settings, live_games, expiry, cluster)]
        background += [_every(_RATE, ratings.rate_finished), _every(_DEALS, deals.tend)]
        closing.push_async_callback(_cancel, [asyncio.create_task(task) for task in background])
        open_games = OpenGames(database, now)
        people, lists = People(database, now), Lists(database)
        public_games = PublicGames(database, live_games, open_games, now)
        lobby = Lobby(live_games, people, open_games, chat, limits.chat.try_acquire)
        puzzles, pairing = PuzzleResults(database, now), Pairing(lobby, public_games, now)
        services = Services(settings, lobby, jobs, reviews, limits, metrics, puzzles, MadePuzzles(database, jobs, now))
        health = Health(database, pool, bots)
        games = (
            live_games,
            lobby,
            people,
            Identities(database, now),
            SecretLinks(database, GUESTS.c.record_key),
            SecretLinks(database, GUESTS.c.feed_key),
            notices,
            Accounts(database, now),
            Leaving(database, lobby, lists),
            lists,
            public_games,
            pairing,
            Practice(lobby, jobs),
        )
        yield Runtime(settings, *games, jobs, reviews, limits, metrics, ratings, deals, health, services)


async def _web_push(settings: Settings, database: Database) -> WebPush | None:
    if not settings.push:
        return None
    return WebPush(await stored_key(database), settings.push, to_loopback=settings.push_to_loopback)


def _your_turn(language: str, title: str) -> str:
    return catalogue(language).say(message("web.feed.turn", title=message(f"{title}.title")))


def _background_tasks(
    settings: Settings, live_games: LiveGames, expiry: Expiry, cluster: Cluster
) -> Iterator[Coroutine[Any, Any, None]]:
    yield _every(_SWEEP, live_games.sweep)
    yield _every(_SWEEP, expiry.run)
    yield _every(gc_tuning.YOUNG_INTERVAL, gc_tuning.collect_young)
    yield _every(gc_tuning.UNFROZEN_INTERVAL, gc_tuning.collect_unfrozen)
    yield _every(gc_tuning.FULL_INTERVAL, gc_tuning.collect_all)
    if cluster.shared:
        yield _every(settings.lease / 3, live_games.beat)
        yield _every(_ADOPT, live_games.adopt)
        yield _every(settings.look, live_games.poll)


async def _every(seconds: float, task: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await task()
        except Exception:  # noqa: BLE001 - it runs again after the interval
            _LOG.exception("background task %s failed", getattr(task, "__qualname__", task))


async def _cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

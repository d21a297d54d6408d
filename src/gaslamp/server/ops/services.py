"""What the handlers of one server share: the games, the people, chat, aid, and how much each visitor may ask for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from litestar.di import NamedDependency

from gaslamp.cluster.cluster import STANDALONE, Cluster
from gaslamp.cluster.postgres import joined
from gaslamp.server.ops import gc_tuning
from gaslamp.server.ops.health import Health
from gaslamp.server.ops.limits import (
    ADDRESS,
    ARRIVALS,
    CHAT,
    CHAT_ADDRESS,
    HINT,
    PAGES,
    POSTS,
    REQUESTS_ADDRESS,
    SOCKETS,
    SOCKETS_ADDRESS,
    STREAMS,
    STREAMS_ADDRESS,
    AtOnce,
    Buckets,
    Queues,
)
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.settings import Settings, cores
from gaslamp.service.expiry import Expiry
from gaslamp.service.games.bot_runner import BotRunner
from gaslamp.service.games.clock_runner import ClockRunner
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.chat import Chat
from gaslamp.service.lobby.lists import Lists
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.open_games import OpenGames
from gaslamp.storage.database import Backend, Database
from gaslamp.storage.deadlines import Deadlines
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DataFolder
from gaslamp.storage.store import Store
from gaslamp.workers.pool import Pool
from gaslamp.workers.shared import SharedJobs

_LOG: Final = logging.getLogger(__name__)
_SWEEP: Final = 60.0  # seconds
_SLACK: Final = 15_000  # milliseconds without a beat that servers on one database do not take for an outage
_ADOPT: Final = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Services:
    """The shared things."""

    settings: Settings
    database: Database
    live_games: LiveGames
    lobby: Lobby
    chat: Chat
    jobs: SharedJobs  # deduction aid and hints
    frames: Buckets  # what comes in by sockets
    posts: Buckets
    pages: Buckets
    arrivals: Buckets  # new sockets
    requests: Queues
    speeches: Buckets  # messages of programs, each by itself
    hints: Buckets
    streams: AtOnce  # of programs, each by itself
    streams_from: AtOnce  # the same, by address
    sockets: AtOnce  # of guests
    sockets_from: AtOnce
    clock: Callable[[], float]
    metrics: Metrics
    health: Health
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # set when the server is about to go down

    def end_streams(self) -> None:
        """Let every stream give its last line, for the server goes down."""
        self.closing.set()
        self.live_games.notify()


Shared: TypeAlias = NamedDependency[Services]  # how a handler asks for them


def backend(settings: Settings) -> Backend:
    """Return the database that the settings name, not opened yet. Raises GaslampError for a bad URL."""
    return PostgresDatabase(settings.database) if settings.database else DataFolder(settings.data)


@asynccontextmanager
async def running(
    settings: Settings, backend: Backend, now: Callable[[], float], metrics: Metrics
) -> AsyncIterator[Services]:
    """Keep a house open, and close it in order: no opponent thinks on, and all that was asked is written."""
    async with AsyncExitStack() as closing:
        database = Database(backend.engine(), metrics.written)
        closing.push_async_callback(database.close)
        chat = Chat(database, now)
        closing.push_async_callback(chat.close)
        cluster: Cluster = STANDALONE
        if isinstance(backend, PostgresDatabase):
            cluster = await closing.enter_async_context(joined(database, backend.url, settings.lease))
        pool = Pool(bots=settings.workers or max(1, cores() - 1), aid=1, hints=1)
        closing.callback(pool.close)
        metrics.watch_workers(pool)
        opponents = BotRunner(pool, beat=settings.beat, on_answer=metrics.bot_answered)
        deadlines = Deadlines(database)
        live_games = LiveGames(Store(database), opponents, now, cluster, chat.catch_up, deadlines)
        closing.push_async_callback(live_games.close)
        metrics.watch(lambda: live_games.size)
        expiry = Expiry(settings, database, live_games, now, metrics.data.set, metrics.expired)
        await expiry.measure()
        chores = [
            _every(_SWEEP, live_games.sweep),
            _every(_SWEEP, expiry.run),
            _every(gc_tuning.SOON, gc_tuning.collect_newest),
            _every(gc_tuning.EVERY, gc_tuning.collect),
            _every(gc_tuning.SELDOM, gc_tuning.collect_everything),
        ]
        if cluster.shared:
            often = {live_games.beat: settings.lease / 3, live_games.adopt: _ADOPT, live_games.poll: settings.look}
            chores += [_every(seconds, chore) for chore, seconds in often.items()]
        closing.push_async_callback(_stop, [asyncio.create_task(chore) for chore in chores])
        clock_runner = ClockRunner(live_games, deadlines, now, slack=_SLACK if cluster.shared else 0)
        await clock_runner.open()
        clock_runner.start()
        closing.push_async_callback(clock_runner.close)
        clock = time.monotonic
        rates = (ADDRESS, POSTS, PAGES, ARRIVALS, CHAT_ADDRESS, CHAT, HINT)
        frames, posts, pages, arrivals, messages, speeches, hints = (Buckets(rate, clock) for rate in rates)
        people = People(database, now)
        open_games = OpenGames(database, now)
        lists = Lists(database, live_games, open_games)
        lobby = Lobby(live_games, people, open_games, lists, chat, messages.take)
        yield Services(
            settings, database, live_games, lobby, chat, SharedJobs(pool), frames, posts, pages, arrivals,
            Queues(REQUESTS_ADDRESS), speeches, hints,
            AtOnce(STREAMS), AtOnce(STREAMS_ADDRESS), AtOnce(SOCKETS), AtOnce(SOCKETS_ADDRESS), clock, metrics,
            Health(database, pool, opponents),
        )  # fmt: skip


async def _every(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await chore()
        except Exception:  # noqa: BLE001 - it has to be done again in any case
            _LOG.exception("a chore failed")


async def _stop(chores: Sequence[asyncio.Task[None]]) -> None:
    for chore in chores:
        chore.cancel()
    await asyncio.gather(*chores, return_exceptions=True)

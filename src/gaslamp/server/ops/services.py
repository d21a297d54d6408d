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
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.server import garbage
from gaslamp.server.chat import Chat
from gaslamp.server.database import Database
from gaslamp.server.expiry import Expiry
from gaslamp.server.health import Health
from gaslamp.server.hints import hub
from gaslamp.server.limits import (
    ADDRESS,
    CHAT,
    CHAT_ADDRESS,
    POSTS,
    SOCKETS,
    SOCKETS_ADDRESS,
    STREAMS,
    STREAMS_ADDRESS,
    AtOnce,
    Buckets,
)
from gaslamp.server.lists import Lists
from gaslamp.server.meters import Meters
from gaslamp.server.openings import Openings
from gaslamp.server.people import People
from gaslamp.server.settings import Settings, cores
from gaslamp.table.bots import BotRunner
from gaslamp.table.conclusions import Conclusions
from gaslamp.table.due import Dues
from gaslamp.table.house import House, swapped
from gaslamp.table.keeper import Keeper
from gaslamp.table.live import LiveGame
from gaslamp.table.neighbours import ALONE, among_others
from gaslamp.table.store import SqlStore
from gaslamp.table.workers import Pool
from gaslamp.table.writer import Writer

_LOG: Final = logging.getLogger(__name__)
_SWEEP: Final = 60.0  # seconds
_SLACK: Final = 15_000  # milliseconds without a beat that servers on one database do not take for an outage
_ADOPT: Final = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Services:
    """The shared things."""

    settings: Settings
    engine: AsyncEngine
    house: House
    people: People
    openings: Openings
    lists: Lists
    chat: Chat
    conclusions: Conclusions
    frames: Buckets  # what comes in by sockets
    posts: Buckets
    messages: Buckets  # of the chat
    speeches: Buckets  # the same of programs, each by itself
    streams: AtOnce  # of programs, each by itself
    streams_from: AtOnce  # the same, by address
    sockets: AtOnce  # of guests
    sockets_from: AtOnce
    clock: Callable[[], float]
    meters: Meters
    health: Health
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # set when the server is about to go down

    def end_streams(self) -> None:
        """Let every stream give its last line, for the server goes down."""
        self.closing.set()
        self.house.tell()

    async def follow(self, live: LiveGame, rematch: str) -> None:
        """Bring the people of a game to its rematch, where they swap sides; done twice it is the same."""
        await self.people.follow(live.saved.id, rematch, lambda seat: swapped(live.game.seats, seat))

    async def follow_once(self, live: LiveGame) -> None:
        """See that a rematch has its people: whoever made it may have died before they were brought there."""
        if live.rematch is not None and not (await self.people.company(live.rematch)).seats:
            await self.follow(live, live.rematch)


Shared: TypeAlias = NamedDependency[Services]  # how a handler asks for them


@asynccontextmanager
async def running(
    settings: Settings, database: Database, now: Callable[[], float], meters: Meters
) -> AsyncIterator[Services]:
    """Keep a house open, and close it in order: no opponent thinks on, and all that was asked is written."""
    async with AsyncExitStack() as closing:
        engine = database.engine()
        closing.push_async_callback(engine.dispose)
        writer = Writer(engine)
        writer.measured = meters.written
        closing.push_async_callback(writer.close)
        chat = Chat(engine, writer, now)
        closing.push_async_callback(chat.close)
        neighbours = ALONE
        if database.shared:
            neighbours = await closing.enter_async_context(
                among_others(engine, writer, await hub(settings), settings.lease)
            )
        pool = Pool(opponents=settings.workers or max(1, cores() - 1), aid=1)
        closing.callback(pool.close)
        meters.watch_thinking(lambda: pool.states)
        opponents = BotRunner(pool, beat=settings.beat, measured=meters.thought)
        conclusions = Conclusions(pool)
        dues = Dues(engine, writer)
        house = House(SqlStore(engine, writer), opponents, now, neighbours, chat.catch_up, dues)
        closing.push_async_callback(house.close)
        meters.watch(lambda: house.size)
        expiry = Expiry(settings, engine, writer, house, meters, now)
        await expiry.measure()
        chores = [
            _every(_SWEEP, house.tidy),
            _every(_SWEEP, house.survey),
            _every(_SWEEP, expiry.chore),
            _every(garbage.EVERY, garbage.collect),
        ]
        if database.shared:
            often = {house.beat: settings.lease / 3, house.adopt: _ADOPT, house.look: settings.look}
            chores += [_every(seconds, chore) for chore, seconds in often.items()]
        closing.push_async_callback(_stop, [asyncio.create_task(chore) for chore in chores])
        keeper = Keeper(house, dues, now, slack=_SLACK if database.shared else 0)
        await keeper.open()
        keeper.start()
        closing.push_async_callback(keeper.close)
        clock = time.monotonic
        frames, posts, messages, speeches = (Buckets(rate, clock) for rate in (ADDRESS, POSTS, CHAT_ADDRESS, CHAT))
        people = People(engine, writer, now)
        openings = Openings(engine, writer, now)
        yield Services(
            settings, engine, house, people, openings, Lists(engine, house, openings), chat, conclusions, frames, posts,
            messages, speeches, AtOnce(STREAMS), AtOnce(STREAMS_ADDRESS), AtOnce(SOCKETS), AtOnce(SOCKETS_ADDRESS),
            clock, meters,
            Health(engine, writer, pool),
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

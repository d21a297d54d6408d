"""What the handlers of one server share: the games, the people, chat, aid, and how much each visitor may ask for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncEngine

from gaslamp.server.chat import Chat
from gaslamp.server.limits import ADDRESS, CHAT_ADDRESS, POSTS, Buckets
from gaslamp.server.people import People
from gaslamp.server.settings import Settings
from gaslamp.table.bots import BotRunner
from gaslamp.table.conclusions import Conclusions
from gaslamp.table.house import House, swapped
from gaslamp.table.live import LiveGame
from gaslamp.table.store import SqlStore
from gaslamp.table.writer import Writer

_SWEEP: Final = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Services:
    """The shared things."""

    settings: Settings
    engine: AsyncEngine
    house: House
    people: People
    chat: Chat
    conclusions: Conclusions
    frames: Buckets  # what comes in by sockets
    posts: Buckets
    messages: Buckets  # of the chat
    clock: Callable[[], float]

    async def follow(self, live: LiveGame, rematch: str) -> None:
        """Bring the people of a game to its rematch, where they swap sides; done twice it is the same."""
        await self.people.follow(live.saved.id, rematch, lambda seat: swapped(live.game.seats, seat))


Shared: TypeAlias = NamedDependency[Services]  # how a handler asks for them


@asynccontextmanager
async def running(settings: Settings, engine: AsyncEngine) -> AsyncIterator[Services]:
    """Keep a house open, and close it in order: no opponent thinks on, and all that was asked is written."""
    writer = Writer(engine)
    opponents = BotRunner(beat=settings.beat)
    house = House(SqlStore(engine, writer), opponents, time.time)
    people = People(engine, writer, time.time)
    chat = Chat(engine, writer, time.time)
    conclusions = Conclusions()
    clock = time.monotonic
    frames, posts, messages = (Buckets(rate, clock) for rate in (ADDRESS, POSTS, CHAT_ADDRESS))
    sweeper = asyncio.create_task(_sweep(house), name="sweeper")
    try:
        yield Services(settings, engine, house, people, chat, conclusions, frames, posts, messages, clock)
    finally:
        sweeper.cancel()
        await house.close()
        opponents.close()
        conclusions.close()
        await chat.close()
        await writer.close()
        await engine.dispose()


async def _sweep(house: House) -> None:
    while True:
        await asyncio.sleep(_SWEEP)
        house.sweep()

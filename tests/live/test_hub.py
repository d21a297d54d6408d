"""Hints between processes: who hears of what, the same in memory and by Redis, and what happens when Redis is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from gaslamp.live.cluster.hub import Hub, MemoryHub, NoHub
from gaslamp.live.cluster.redis_hub import RedisHub
from tests.services import Redis

WAIT = 30.0

Hubs = Callable[[Callable[[Hub, Hub], Awaitable[None]]], None]  # gives a piece of work two ends of a hub


class Ear:
    """Notes what is heard, and waits for it."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[int | None] = asyncio.Queue()

    def __call__(self, seq: int | None) -> None:
        self.heard.put_nowait(seq)

    async def next(self) -> int | None:
        return await asyncio.wait_for(self.heard.get(), WAIT)


@asynccontextmanager
async def connected(redis: Redis) -> AsyncIterator[RedisHub]:
    hub = RedisHub(redis.url)
    await hub.open()
    try:
        await asyncio.wait_for(hub.connected.wait(), WAIT)
        yield hub
    finally:
        await hub.close()


@pytest.fixture(params=["memory", "redis"])
def hubs(request: pytest.FixtureRequest) -> Hubs:
    redis: Redis | None = request.getfixturevalue("redis_server") if request.param == "redis" else None

    def run(work: Callable[[Hub, Hub], Awaitable[None]]) -> None:
        async def inside() -> None:
            if redis is None:
                hub = MemoryHub()
                await work(hub, hub)
                await hub.close()
            else:
                async with connected(redis) as one, connected(redis) as other:
                    await work(one, other)

        asyncio.run(inside())

    return run


def test_the_other_end_hears_how_long_a_game_is(hubs: Hubs) -> None:
    async def work(here: Hub, there: Hub) -> None:
        ear = Ear()
        there.subscribe("g", ear)
        assert await ear.next() is None  # look first: from now on nothing is missed
        for seq in (7, 8):
            here.tell("g", seq)
        here.tell("g")
        assert [await ear.next() for _ in range(3)] == [7, 8, None]

    hubs(work)


def test_nobody_hears_of_other_games(hubs: Hubs) -> None:
    async def work(here: Hub, there: Hub) -> None:
        ear = Ear()
        there.subscribe("g", ear)
        here.tell("h", 1)
        here.tell("g", 2)
        assert [await ear.next() for _ in range(2)] == [None, 2]

    hubs(work)


def test_who_has_left_hears_nothing(hubs: Hubs) -> None:
    async def work(here: Hub, there: Hub) -> None:
        gone, stays = Ear(), Ear()
        leave = there.subscribe("g", gone)
        there.subscribe("g", stays)
        leave()
        leave()
        here.tell("g", 1)
        assert [await stays.next() for _ in range(2)] == [None, 1]
        assert gone.heard.qsize() == 1  # the look when it came

    hubs(work)


def test_a_process_hears_itself(hubs: Hubs) -> None:
    async def work(here: Hub, _: Hub) -> None:
        ear = Ear()
        here.subscribe("g", ear)
        here.tell("g", 1)
        assert [await ear.next() for _ in range(2)] == [None, 1]

    hubs(work)


def test_alone_there_is_nobody_to_tell() -> None:
    async def work() -> None:
        hub, ear = NoHub(), Ear()
        hub.subscribe("g", ear)()
        hub.tell("g", 1)
        await hub.close()
        assert ear.heard.empty()

    asyncio.run(work())


def test_when_redis_comes_back_everybody_looks_and_hears_again(redis_server: Redis) -> None:
    async def work() -> None:
        async with connected(redis_server) as here, connected(redis_server) as there:
            ear = Ear()
            there.subscribe("g", ear)
            assert await ear.next() is None
            redis_server.stop()
            try:
                while there.connected.is_set():
                    await asyncio.sleep(0.01)
                for seq in range(100):  # nobody waits for it, nobody breaks
                    here.tell("g", seq)
                    await asyncio.sleep(0)
            finally:
                redis_server.start()
            assert await ear.next() is None
            await asyncio.wait_for(here.connected.wait(), WAIT)
            heard = None
            while heard != 7:  # what was told while it was away may come late, or never
                here.tell("g", 7)
                heard = await ear.next()

    asyncio.run(work())


def test_garbage_on_the_channel_is_at_most_a_reason_to_look(redis_server: Redis) -> None:
    async def work() -> None:
        async with connected(redis_server) as hub:
            ear = Ear()
            hub.subscribe("g", ear)
            for garbage in ("", "g", "g -1", "g x", "g 1 2", "g ²", "g " + "9" * 5000, b"g \xff", "\0" * 100):
                await hub._redis.publish("gaslamp", garbage)
            hub.tell("g", 3)
            heard = [await ear.next()]
            while heard[-1] != 3:
                heard.append(await ear.next())
            assert set(heard) == {None, 3}

    asyncio.run(work())

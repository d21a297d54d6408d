"""Notifications between processes by PostgreSQL: received, lost connections, garbage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from gaslamp.cluster.cluster import STANDALONE
from gaslamp.cluster.listener import NotificationListener
from gaslamp.cluster.postgres import PostgresCluster
from gaslamp.storage.postgres import CHANNEL, PostgresDatabase
from tests.host.places import KeptBySql, opened
from tests.services import Postgres
from tests.storage.test_store import PLAYING, entry, saved

WAIT = 30.0


class Subscriber:
    """Collects what it is called with."""

    def __init__(self) -> None:
        self.changes: asyncio.Queue[int | None] = asyncio.Queue()

    def __call__(self, length: int | None) -> None:
        self.changes.put_nowait(length)

    async def next(self) -> int | None:
        return await asyncio.wait_for(self.changes.get(), WAIT)


class Process(NamedTuple):
    kept: KeptBySql
    cluster: PostgresCluster
    listener: NotificationListener


Work = Callable[[Process, Process], Awaitable[None]]


@asynccontextmanager
async def process(address: str, name: str) -> AsyncIterator[Process]:
    backend = PostgresDatabase(address)
    async with opened(backend) as kept:
        cluster = PostgresCluster(kept.database, name, 3600.0)
        listener = NotificationListener(backend.url, cluster.receive)
        listener.start()
        await asyncio.wait_for(listener.connected.wait(), WAIT)
        try:
            yield Process(kept, cluster, listener)
        finally:
            await cluster.leave()
            await listener.stop()


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.prepared_database()


@pytest.fixture
def two(address: str) -> Callable[[Work], None]:
    def run(work: Work) -> None:
        async def inside() -> None:
            async with process(address, "here") as here, process(address, "there") as there:
                await work(here, there)

        asyncio.run(inside())

    return run


def test_an_append_notifies_the_other_process_of_the_length(two: Callable[[Work], None]) -> None:
    async def work(here: Process, there: Process) -> None:
        subscriber = Subscriber()
        there.cluster.subscribe("g", subscriber)
        assert await subscriber.next() is None  # at once
        await here.kept.store.create(saved(), PLAYING, entry(0))
        for number in (1, 2):
            await here.kept.store.append("g", number, entry(number))
        here.cluster.publish("g")
        assert [await subscriber.next() for _ in range(3)] == [2, 3, None]

    two(work)


def test_appends_that_fail_notify_nobody(two: Callable[[Work], None]) -> None:
    async def work(here: Process, there: Process) -> None:
        subscriber = Subscriber()
        there.cluster.subscribe("g", subscriber)
        await here.kept.store.create(saved(), PLAYING, entry(0))
        taken = (here.kept.store.append("g", 0, entry(0)) for _ in range(3))
        await asyncio.gather(*taken, here.kept.store.append("g", 1, entry(1)), return_exceptions=True)
        here.cluster.publish("g")
        assert [await subscriber.next() for _ in range(3)] == [None, 2, None]

    two(work)


def test_subscribers_of_other_games_and_former_ones_are_not_called(two: Callable[[Work], None]) -> None:
    async def work(here: Process, there: Process) -> None:
        former, current = Subscriber(), Subscriber()
        unsubscribe = there.cluster.subscribe("g", former)
        there.cluster.subscribe("g", current)
        unsubscribe()
        unsubscribe()
        here.cluster.publish("h")
        here.cluster.publish("g")
        assert [await current.next() for _ in range(2)] == [None, None]
        assert former.changes.qsize() == 1  # when it subscribed

    two(work)


def test_a_process_ignores_its_own_notifications(two: Callable[[Work], None]) -> None:
    async def work(here: Process, there: Process) -> None:
        mine, theirs = Subscriber(), Subscriber()
        here.cluster.subscribe("g", mine)
        there.cluster.subscribe("g", theirs)
        await here.kept.store.create(saved(), PLAYING, entry(0))
        await here.kept.store.append("g", 1, entry(1))
        assert [await theirs.next() for _ in range(2)] == [None, 2]
        there.cluster.publish("g")
        assert [await mine.next() for _ in range(2)] == [None, None]

    two(work)


def test_one_process_alone_needs_no_notifications() -> None:
    subscriber = Subscriber()
    STANDALONE.subscribe("g", subscriber)()
    STANDALONE.publish("g")
    assert subscriber.changes.empty()


def test_after_a_lost_connection_all_subscribers_catch_up(
    two: Callable[[Work], None], postgres: Postgres, address: str
) -> None:
    async def work(here: Process, there: Process) -> None:
        subscriber = Subscriber()
        there.cluster.subscribe("g", subscriber)
        assert await subscriber.next() is None
        listening = f"FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN {CHANNEL}'"
        terminated = await asyncio.to_thread(postgres.ask, address, f"SELECT pg_terminate_backend(pid) {listening}")
        assert terminated == [(True,)] * 2
        assert await subscriber.next() is None  # connected again
        await asyncio.wait_for(there.listener.connected.wait(), WAIT)
        here.cluster.publish("g")
        assert await subscriber.next() is None

    two(work)


def test_garbage_on_the_channel_is_at_most_a_reason_to_catch_up(
    two: Callable[[Work], None], postgres: Postgres, address: str
) -> None:
    async def work(here: Process, there: Process) -> None:
        subscriber = Subscriber()
        there.cluster.subscribe("g", subscriber)
        await here.kept.store.create(saved(), PLAYING, entry(0))
        for garbage in ("", "g", "g -1", "g x", "g 1 2", "g ²", "g " + "9" * 5000, "\x01" * 100):
            await asyncio.to_thread(postgres.ask, address, "SELECT pg_notify(%s, %s)", CHANNEL, garbage)
        await here.kept.store.append("g", 1, entry(1))
        received = [await subscriber.next()]
        while received[-1] != 2:
            received.append(await subscriber.next())
        assert set(received) == {None, 2}

    two(work)

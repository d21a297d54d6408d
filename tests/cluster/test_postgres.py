"""Leases, presence, and a game that is open in two processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import pytest
from sqlalchemy import text

from gaslamp.cluster.listener import NotificationListener
from gaslamp.cluster.postgres import PostgresCluster
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.postgres import PostgresDatabase
from tests.host.places import KeptBySql, opened
from tests.services import Postgres
from tests.storage.test_store import Anybody, play_on

WAIT = 30.0
LONG = 3600.0  # seconds


class LossyCluster(PostgresCluster):
    lossy = False  # True: drop all notifications

    def receive(self, backend: int, message: str | None) -> None:
        if not self.lossy:
            super().receive(backend, message)


class Process:
    """A server process on the database: its own connections, cluster and games."""

    def __init__(self, kept: KeptBySql, name: str) -> None:
        self.kept = kept
        self.cluster = LossyCluster(kept.database, name, LONG)
        self.opponents = Anybody()
        self.live_games = LiveGames(kept.store, self.opponents, lambda: 0.0, self.cluster)

    async def open(self, id: str) -> LiveGame:
        live = await self.live_games.open(id)
        assert live is not None
        return live


Two = Callable[[Callable[[Process, Process], Awaitable[None]]], None]


@pytest.fixture
def two(postgres: Postgres) -> Two:
    address = postgres.prepared_database()

    def run(work: Callable[[Process, Process], Awaitable[None]]) -> None:
        async def inside() -> None:
            async with two_processes(address) as (one, other):
                await asyncio.wait_for(work(one, other), WAIT)

        asyncio.run(inside())

    return run


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[list[Process]]:
    async with AsyncExitStack() as closing:
        both = []
        for name in ("one", "other"):
            backend = PostgresDatabase(address)
            kept = await closing.enter_async_context(opened(backend))
            process = Process(kept, name)
            listener = NotificationListener(backend.url, process.cluster.receive)
            listener.start()
            closing.push_async_callback(listener.stop)
            closing.push_async_callback(process.live_games.close)
            await asyncio.wait_for(listener.connected.wait(), WAIT)
            both.append(process)
        yield both


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


# ---- leases


@pytest.mark.long
def test_one_process_holds_a_lease(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        assert await one.cluster.acquire("g")
        assert await one.cluster.acquire("g")
        assert not await other.cluster.acquire("g")
        assert await other.cluster.acquire("h")
        assert await one.cluster.orphans() == []

    two(work)


@pytest.mark.long
def test_of_many_who_ask_at_once_one_gets_it(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        for game in map(str, range(20)):
            assert sum(await asyncio.gather(one.cluster.acquire(game), other.cluster.acquire(game))) == 1

    two(work)


def test_a_lease_that_ran_out_is_anybodys(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        dead = PostgresCluster(one.kept.database, "dead", seconds=-1.0)
        assert await dead.acquire("g")
        assert await other.cluster.orphans() == ["g"]
        assert await other.cluster.acquire("g")
        assert not await one.cluster.acquire("g")
        await dead.renew(["g"])  # it comes back to life, and the game is another's
        assert not await dead.acquire("g")

    two(work)


def test_only_games_that_are_open_keep_their_lease(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        short = PostgresCluster(one.kept.database, "short", seconds=-1.0)
        for game in ("g", "h"):
            assert await short.acquire(game)
        short._seconds = LONG
        await short.renew(["g", "never held"])
        assert not await other.cluster.acquire("g")
        assert await other.cluster.acquire("h")

    two(work)


def test_what_is_released_or_left_is_free_at_once(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        for game in ("g", "h"):
            assert await one.cluster.acquire(game)
        await one.cluster.release("g")
        await other.cluster.release("h")  # not theirs to release
        assert await other.cluster.orphans() == []
        assert not await other.cluster.acquire("h")
        await one.cluster.leave()
        assert await other.cluster.orphans() == ["h"]
        assert await other.cluster.acquire("h")

    two(work)


# ---- presence


def test_others_see_who_is_here_until_they_leave(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        await one.cluster.show("g", ["jack", "detectives"])
        assert await other.cluster.elsewhere("g") == {"jack", "detectives"}
        assert await one.cluster.elsewhere("g") == frozenset()
        await one.cluster.show("g", ["jack"])
        await one.cluster.renew([])
        assert await other.cluster.elsewhere("g") == {"jack"}
        assert await other.cluster.elsewhere("h") == frozenset()
        await one.cluster.leave()
        assert await other.cluster.elsewhere("g") == frozenset()

    two(work)


def test_the_dead_are_not_here(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        await PostgresCluster(one.kept.database, "dead", seconds=-1.0).show("g", ["jack"])
        assert await other.cluster.elsewhere("g") == frozenset()

    two(work)


# ---- one game in two processes


def test_connections_that_were_cut_are_made_anew(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "passer_by"})
        here = await one.open(id)
        others = "FROM pg_stat_activity WHERE pid != pg_backend_pid() AND query != ''"
        for _ in range(3):
            with other.kept.engine.connect() as connection:
                connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))
            await until(lambda: here.state.to_move != "jack")
            await play_on(here, Random(1))
            await one.live_games.beat()
        await until(lambda: here.state.to_move != "jack")  # whoever counts must not count while somebody moves
        assert len(await other.kept.store.entries(id)) == here.state.length

    two(work)


def test_an_action_in_one_process_reaches_the_other(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {})
        here, there = await one.open(id), await other.open(id)
        with there.attendance.listen(["jack"]) as listener:
            await until(lambda: here.attendance.present == {"jack"})
            listener.changed.clear()
            await play_on(here, Random(1), steps=1)
            await listener.changed.wait()
            await until(lambda: there.state.length == here.state.length)
        await until(lambda: here.attendance.present == frozenset())

    two(work)


def test_a_lost_notification_is_made_up_for_by_polling(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {})
        here, there = await one.open(id), await other.open(id)
        other.cluster.lossy = True
        await play_on(here, Random(1), steps=3)
        assert there.state.length < here.state.length
        with there.attendance.listen(["jack"]) as listener:
            listener.changed.clear()
            await other.live_games.poll()
            assert listener.changed.is_set()
        assert there.state.length == here.state.length

    two(work)


def test_a_bot_runs_in_one_process_only(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "passer_by"})
        for process in (one, other):
            process.opponents.free.clear()
        here, there = await one.open(id), await other.open(id)
        await play_on(here, Random(1))
        await until(lambda: there.state.length == here.state.length and there.state.to_move == "jack")
        await until(lambda: one.opponents.asked + other.opponents.asked > 0)
        assert not await (other if one.opponents.asked else one).live_games.runs(id)
        for process in (one, other):
            process.opponents.free.set()
        await until(lambda: here.state.to_move == there.state.to_move == "detectives")
        assert 0 in {one.opponents.asked, other.opponents.asked}

    two(work)


def test_whoever_is_left_takes_over_though_nobody_is_connected(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "passer_by"})
        one.opponents.free.clear()  # it thinks, and thinks
        here = await one.open(id)
        await play_on(here, Random(1))
        await until(lambda: one.opponents.asked == 1)
        await other.live_games.adopt()
        assert other.opponents.asked == 0  # it is not theirs
        await one.cluster.leave()  # as if it had not been renewed
        await other.live_games.adopt()
        await until(lambda: other.opponents.asked > 0)
        there = await other.open(id)
        await until(lambda: there.state.to_move == "detectives")
        one.opponents.free.set()  # its answer comes too late, and changes nothing
        await until(lambda: here.state.length == there.state.length)
        entries = await other.kept.store.entries(id)
        assert len(entries) == there.state.length

    two(work)


def test_a_new_game_is_anybodys_who_comes_first(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        id = await one.live_games.create("pocket", {}, {"detectives": "passer_by"})
        assert await other.cluster.orphans() == [id]
        await other.live_games.adopt()
        await until(lambda: other.opponents.asked > 0)
        assert one.opponents.asked == 0

    two(work)


def test_a_lease_of_a_game_that_is_not_there_is_forgotten(two: Two) -> None:
    async def work(one: Process, other: Process) -> None:
        await one.cluster.offer("no such game")
        await other.live_games.adopt()
        assert await other.cluster.orphans() == []
        assert await one.cluster.acquire("no such game")

    two(work)

"""Leases, presence, and a game that is open in two houses: what one does the other learns, what it left it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import pytest
from sqlalchemy import text

from gaslamp.live.cluster.hub import MemoryHub
from gaslamp.live.cluster.leases import SqlLeases
from gaslamp.live.cluster.peers import Peers
from gaslamp.live.cluster.presence import SqlPresence
from gaslamp.live.game.live_game import LiveGame
from gaslamp.live.registry import LiveGames
from gaslamp.storage.postgres import PostgresDatabase
from tests.host.places import KeptBySql, opened
from tests.services import Postgres
from tests.storage.test_store import Anybody, play_on

WAIT = 30.0
LONG = 3600.0  # seconds


class Careless(MemoryHub):
    """A hub that may lose what it is to carry."""

    lost = False

    def tell(self, game: str, seq: int | None = None) -> None:
        if not self.lost:
            super().tell(game, seq)


class Beside:
    """A process on the database: its own connections, leases and house."""

    def __init__(self, kept: KeptBySql, name: str, hub: Careless, seconds: float) -> None:
        self.kept = kept
        self.hub = hub
        self.leases = SqlLeases(kept.database, name, seconds)
        self.presence = SqlPresence(kept.database, name, seconds)
        self.opponents = Anybody()
        peers = Peers(hub, self.leases, self.presence)
        self.live_games = LiveGames(kept.store, self.opponents, lambda: 0.0, peers)

    async def open(self, id: str) -> LiveGame:
        live = await self.live_games.open(id)
        assert live is not None
        return live


Two = Callable[[Callable[[Beside, Beside], Awaitable[None]]], None]


@pytest.fixture
def two(postgres: Postgres) -> Two:
    address = postgres.prepared_database()

    def run(work: Callable[[Beside, Beside], Awaitable[None]]) -> None:
        async def inside() -> None:
            async with beside(address, Careless()) as (one, other):
                await asyncio.wait_for(work(one, other), WAIT)

        asyncio.run(inside())

    return run


@asynccontextmanager
async def beside(address: str, hub: Careless, seconds: float = LONG) -> AsyncIterator[list[Beside]]:
    async with AsyncExitStack() as closing:
        both = []
        for name in ("one", "other"):
            kept = await closing.enter_async_context(opened(PostgresDatabase(address)))
            both.append(Beside(kept, name, hub, seconds))
            closing.push_async_callback(both[-1].live_games.close)
        yield both


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


# ---- leases


@pytest.mark.long
def test_one_process_holds_a_lease(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        assert await one.leases.hold("g")
        assert await one.leases.hold("g")
        assert not await other.leases.hold("g")
        assert await other.leases.hold("h")
        assert await one.leases.orphans() == []

    two(work)


@pytest.mark.long
def test_of_many_who_ask_at_once_one_gets_it(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        for game in map(str, range(20)):
            assert sum(await asyncio.gather(one.leases.hold(game), other.leases.hold(game))) == 1

    two(work)


def test_a_lease_that_ran_out_is_anybodys(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        dead = SqlLeases(one.kept.database, "dead", seconds=-1.0)
        assert await dead.hold("g")
        assert await other.leases.orphans() == ["g"]
        assert await other.leases.hold("g")
        assert not await one.leases.hold("g")
        await dead.renew(["g"])  # it comes back to life, and the game is another's
        assert not await dead.hold("g")

    two(work)


def test_only_games_that_are_open_keep_their_lease(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        short = SqlLeases(one.kept.database, "short", seconds=-1.0)
        for game in ("g", "h"):
            assert await short.hold(game)
        short._seconds = LONG
        await short.renew(["g", "never held"])
        assert not await other.leases.hold("g")
        assert await other.leases.hold("h")

    two(work)


def test_what_is_released_or_left_is_free_at_once(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        for game in ("g", "h"):
            assert await one.leases.hold(game)
        await one.leases.release("g")
        await other.leases.release("h")  # not theirs to release
        assert await other.leases.orphans() == []
        assert not await other.leases.hold("h")
        await one.leases.leave()
        assert await other.leases.orphans() == ["h"]
        assert await other.leases.hold("h")

    two(work)


# ---- presence


def test_others_see_who_is_here_until_they_leave(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        await one.presence.here("g", ["jack", "detectives"])
        assert await other.presence.elsewhere("g") == {"jack", "detectives"}
        assert await one.presence.elsewhere("g") == frozenset()
        await one.presence.here("g", ["jack"])
        await one.presence.renew()
        assert await other.presence.elsewhere("g") == {"jack"}
        assert await other.presence.elsewhere("h") == frozenset()
        await one.presence.leave()
        assert await other.presence.elsewhere("g") == frozenset()

    two(work)


def test_the_dead_are_not_here(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        await SqlPresence(one.kept.database, "dead", seconds=-1.0).here("g", ["jack"])
        assert await other.presence.elsewhere("g") == frozenset()

    two(work)


# ---- one game in two houses


def test_connections_that_were_cut_are_made_anew(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "random"})
        here = await one.open(id)
        others = "FROM pg_stat_activity WHERE pid != pg_backend_pid() AND query != ''"
        for _ in range(3):
            with other.kept.engine.connect() as connection:
                connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))
            await until(lambda: here.to_move != "jack")
            await play_on(here, Random(1))
            await one.live_games.beat()
        await until(lambda: here.to_move != "jack")  # whoever counts must not count while somebody moves
        assert len(await other.kept.store.entries(id)) == here.state.length

    two(work)


def test_what_is_played_in_one_house_is_told_in_the_other(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
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


def test_a_hint_that_was_lost_is_made_up_for_by_looking(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        id = await one.live_games.create("pocket", {}, {})
        here, there = await one.open(id), await other.open(id)
        one.hub.lost = True
        await play_on(here, Random(1), steps=3)
        assert there.state.length < here.state.length
        with there.attendance.listen(["jack"]) as listener:
            listener.changed.clear()
            await other.live_games.look()
            assert listener.changed.is_set()
        assert there.state.length == here.state.length

    two(work)


def test_an_opponent_thinks_in_one_house_alone(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "random"})
        for process in (one, other):
            process.opponents.free.clear()
        here, there = await one.open(id), await other.open(id)
        await play_on(here, Random(1))
        await until(lambda: there.state.length == here.state.length and there.to_move == "jack")
        await until(lambda: one.opponents.asked + other.opponents.asked > 0)
        assert not await (other if one.opponents.asked else one).live_games.runs(id)
        for process in (one, other):
            process.opponents.free.set()
        await until(lambda: here.to_move == there.to_move == "detectives")
        assert 0 in {one.opponents.asked, other.opponents.asked}

    two(work)


def test_whoever_is_left_takes_over_though_nobody_is_connected(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        id = await one.live_games.create("pocket", {}, {"jack": "random"})
        one.opponents.free.clear()  # it thinks, and thinks
        here = await one.open(id)
        await play_on(here, Random(1))
        await until(lambda: one.opponents.asked == 1)
        await other.live_games.adopt()
        assert other.opponents.asked == 0  # it is not theirs
        await one.leases.leave()  # as if it had not been renewed
        await other.live_games.adopt()
        await until(lambda: other.opponents.asked > 0)
        there = await other.open(id)
        await until(lambda: there.to_move == "detectives")
        one.opponents.free.set()  # its answer comes too late, and changes nothing
        await until(lambda: here.state.length == there.state.length)
        entries = await other.kept.store.entries(id)
        assert len(entries) == there.state.length

    two(work)


def test_a_new_game_is_anybodys_who_comes_first(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        id = await one.live_games.create("pocket", {}, {"detectives": "random"})
        assert await other.leases.orphans() == [id]
        await other.live_games.adopt()
        await until(lambda: other.opponents.asked > 0)
        assert one.opponents.asked == 0

    two(work)


def test_a_lease_of_a_game_that_is_not_there_is_forgotten(two: Two) -> None:
    async def work(one: Beside, other: Beside) -> None:
        await one.leases.offer("no such game")
        await other.live_games.adopt()
        assert await other.leases.orphans() == []
        assert await one.leases.hold("no such game")

    two(work)

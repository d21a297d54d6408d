"""Clocks of kept games: time that is up ends a game with nobody there and after a restart; outages are taken off."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.game import requests, updates
from gaslamp.game.clock import DAY, HOUR, MINUTE, SECOND, Clock
from gaslamp.service.games.clock_runner import BEAT, ClockRunner
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.database import Database
from gaslamp.storage.sqlite import DATABASE, DataFolder
from gaslamp.storage.store import Store
from tests.host.programs import Program
from tests.host.running import Frame, Guest, Socket, Time, plays, serving
from tests.sealed import kinds
from tests.storage.test_store import Anybody


class Running(NamedTuple):
    """A server without its pages."""

    live_games: LiveGames
    clock_runner: ClockRunner
    store: Store
    opponents: Anybody

    async def live(self, id: str) -> LiveGame:
        live = await self.live_games.open(id)
        assert live is not None
        return live


@asynccontextmanager
async def running(path: Path, time: Time, *, crash: bool = False) -> AsyncIterator[Running]:
    """Run until the block ends; in a crash nothing is said goodbye to."""
    folder = DataFolder(path)
    folder.open()
    database = Database(folder.engine())
    store, opponents = Store(database), Anybody()
    live_games = LiveGames(store, opponents, time)
    clock_runner = ClockRunner(live_games, store, time)
    await clock_runner.open()
    try:
        yield Running(live_games, clock_runner, store, opponents)
    finally:
        if not crash:
            await clock_runner.close()
        await live_games.close()
        await database.close()
        folder.close()


async def begun(server: Running, clock: str, bots: dict[str, str] | None = None) -> LiveGame:
    """Begin a game with everybody there, and let them go again."""
    id = await server.live_games.create("pocket", {}, bots or {}, clock=clock)
    live = await server.live(id)
    with live.attendance.listen(["detectives", "jack"]):
        await live.time.start_clocks()
    assert live.state.clocks_started
    return live


def ended(live: LiveGame) -> Outcome | None:
    return live.state.outcome


def clock_of(live: LiveGame) -> Clock:
    clock = live.state.clock
    assert clock is not None
    return clock


async def play(live: LiveGame) -> None:
    """Finish an activation of whoever is to move."""
    seat, told = live.state.to_move, live.state.updates[SPECTATOR]
    assert seat is not None
    while live.state.updates[SPECTATOR] == told:
        update = updates.update(live.state, seat)  # as if it did not know that it may not act for now
        await live.submit(requests.Play(update.legal[0], update.step), seat)


@pytest.mark.parametrize("title", titles.titles())
def test_the_clocks_begin_when_everybody_is_there(tmp_path: Path, title: str) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await server.live(await server.live_games.create(title, {}, {}, clock="5+0"))
            with live.attendance.listen(live.game.seats[:1]):
                await live.time.start_clocks()
                assert live.state.blocked
                with live.attendance.listen(live.game.seats[1:]):
                    await live.time.start_clocks()
            clock = live.state.clock
            assert clock is not None
            assert clock.runs == live.state.to_move

    asyncio.run(test())


def test_a_game_whose_time_is_up_ends_with_nobody_there(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "5+0")
            time.now += 299
            await server.clock_runner.poll()
            assert ended(live) is None
            time.now += 1
            await server.clock_runner.poll()
            assert ended(live) == Outcome("jack", "time")
            assert live.record().outcome == ended(live)
            assert await server.store.due_games(2**62) == []

    asyncio.run(test())


def test_the_clock_runner_is_in_time_whoever_has_least(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "5+0")
            for second in range(1, 304):
                time.now += 1
                await server.clock_runner.poll()
                if ended(live) is None and (live.state.to_move == "jack" or second == 140):
                    await play(live)  # Jack answers at once, the detectives once
            assert ended(live) == Outcome("jack", "time")
            clock = live.state.clock
            assert clock is not None
            assert clock.left["detectives"] == 0

    asyncio.run(test())


def test_an_action_after_the_time_is_refused_and_ends_the_game(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "5+0")
            time.now += 300
            with pytest.raises(IllegalAction, match=r"error\.over"):
                await play(live)
            assert ended(live) == Outcome("jack", "time")
            assert kinds(await server.store.entries(live.id)) == ["start", "begin", "flag"]

    asyncio.run(test())


@pytest.mark.parametrize("waits", [60, 300], ids=["in time", "until the time would be up"])
def test_waiting_inside_the_server_is_not_charged(tmp_path: Path, waits: int) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "5+0")
            last = (await server.store.entries(live.id))[-1].at
            time.now += 10
            received, update = time.now, live.update("detectives")
            await live._lock.acquire()
            action = requests.Play(update.legal[0], update.step)
            step = asyncio.create_task(live.submit(action, "detectives", received))
            await asyncio.sleep(0)
            time.now += waits
            live._lock.release()
            await step
            entry = (await server.store.entries(live.id))[-1]
            assert (kinds([entry]), entry.at) == (["action"], last + 10 * SECOND)
            assert ended(live) is None

    asyncio.run(test())


@pytest.mark.parametrize("received", [-1000.0, 0.0, 1000.0], ids=["before the turn", "at its start", "in the future"])
def test_an_entry_is_never_before_the_one_above_it_nor_in_the_future(tmp_path: Path, received: float) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "5+0")
            last, update = (await server.store.entries(live.id))[-1].at, live.update("detectives")
            time.now += 5
            action = requests.Play(update.legal[0], update.step)
            await live.submit(action, "detectives", last / SECOND + received)
            expected = int(time.now * SECOND) if received > 0 else last
            assert (await server.store.entries(live.id))[-1].at == expected

    asyncio.run(test())


def test_the_time_of_a_step_is_when_its_frame_or_request_was_received(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, submit = Time(), LiveGame.submit

    async def delayed(live: LiveGame, request: requests.Request, seat: str = "", received: float | None = None) -> None:
        if isinstance(request, requests.Play):
            time.now += 40
        await submit(live, request, seat, received)

    monkeypatch.setattr(LiveGame, "submit", delayed)
    with serving(tmp_path, now=time) as address:
        me, one = Guest(address), Program(address)
        table = me.create("same_device", title="pocket")["table"]
        game = one.begin(title="pocket", side="detectives", opponent="same_device")["game"]
        mine = me.sit(table)
        mine.send(uncover=mine.until("curtain")["seat"])
        frame = mine.until("table")
        began = int(time.now * SECOND)
        mine.send(play=plays(frame)[0], step=frame["step"])
        while (after := mine.receive())["type"] != "curtain" and after.get("step") != frame["step"] + 1:
            pass  # the curtain comes if it is Jack's turn now
        later = int(time.now * SECOND)
        state = one.told("GET", f"/games/{game}/state?seat=detectives")
        body = {"play": state["legal"][0], "step": state["step"]}
        one.told("POST", f"/games/{game}/play?seat=detectives", body)
        me.leave()
        one.http.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        entries = [json.loads(text) for (text,) in database.execute("SELECT entry FROM entries")]
    assert sorted(entry["at"] for entry in entries if entry["kind"] == "action") == [began, later]
    assert later == began + 40 * SECOND


@pytest.mark.parametrize("crash", [False, True])
def test_a_deadline_that_passes_is_noticed_after_a_restart(tmp_path: Path, crash: bool) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time, crash=crash) as server:
            id = (await begun(server, "1d")).id
            time.now += (DAY - HOUR) / SECOND
            await server.clock_runner.poll()
        async with running(tmp_path, time) as server:
            time.now += HOUR / SECOND
            await server.clock_runner.poll()
            assert (await server.live(id)).state.outcome == Outcome("jack", "time")

    asyncio.run(test())


def test_a_deadline_in_an_outage_moves_by_its_length(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time, crash=True) as server:
            id = (await begun(server, "1d")).id
            time.now += (DAY - HOUR) / SECOND
            await server.clock_runner.poll()  # the last beat
        time.now += 5 * HOUR / SECOND
        async with running(tmp_path, time) as server:
            await server.clock_runner.poll()
            live = await server.live(id)
            assert ended(live) is None
            assert clock_of(live).due == live.time.now + HOUR  # due four hours ago, and five hours later
            time.now += HOUR / SECOND
            await server.clock_runner.poll()
            assert ended(live) == Outcome("jack", "time")

    asyncio.run(test())


def test_a_total_stands_still_while_the_server_is_down_and_while_its_machine_sleeps(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            id = (await begun(server, "5+0")).id
            time.now += 60
            await server.clock_runner.poll()
        time.now += 10_000
        async with running(tmp_path, time) as server:
            live = await server.live(id)
            assert clock_of(live).left_at("detectives", live.time.now) == 4 * MINUTE
            time.now += BEAT / SECOND
            await server.clock_runner.poll()
            time.now += 10_000  # asleep
            await server.clock_runner.credit_suspension()
            await server.clock_runner.poll()
            assert ended(live) is None
            assert clock_of(live).left_at("detectives", live.time.now) == 4 * MINUTE - BEAT
        async with running(tmp_path, time) as server:
            again = await server.live(id)
            assert clock_of(again).left == clock_of(live).left
            assert clock_of(again).due == clock_of(live).due

    asyncio.run(test())


def test_an_opponent_of_the_house_thinks_on_nobodys_time(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            server.opponents.free.clear()
            live = await begun(server, "5+0", {"jack": "passer_by"})
            clock = live.state.clock
            assert clock is not None
            assert set(clock.left) == {"detectives"}
            await play(live)
            time.now += 3600
            await server.clock_runner.poll()
            assert ended(live) is None
            server.opponents.free.set()

    asyncio.run(test())


def test_nobody_plays_before_the_clocks_have_begun(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await server.live(await server.live_games.create("pocket", {}, {}, clock="5+0"))
            with live.attendance.listen(["detectives"]):
                await live.time.start_clocks()
                with pytest.raises(IllegalAction, match=r"error\.not_begun"):
                    await play(live)
            time.now += 3600
            await server.clock_runner.poll()
            assert ended(live) is None
            with pytest.raises(Unreadable):
                await server.live_games.create("pocket", {}, {}, clock="5")

    asyncio.run(test())


def until_they_run(socket: Socket) -> Frame:
    """Read on until the clocks of a table run."""
    while not (frame := socket.until("status"))["since"]:
        pass
    return frame


@pytest.mark.long
def test_at_the_table_clocks_are_seen_and_run_out(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        me, friend = Guest(address), Guest(address)
        told = me.create("friend", clock="1+5")
        friend.follow(told["invite"])
        mine = me.sit(told["table"])
        assert "clocks start when" in mine.until("status")["html"]
        theirs = friend.sit(told["table"])
        seen = until_they_run(mine)
        assert seen["now"] == seen["since"] == int(time.now * 1000)
        assert seen["clocks"] == [
            {"seat": "jack", "left": MINUTE, "runs": False},
            {"seat": "detectives", "left": MINUTE, "runs": True},
        ]
        theirs.until("status", clocks=seen["clocks"])
        time.now += 60
        last = theirs.until("table", over=True)
        assert last["prompt"]["title"] == "Detectives ran out of time. Winner: Mr. Jack."
        me.leave()
        friend.leave()


@pytest.mark.long
@pytest.mark.parametrize(("title", "side"), [("pocket", "detectives"), ("mr_jack", "detective"), ("whitehall", "jack")])
def test_staged_steps_and_steps_taken_back_do_not_show_in_the_clocks(tmp_path: Path, title: str, side: str) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        me, friend = Guest(address), Guest(address)
        told = me.create("friend", side, title=title, clock="15+10")
        friend.follow(told["invite"])
        mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
        until_they_run(theirs)
        frame = mine.until("table", step=1)
        while not plays(frame):
            frame = mine.until("table")
        while not theirs.hears_nothing():
            pass
        heard = len(theirs.frames)
        while not frame["undo"]:
            time.now += 7
            staged = [choice["play"] for choice in frame["prompt"]["choices"] if not choice.get("final")]
            mine.send(play=staged[0], step=frame["step"])
            frame = mine.until("table", step=frame["step"] + 1)
        time.now += 7
        mine.send(undo=frame["step"])
        mine.until("table", step=frame["step"] + 1)
        assert theirs.hears_nothing()
        assert len(theirs.frames) == heard
        me.leave()
        friend.leave()

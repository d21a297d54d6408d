"""Status at the table: offers and answers by sockets, a seat handed over and taken back, a game closed by its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import SPECTATOR
from gaslamp.game import requests
from gaslamp.game.clock import DAY, MINUTE, SECOND
from tests.host.running import Frame, Guest, Socket, Time, plays, serving
from tests.sealed import kinds
from tests.service.games.test_clocks import begun, play, running

Come = Callable[[], Guest]


class Two(NamedTuple):
    """The detectives, who begin, and Jack, at one table with clocks."""

    mine: Socket
    theirs: Socket
    time: Time


@contextmanager
def two(path: Path, clock: str = "15+10") -> Iterator[Two]:
    time = Time()
    with serving(path, now=time) as address:
        me, friend = Guest(address), Guest(address)
        told = me.create("friend", clock=clock)
        friend.follow(told["invite"])
        mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
        until_asked(mine, "", "pause")
        until_asked(theirs, "", "pause")
        yield Two(mine, theirs, time)
        me.leave()
        friend.leave()


def until_asked(socket: Socket, text: str, *may: str) -> Frame:
    """Read on until the status says something, and allows so much."""
    while True:
        frame = socket.until("status")
        asked = [what for what in frame["may"] if what != "abort"]  # which is done, not asked for
        if text in frame["html"] and (not may or asked == list(may)):
            return frame


def finish_activation(socket: Socket) -> Frame:
    """Play until it is the other side's turn."""
    frame = socket.until("table")
    while not plays(frame):
        frame = socket.until("table")
    while plays(frame):
        choice = next(play for play in plays(frame) if "alibi" not in play)  # a draw is not taken back
        socket.send(play=choice, step=frame["step"])
        frame = socket.until("table", step=frame["step"] + 1)
    return frame


def test_a_pause_is_offered_accepted_and_ended(tmp_path: Path) -> None:
    with two(tmp_path) as (mine, theirs, time):
        theirs.send(ask="pause")
        asked = until_asked(mine, "pause the game?")
        assert 'data-status="yes"' in asked["html"]
        assert 'data-status="yes"' not in until_asked(theirs, "Waiting for an answer")["html"]
        time.now += 60
        mine.send(reply=1, agree=True)
        paused = until_asked(mine, "The game is paused")
        assert not any(clock["runs"] for clock in paused["clocks"])
        assert [clock["left"] for clock in paused["clocks"]] == [15 * MINUTE, 14 * MINUTE]
        frame = mine.until("table")
        assert plays(frame) == []
        assert frame["prompt"]["title"] == "The game is paused."  # not that my own seat is waited for
        mine.send(play="take holmes", step=frame["step"])
        assert mine.until("error")["text"] == "The game is paused."
        until_asked(theirs, "The game is paused")
        time.now += 3600
        theirs.send(resume=True)
        on = until_asked(theirs, "", "pause")
        assert on["since"] == int(time.now * SECOND)


def test_an_activation_is_taken_back_by_consent(tmp_path: Path) -> None:
    with two(tmp_path) as (mine, theirs, _):
        before = theirs.until("table")
        finish_activation(mine)
        mine.send(ask="undo")
        until_asked(theirs, "take back the last action?")
        theirs.send(reply=1, agree=True)
        while not plays(frame := mine.until("table")):
            pass
        again = theirs.until("table", sprites=before["sprites"], panels=before["panels"])
        assert plays(again) == []
        assert frame["undo"] is False


def test_who_asked_is_told_that_it_was_declined(tmp_path: Path) -> None:
    with two(tmp_path) as (mine, theirs, _):
        theirs.send(ask="pause")
        until_asked(mine, "pause the game?")
        mine.send(reply=1, agree=False)
        assert until_asked(theirs, "Declined")["may"] == []
        assert "Declined" not in until_asked(mine, "", "pause")["html"]


def test_what_may_not_be_asked_is_refused(tmp_path: Path) -> None:
    with two(tmp_path) as (mine, theirs, _):
        for wrong in ("undo", "hand_over jack", "hand_over detectives"):
            mine.send(ask=wrong)
            assert mine.until("error")["text"] == "You cannot ask for that now."
        for unreadable in ("resign", "hand_over the_moon", "pause now"):
            mine.send(ask=unreadable)
            assert mine.until("error")["text"] != "You cannot ask for that now."
        mine.send(reply=1, agree=True)
        assert mine.until("error")["text"] == "There is nothing left to answer."
        theirs.send(resume=True)
        theirs.until("error")
        theirs.send(take_seat=True)
        theirs.until("error")


def test_who_only_watches_asks_for_nothing(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    told = me.create("friend", clock="15+10")
    friend.follow(told["invite"])
    watcher.follow(told["watch"])
    mine, theirs, seen = me.sit(told["table"]), friend.sit(told["table"]), watcher.sit(told["table"])
    until_asked(mine, "", "pause")
    frame = until_asked(seen, "")
    assert frame["may"] == []
    for asked in ({"ask": "pause"}, {"reply": 1, "agree": True}, {"resume": True}, {"abort": True}):
        seen.send(**asked)
        seen.until("error")
    theirs.send(ask="pause")
    assert "data-status" not in until_asked(seen, "pause the game?")["html"]


def test_two_at_one_device_pause_at_once(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create(clock="15+10")["table"])
    socket.send(uncover=socket.until("curtain")["seat"])
    until_asked(socket, "", "pause")
    socket.send(ask="pause")
    until_asked(socket, "The game is paused")
    socket.send(resume=True)
    until_asked(socket, "", "pause")


def test_the_host_closes_a_waiting_game_and_the_others_see_it(guest: Come) -> None:
    me, ally, late = guest(), guest(), guest()
    wanted: dict[str, Any] = {"title": "whitehall", "options": {"investigators": "2"}, "open": True}
    told = me.create("friend", "jack", **wanted)
    ally.follow(told["invite"])
    mine, theirs = me.sit(told["table"]), ally.sit(told["table"])
    assert 'data-status="abort"' in mine.until("waiting")["html"]
    assert "data-status" not in theirs.until("waiting")["html"]
    theirs.send(abort=True)
    theirs.until("error")
    mine.send(abort=True)
    for socket in (mine, theirs):
        while "This game was closed" not in socket.until("waiting")["html"]:
            pass
    refused = late.follow(told["invite"])
    assert (refused.status_code, refused.json()["text"]) == (409, "This game was closed before it started.")
    assert told["table"] not in me.http.get("/").text
    assert told["table"].removeprefix("/table/") not in late.http.get("/").text


def test_a_game_under_way_is_not_closed(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create("friend")
    friend.follow(told["invite"])
    socket = me.sit(told["table"])
    finish_activation(socket)
    socket.send(abort=True)
    assert socket.until("error")["text"] == "The game has already started."


def test_an_opponent_plays_for_who_is_gone_until_they_come_back(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "15+10")
            with live.attendance.listen(["jack"]):
                time.now += 59
                with pytest.raises(IllegalAction):
                    await live.submit(requests.Ask("hand_over detectives"), "jack")
                time.now += 1
                server.opponents.free.clear()
                await live.submit(requests.Ask("hand_over detectives"), "jack")
                while not server.opponents.asked:
                    await asyncio.sleep(0)
                with live.attendance.listen(["detectives"]):
                    with pytest.raises(IllegalAction, match=r"error\.handed_over"):
                        await play(live)
                    await live.submit(requests.TakeSeat(), "detectives")
                    told = live.state.updates[SPECTATOR]
                    server.opponents.free.set()
                    while not live._driver.idle:
                        await asyncio.sleep(0)
                    assert live.state.updates[SPECTATOR] == told  # its answer came too late
                    await play(live)
                entries = await server.store.entries(live.id)
                assert kinds(entries)[:4] == ["start", "begin", "hand_over", "take_back"]
                again = await _again(server.live_games, live.id)
                assert again == live.state.clock

    asyncio.run(test())


async def _again(live_games: Any, id: str) -> Any:
    """Give the clocks of a game that is made again from its log."""
    live_games._games.clear()
    live = await live_games.open(id)
    return live.state.clock


def test_with_deadlines_who_was_there_a_moment_ago_is_not_gone_yet(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "2d")
            with live.attendance.listen(["jack"]):
                with live.attendance.listen(["detectives"]):
                    time.now += 1.5 * DAY / SECOND
                announced = live.time.deserted_from("detectives")
                assert announced == live.time.now + MINUTE
                time.now += 59
                assert live.time.now < live.presence.away["detectives"]
                time.now += 1
                assert live.time.now >= live.presence.away["detectives"]

    asyncio.run(test())


def test_with_deadlines_who_has_let_half_of_one_pass_is_gone(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await begun(server, "2d")
            with live.attendance.listen(["jack"]):
                time.now += 3600
                assert live.time.now < live.presence.away["detectives"]
                time.now += DAY / SECOND - 3600
                assert live.time.now >= live.presence.away["detectives"]
                await live.submit(requests.Ask("hand_over detectives"), "jack")
                for _ in range(2000):
                    if live.state.to_move == "jack":
                        break
                    await asyncio.sleep(0.005)
                assert live.state.to_move == "jack"

    asyncio.run(test())

"""Heartbeats of a socket at a table: sent to clients that ask for them; a lost connection is shown to the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gaslamp.server.ops.limits import HEARTBEAT, SOCKET, TOO_FAST
from gaslamp.server.wire import client_frames
from gaslamp.service.games import attendance
from gaslamp.service.games.live_game import LiveGame
from tests.host.running import Frame, Guest, Socket, Time, plays, serving

Come = Callable[[], Guest]
BEAT = '{"heartbeat":true}'


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Come]:
    """Guests of a server whose heartbeats are fast, and its silence short."""
    monkeypatch.setattr("gaslamp.server.wire.socket.PERIOD", 0.25)
    monkeypatch.setattr(attendance, "SILENCE", 0.4)
    came: list[Guest] = []
    with serving(tmp_path) as address:

        def come() -> Guest:
            came.append(Guest(address))
            return came[-1]

        yield come
        for one in came:
            one.leave()


def two(come: Come) -> tuple[Guest, Guest, str]:
    me, friend = come(), come()
    made = me.create(opponent="friend", side="detectives")
    friend.follow(made["invite"])
    return me, friend, made["table"]


def jack(frame: Frame) -> dict[str, Any]:
    return next(seat for seat in frame["seats"] if seat["seat"] == "jack")


def until_jack(socket: Socket, **wanted: bool) -> None:
    """Read on until the seat of Jack is shown like this, answering heartbeats."""
    while True:
        frame = socket.receive()
        if frame["type"] == "heartbeat":
            socket.send(BEAT)
        if frame["type"] == "table" and all(jack(frame)[key] == value for key, value in wanted.items()):
            return


def test_browsers_write_a_heartbeat_as_the_server_expects_it() -> None:
    assert client_frames.HEARTBEAT == BEAT
    assert client_frames.decode(BEAT) == client_frames.Heartbeat(heartbeat=True)


@pytest.mark.long
def test_a_client_that_asks_for_no_heartbeats_gets_none_and_stays_present(quick: Come) -> None:
    me, friend, table = two(quick)
    mine, theirs = me.sit(table), friend.sit(table)
    until_jack(mine, present=True)
    assert mine.hears_nothing(1.0)  # more than the silence after which a heartbeat is missed
    theirs.until("table")
    assert {frame["type"] for frame in (*mine.frames, *theirs.frames)} <= {"table", "status", "chat", "waiting"}


def test_heartbeats_are_equal_bytes_for_all(quick: Come) -> None:
    me, friend, table = two(quick)
    sockets = me.sit(table), friend.sit(table)
    for socket in sockets:
        socket.send(BEAT)
    for socket in sockets:
        for _ in range(3):
            socket.until("heartbeat")
            assert socket.raw[-1] == '{"type":"heartbeat"}'


@pytest.mark.long
def test_the_other_player_sees_a_lost_connection_and_its_return(quick: Come) -> None:
    me, friend, table = two(quick)
    mine, theirs = me.sit(table), friend.sit(table)
    theirs.send(BEAT)
    until_jack(mine, present=True, lost=False)
    until_jack(mine, present=False, lost=True)
    theirs.send(BEAT)
    until_jack(mine, present=True, lost=False)
    until_jack(mine, present=False, lost=True)
    theirs.close()
    until_jack(mine, present=False, lost=False)


@pytest.mark.long
def test_a_second_window_that_answers_keeps_a_seat_present(quick: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "SILENCE", 1.2)  # long enough for an answer of a busy machine
    me, friend, table = two(quick)
    silent, mine, theirs = friend.sit(table), me.sit(table), friend.sit(table)
    silent.send(BEAT)
    mine.send(BEAT)
    theirs.send(BEAT)
    until_jack(mine, present=True)
    for _ in range(6):  # more than the silence
        theirs.until("heartbeat")
        theirs.send(BEAT)
    assert not any(jack(frame)["lost"] for frame in theirs.frames if frame["type"] == "table")


@pytest.mark.long
def test_heartbeats_go_on_while_a_request_waits(quick: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that waits for the game delays no heartbeat, and is not taken for a lost connection."""
    me, friend, table = two(quick)
    mine, theirs = me.sit(table), friend.sit(table)
    frame = mine.until("table", step=1)
    theirs.until("table")
    held = Held(monkeypatch)
    mine.send(BEAT)
    mine.send(play=plays(frame)[0], step=1)
    held.wait()
    for _ in range(4):
        mine.until("heartbeat")
    held.release()
    mine.until("table", step=2)
    while not theirs.hears_nothing():
        pass
    seats = [seat for seen in theirs.frames if seen["type"] == "table" for seat in seen["seats"]]
    assert not any(seat["lost"] for seat in seats)


class Held:
    """Holds every step of a game in the lock until it is released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reached, released, keep = threading.Event(), threading.Event(), LiveGame._save

        async def held(live: LiveGame, entry: Any) -> None:
            reached.set()
            while not released.is_set():
                await asyncio.sleep(0.01)
            await keep(live, entry)

        monkeypatch.setattr(LiveGame, "_save", held)
        self.wait, self.release = reached.wait, released.set


@pytest.mark.long
def test_more_heartbeats_than_are_due_are_counted_like_other_frames(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        guest = Guest(address)
        socket = guest.sit(guest.create()["table"])
        for _ in range(HEARTBEAT.burst + 2 * SOCKET.burst + 60):
            socket.send(BEAT)
        assert socket.closed_with() == TOO_FAST
        guest.leave()


@pytest.mark.long
@pytest.mark.parametrize("action", ["play", "undo", "resign"])
def test_an_action_that_is_sent_again_is_done_once_and_causes_no_error(quick: Come, action: str) -> None:
    me, _, table = two(quick)
    first = me.sit(table)
    frame = first.until("table", step=1)
    if action == "undo":
        staged = next(choice["play"] for choice in frame["prompt"]["choices"] if not choice.get("final"))
        first.send(play=staged, step=1)
        frame = first.until("table", step=2)
    sent = {"play": plays(frame)[0], "step": frame["step"]} if action == "play" else {action: frame["step"]}
    second = me.sit(table)
    second.until("table", step=frame["step"])
    first.send(**sent)
    done = first.until("table", step=frame["step"] + 1)
    second.until("table", step=frame["step"] + 1)
    second.send(**sent, again=True)
    again = second.until("table")
    assert (again["step"], again["sprites"]) == (done["step"], done["sprites"])
    assert second.hears_nothing()
    assert not any(seen["type"] == "error" for seen in (*first.frames, *second.frames))


def test_an_action_that_never_arrived_is_done_when_it_is_sent_again(quick: Come) -> None:
    me, _, table = two(quick)
    socket = me.sit(table)
    frame = socket.until("table", step=1)
    socket.send(play=plays(frame)[0], step=1, again=True)
    socket.until("table", step=2)

"""A finished game over the socket: every step to everybody who may see the table, and nothing of it before the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.core.records import record
from gaslamp.game.replay import Replay
from gaslamp.server.ops.limits import Rate
from gaslamp.server.wire import rendering
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.replays import replay_frame
from gaslamp.ui.panels import Log, LogLine
from gaslamp.ui.presentation import presentation
from tests.host.running import Frame, Guest, Socket, plays

Come = Callable[[], Guest]

every_title = pytest.mark.parametrize("title", titles.titles())


def ended(me: Guest, title: str, steps: int = 6, **more: Any) -> tuple[dict[str, str], Socket]:
    """Play some steps at one device, and give up."""
    links = me.create(title=title, side=titles.meta(title).default_side, **more)
    socket, rng = me.sit(links["table"]), Random(18)
    socket.until("curtain")
    while steps:
        frame = socket.frames[-1]
        if frame["type"] == "curtain":
            socket.send(uncover=frame["seat"])
        elif frame["type"] == "table":
            if frame["over"]:
                return links, socket
            possible = plays(frame)
            quiet = [choice for choice in possible if choice not in grave(frame)]
            if possible:
                socket.send(play=rng.choice(quiet or possible), step=frame["step"])
                steps -= 1
        socket.receive()
    if socket.frames[-1]["type"] == "curtain":
        socket.send(uncover=socket.frames[-1]["seat"])
        socket.until("table")
    socket.send(resign=1)
    socket.until("table", over=True)
    return links, socket


def grave(frame: Frame) -> set[str]:
    """Give the choices that are asked about once more: they decide the game."""
    return {choice["play"] for choice in frame["prompt"]["choices"] if "play" in choice and "sure" in choice}


def step(socket: Socket, number: int) -> Frame:
    socket.send(replay=number)
    return socket.until("replay", step=number)


@every_title
def test_each_step_is_what_the_record_tells(guest: Come, title: str) -> None:
    me = guest()
    links, socket = ended(me, title)
    id = links["table"].rpartition("/")[2]
    told = record.read(me.http.get(f"/games/{id}/record").text)
    game = titles.game(title, told.options)
    replay = Replay(game, told)
    for number in (0, 1, replay.last - 1, replay.last, 2):
        expected = replay_frame(replay, presentation(game), number)
        assert json.loads(encode(expected, "en")) == step(socket, number)


def test_who_watches_may_look_back_too(guest: Come) -> None:
    me, other = guest(), guest()
    links, socket = ended(me, "pocket")
    other.follow(links["watch"])
    watching = other.sit(links["table"])
    watching.until("table", over=True)
    assert step(watching, 1) == step(socket, 1)


@every_title
def test_before_the_end_nothing_of_it_is_sent(guest: Come, title: str) -> None:
    me = guest()
    links = me.create(title=title, side=titles.meta(title).default_side)
    socket = me.sit(links["table"])
    curtain = socket.until("curtain")
    for _ in range(2):  # behind the curtain, and with one side uncovered
        socket.send(replay=0)
        assert socket.until("error")["text"] == "The game is not over yet."
        socket.send(uncover=curtain["seat"])
        socket.until("table")
    assert "replay" not in {frame["type"] for frame in socket.frames}


@pytest.mark.long
@pytest.mark.parametrize("wrong", ["-1", "1e9", "true", "null", '"0"', "0.5", '0,"more":1', "1000001"])
def test_what_is_no_step_is_refused(guest: Come, wrong: str) -> None:
    _, socket = ended(guest(), "pocket")
    socket.send(f'{{"replay":{wrong}}}')
    assert socket.until("error")["text"] == "The server did not understand that."
    assert step(socket, 0)["step"] == 0


def test_there_is_no_step_after_the_last(guest: Come) -> None:
    _, socket = ended(guest(), "pocket")
    last = step(socket, 0)["last"]
    socket.send(replay=last + 1)
    assert str(last) in socket.until("error")["text"]
    assert step(socket, last)["step"] == last


def test_nobody_may_ask_for_more_steps_than_anybody_can_look_at(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaslamp.server.wire.connection.REPLAY", Rate(burst=2, per_second=0))
    _, socket = ended(guest(), "pocket")
    for number in (0, 1):
        assert step(socket, number)
    socket.send(replay=0)
    assert socket.until("error")["text"] == "Too many requests. Wait a moment."


@every_title
@pytest.mark.parametrize("reason", record.BY_THE_TABLE)
def test_the_log_says_that_the_table_ended_a_game(title: str, reason: str) -> None:
    """The rules know nothing of clocks and resignations."""
    game = titles.game(title)
    view = game.view(game.start(), SPECTATOR)
    outcome = Outcome(game.sides[0], reason)
    for given, last in ((None, False), (outcome, True)):
        log = next(panel for panel in rendering.panels(view, (), given, presentation(game)) if isinstance(panel, Log))
        ending = LogLine(presentation(game).ended(outcome), strong=True)
        assert (ending in [*log.lines.values()][-1:]) == last

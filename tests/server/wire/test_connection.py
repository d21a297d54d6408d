"""Sockets that come and go: two tabs, reconnecting, who is there, news, undo, giving up, and games of opponents."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gaslamp.locale import LANGUAGES
from gaslamp.server.http import protocols
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import SOCKET, WHOLE
from gaslamp.server.wire import socket as client_socket
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.membership import Members
from gaslamp.service.lobby.open_games import OpenGames
from tests.host.running import Guest, finish, plays, serving

Come = Callable[[], Guest]


def two(guest: Come) -> tuple[Guest, Guest, str]:
    """Give the detectives, who begin, and Jack, at one table."""
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    return me, friend, told["table"]


def test_two_tabs_of_one_seat_show_the_same(guest: Come) -> None:
    me, _, table = two(guest)
    one, other = me.sit(table), me.sit(table)
    frame = one.until("table")
    other.until("table", step=frame["step"])
    one.play(frame, Random(1))
    assert (
        one.until("table", step=frame["step"] + 1)["sprites"] == other.until("table", step=frame["step"] + 1)["sprites"]
    )


def test_only_one_of_two_tabs_can_play_a_step(guest: Come) -> None:
    me, _, table = two(guest)
    one, other = me.sit(table), me.sit(table)
    frame = one.until("table")
    other.until("table")
    for socket in (one, other):
        socket.send(play=plays(frame)[0], step=frame["step"])
    errors = 0
    for socket in (one, other):
        socket.until("table", step=frame["step"] + 1)
        errors += sum(seen["type"] == "error" for seen in socket.frames)
    if not errors:  # the refusal may come after the table
        assert other.until("error")


def test_who_comes_back_finds_the_table_as_it_is(guest: Come) -> None:
    me, _, table = two(guest)
    first = me.sit(table)
    first.play(first.until("table"), Random(1))
    left = first.until("table", step=2)
    first.close()
    again, own = me.sit(table).until("table"), {"news", "number"}  # what is told once; of this socket
    assert {key: again[key] for key in again if key not in own} == {key: left[key] for key in left if key not in own}


def test_who_is_there_is_seen_by_all(guest: Come) -> None:
    me, friend, table = two(guest)
    mine = me.sit(table)
    assert [seat["present"] for seat in mine.until("table")["seats"]] == [False, True]
    theirs = friend.sit(table)
    assert [seat["present"] for seat in mine.until("table")["seats"]] == [True, True]
    theirs.close()
    gone = mine.until("table")
    assert [(seat["seat"], seat["name"], seat["present"]) for seat in gone["seats"]] == [
        ("jack", "Guest", False),
        ("detectives", "You", True),
    ]


def test_a_step_that_may_be_taken_back_causes_nothing_at_the_other_side(guest: Come) -> None:
    me, friend, table = two(guest)
    mine, theirs = me.sit(table), friend.sit(table)
    frame = mine.until("table", step=1)
    theirs.until("table")
    while not theirs.hears_nothing():
        pass
    theirs.send(seen=1)
    while not frame["undo"]:
        staged = [choice["play"] for choice in frame["prompt"]["choices"] if not choice.get("final")]
        mine.send(play=staged[0], step=frame["step"])
        frame = mine.until("table", step=frame["step"] + 1)
    mine.send(undo=frame["step"])
    mine.until("table", step=frame["step"] + 1)
    assert theirs.hears_nothing()


def test_news_are_told_until_they_are_seen(guest: Come) -> None:
    me, _, table = two(guest)
    socket = me.sit(table)
    frame = socket.until("table")
    assert frame["news"] == []
    mine = next(choice["play"] for choice in frame["prompt"]["choices"] if not choice.get("final"))
    socket.send(play=mine, step=frame["step"])
    frame = socket.until("table", step=2)
    assert len(frame["news"]) == 1
    socket.send(language="fr")
    french = socket.until("table")
    assert len(french["news"]) == 1
    assert french["news"] != frame["news"]
    socket.send(seen=french["step"])
    socket.send(language="en")
    assert socket.until("table")["news"] == []


@pytest.mark.parametrize(("query", "word"), [("?lang=fr", "Enquêteur"), ("?lang=xx", "Detectives"), ("", "Detectives")])
def test_a_socket_speaks_the_language_of_its_page(guest: Come, query: str, word: str) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by")["table"], query)
    assert word in str(socket.until("table")["seats"])


@pytest.mark.parametrize("asked", [{"whole": True}, {"language": "fr"}], ids=["whole", "language"])
def test_full_frames_are_limited_more_tightly_than_others(guest: Come, asked: dict[str, Any]) -> None:
    """One short frame makes the server send a long one."""
    me, _, table = two(guest)
    socket = me.sit(table)
    socket.until("table")
    for _ in range(WHOLE.burst + 4):
        socket.send(**asked)
    assert socket.until("error")
    assert socket.open
    assert sum(frame["type"] == "table" for frame in socket.frames) <= WHOLE.burst + 3


def test_either_side_may_give_up_at_any_time_and_then_all_is_open(guest: Come) -> None:
    me, friend, table = two(guest)
    mine, theirs = me.sit(table), friend.sit(table)
    frame = theirs.until("table")
    assert plays(frame) == []
    theirs.send(resign=frame["step"])
    for socket in (mine, theirs):
        last = socket.until("table", over=True)
        assert last["prompt"]["title"] == "Mr. Jack resigned. Winner: Detectives."
        assert last["prompt"]["choices"] == []
        assert "Jack is " in last["result"]["lines"][0]
        assert (last["resign"], last["undo"]) == (False, False)


@pytest.mark.long
def test_against_each_opponent_a_game_comes_to_its_end(guest: Come) -> None:
    me = guest()
    for side in ("jack", "detectives"):
        last = finish(me.sit(me.create("bot:passer_by", side)["table"]), Random(side))
        assert last["result"]["title"]


@pytest.mark.long
def test_a_game_goes_on_after_the_server_was_started_again(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        table = me.create("bot:passer_by", "jack")["table"]  # the opponent begins
        cookies = me.http.cookies
        me.leave()
    with serving(tmp_path) as address:
        me = Guest(address)
        me.http.cookies = cookies
        socket = me.sit(table)
        frame = socket.until("table")
        while not plays(frame):
            frame = socket.until("table")  # it thinks on by itself
        assert finish(socket, Random(5), frame)["over"]
        me.leave()


@pytest.mark.long
def test_a_reader_that_takes_nothing_is_cut_off(
    guest: Come, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert limits.SEND_TIMEOUT == 20
    monkeypatch.setattr(protocols, "SEND_TIMEOUT", 0.3)
    monkeypatch.setattr(client_socket, "WHOLE", SOCKET)
    caplog.set_level("INFO", "gaslamp.access")
    me, friend, table = two(guest)
    theirs = friend.sit(table)
    theirs.until("table")
    with me.sit_and_read_nothing(table) as lazy:
        theirs.until("table")
        with suppress(ConnectionClosed):  # cut off before the last one, on a slow machine
            for number in range(SOCKET.burst):  # all of them allowed
                lazy.send(json.dumps({"language": LANGUAGES[number % 2]}))
                time.sleep(0.02)
        assert [seat["present"] for seat in theirs.until("table")["seats"]] == [True, False]
        assert "send timeout" in caplog.text


def test_who_comes_and_goes_makes_nobody_ask_the_database(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    me = guest()
    table = me.create(opponent="friend", side="detectives")["table"]
    waiting = [me.sit(table) for _ in range(5)]
    for socket in waiting:
        socket.until("waiting")
    asked: list[str] = []
    members, host = People.members, OpenGames.host

    async def counted(self: People, game: str) -> Members:
        asked.append("members")
        return await members(self, game)

    async def counted_host(self: OpenGames, game: str) -> str | None:
        asked.append("host")
        return await host(self, game)

    monkeypatch.setattr(People, "members", counted)
    monkeypatch.setattr(OpenGames, "host", counted_host)
    for _ in range(3):
        socket = me.sit(table)
        socket.until("waiting")
        socket.close()
    for socket in waiting:
        assert socket.hears_nothing(0.05)
    assert len(asked) == 3 * 3  # each asks for itself: to be let in, who is there, and whether they may close it

"""A rematch: made once, sides swapped, whoever asks, against friends, opponents and at one device."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest

from gaslamp.storage.database import Database, Work
from tests.host.running import Guest, finish, plays

Come = Callable[[], Guest]
T = TypeVar("T")


def test_both_ask_and_there_is_one_rematch_with_the_sides_swapped(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    watcher.follow(told["watch"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    mine.send(resign=mine.until("table")["step"])
    for socket in (mine, theirs):
        assert socket.until("table", over=True)["rematch"] == ""
    mine.send(rematch=True)
    moved = mine.until("moved")["to"]
    assert "You would play: Detectives." in theirs.until("table", rematch=moved)["rematch_offered"]
    theirs.send(rematch=True)
    assert theirs.until("moved")["to"] == moved
    assert me.sit(moved).until("table")["seat"] == "jack"
    assert friend.sit(moved).until("table")["seat"] == "detectives"
    assert watcher.sit(moved).until("table")["seat"] == "spectator"
    assert me.sit(told["table"]).until("table")["rematch"] == moved


def test_a_rematch_can_keep_the_sides(guest: Come) -> None:
    me = guest()
    table = me.create(opponent="bot:constable", side="jack")["table"]
    mine = me.sit(table)
    mine.send(resign=mine.until("table")["step"])
    mine.until("table", over=True)
    mine.send(rematch=True, same=True)
    assert me.sit(mine.until("moved")["to"]).until("table")["seat"] == "jack"


def test_a_rematch_is_one_transaction_and_is_not_read_again(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    mine = me.sit(told["table"])
    mine.send(resign=mine.until("table")["step"])
    mine.until("table", over=True)
    asked: list[str] = []
    read, write = Database.read, Database.write

    async def counted_read(self: Database, work: Work[T]) -> T:
        asked.append(f"read {work.__qualname__}")
        return await read(self, work)

    async def counted_write(self: Database, work: Work[T]) -> T:
        asked.append("write")
        return await write(self, work)

    monkeypatch.setattr(Database, "read", counted_read)
    monkeypatch.setattr(Database, "write", counted_write)
    mine.send(rematch=True)
    moved = mine.until("moved")["to"]
    assert asked.count("write") == 1  # with its people
    for one, seat in ((me, "jack"), (friend, "detectives")):
        assert one.sit(moved).until("table")["seat"] == seat
    assert asked.count("write") == 1
    assert [what for what in asked if "Store" in what] == []


def test_who_asks_is_told_for_whom_they_wait_and_where_to_send_them(guest: Come) -> None:
    me, friend = guest(), guest()
    friend.http.post("/name", json={"name": "Ben"})
    told = me.create(opponent="friend", side="detectives", own_nonce=True)
    path, secret = told["invite"].split("#")
    friend.http.post(f"/games/{path.split('/')[-1]}/join", json={"secret": secret, "nonce": "cd" * 32})
    mine = me.sit(told["table"])
    mine.send(nonces={"detectives": "ab" * 32})
    mine.send(resign=mine.until("table")["step"])
    mine.until("table", over=True)
    mine.send(rematch=True)
    moved = mine.until("moved")["to"]
    again = me.sit(moved)
    again.send(nonces={"jack": "ab" * 32})
    room = again.until("waiting", asked=[])["html"]
    assert "Waiting for Ben" in room
    assert f'value="{me.address}{moved}"' in room
    assert '<a class="btn quiet" href="/"' in room  # and one can leave
    assert re.search(rf'href="{moved}".*<i>waiting</i>', me.http.get("/").text)
    theirs = friend.sit(moved)
    theirs.send(nonces={"detectives": "cd" * 32})
    assert again.until("table")["seat"] == "jack"
    assert theirs.until("table")["seat"] == "detectives"


def test_a_game_that_goes_on_has_no_rematch(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by")["table"])
    socket.until("table")
    socket.send(rematch=True)
    assert socket.until("error")["text"] == "The game is not over yet."


def test_an_opponent_swaps_sides_too(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by", "detectives")["table"])
    socket.send(resign=socket.until("table")["step"])
    socket.until("table", over=True)
    socket.send(rematch=True)
    again = me.sit(socket.until("moved")["to"])
    frame = again.until("table")
    assert frame["seat"] == "jack"
    assert [seat["kind"] for seat in frame["seats"]] == ["guest", "bot"]
    while not plays(frame):
        frame = again.until("table")  # the detectives begin, by themselves


@pytest.mark.long
def test_at_one_device_there_is_a_curtain_again(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    finish(socket, Random(4))
    socket.send(rematch=True)
    assert me.sit(socket.until("moved")["to"]).receive()["type"] == "curtain"

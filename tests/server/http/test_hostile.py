"""What strangers and broken programs send: refused in a sentence, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gaslamp.server.ops.limits import SOCKET
from tests.host.running import Guest, Socket, plays

Come = Callable[[], Guest]

ASKED = ("join", "watch", "seats", "sit")  # of a game, by POST
NEW = {"title": "pocket", "side": "jack", "opponent": "same_device", "options": {}}


def seated(me: Guest) -> tuple[Socket, dict[str, Any]]:
    socket = me.sit(me.create(opponent="bot:passer_by")["table"])
    return socket, socket.until("table")


# ---- posts


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 4000,
        b'{"title": "pocket"}',
        b'{"title": 1, "side": "jack", "opponent": "friend"}',
    ],
)
def test_a_body_that_means_nothing_is_refused(guest: Come, body: bytes) -> None:
    answer = guest().http.post("/games", content=body)
    assert answer.status_code == 400
    assert answer.json()["type"] == "error"


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "chess"},
        {"side": "moriarty"},
        {"opponent": "nobody"},
        {"opponent": "bot:deep blue"},
        {"opponent": "bot:"},
        {"opponent": "friend:me"},
        {"options": {"colour": "red"}},
        {"options": {"both_goals_while_seen": "maybe"}},
        {"secret": "no such field"},
        {"title": "x" * 100},
    ],
)
def test_a_game_that_cannot_be_is_refused(guest: Come, changed: dict[str, Any]) -> None:
    answer = guest().http.post("/games", json=NEW | changed)
    assert answer.status_code == 400
    assert answer.json()["text"]


def test_a_huge_body_is_refused(guest: Come) -> None:
    assert guest().http.post("/games", content=b" " * 100_000).status_code == 413


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1", "http://[", "file://"])
@pytest.mark.parametrize("path", ["/games", *(f"/games/x/{what}" for what in ASKED), "/language"])
def test_a_post_from_another_page_is_refused(guest: Come, origin: str, path: str) -> None:
    me = guest()
    answer = me.http.post(path, json={}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_post_without_an_origin_is_refused(guest: Come) -> None:
    me = guest()
    del me.http.headers["Origin"]
    assert me.http.post("/games", json=NEW).status_code == 403


def test_a_strange_name_for_this_machine_is_refused(guest: Come) -> None:
    strange = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert guest().http.post("/games", json=NEW, headers=strange).status_code == 403


def test_errors_are_told_in_the_language_of_the_visitor(guest: Come) -> None:
    me = guest()
    told = {
        language: me.http.post("/games", json={}, headers={"Accept-Language": language}).json()["text"]
        for language in ("en", "fr", "es", "ru")
    }
    assert len(set(told.values())) == 4


# ---- sockets


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_socket_from_another_page_is_refused(guest: Come, origin: str) -> None:
    me = guest()
    table = me.create()["table"]
    with pytest.raises(InvalidStatus) as refused:
        me.sit(table, Origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("cookie", ["", "guest=", "guest=" + "A" * 43, "guest=../../x", "other=1"])
def test_a_forged_cookie_opens_no_table(guest: Come, cookie: str) -> None:
    me = guest()
    table = me.create()["table"]
    assert me.sit(table, Cookie=cookie).closed_with() == 4404
    del me.http.headers["Origin"]
    me.http.cookies.clear()
    assert me.http.get(table, headers={"Cookie": cookie}).status_code == 404


def test_a_forged_cookie_does_not_become_a_guest(guest: Come) -> None:
    me = guest()
    forged = "B" * 43
    answer = me.http.post("/games", json=NEW, headers={"Cookie": f"guest={forged}"})
    assert answer.status_code == 201
    assert forged not in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "{}",
        "null",
        "[" * 4000,
        '{"play": "stay"}',
        '{"play": "stay", "step": "1"}',
        '{"play": "stay", "step": -1}',
        '{"play": "stay", "step": 1, "seat": "jack"}',
        '{"play": "stay", "step": 1, "undo": 1}',
        '{"undo": 1.5}',
        '{"undo": 99999999999999999999}',
        '{"uncover": "jack"}',
        '{"cover": true}',
        '{"language": "tlh"}',
        '{"be": "gone"}',
        '{"play": "' + "x" * 100 + '", "step": 1}',
        '{"play": "castle kingside", "step": 1}',
        b'{"undo": 1}',
    ],
)
def test_a_frame_that_means_nothing_is_refused(guest: Come, text: str | bytes) -> None:
    socket, frame = seated(guest())
    socket.send(text)
    assert socket.receive()["type"] == "error"
    socket.play(frame, Random(1))  # and the game goes on
    assert socket.until("table")["step"] == frame["step"] + 1


def test_a_huge_frame_ends_the_visit(guest: Come) -> None:
    socket, _ = seated(guest())
    socket.send('{"play": "' + "x" * 10_000 + '", "step": 1}')
    assert socket.closed_with() == 1009


def test_a_frame_that_is_no_text_ends_the_visit(guest: Come) -> None:
    socket, _ = seated(guest())
    socket._connection.send(b"\xff\xfe{}", text=True)
    assert socket.closed_with() == 1007


def test_a_stale_step_is_refused_and_a_fresh_table_sent(guest: Come) -> None:
    socket, frame = seated(guest())
    for step in (frame["step"] - 1, frame["step"] + 1):
        socket.send(play=plays(frame)[0], step=step)
        assert socket.receive()["type"] == "error"
        fresh = socket.receive()
        assert (fresh["type"], fresh["step"]) == ("table", frame["step"])


def test_who_is_not_to_move_cannot_play(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    mine, theirs = me.sit(told["table"]).until("table"), friend.sit(told["table"])
    frame = theirs.until("table")
    assert plays(frame) == []
    theirs.send(play=plays(mine)[0], step=frame["step"])
    assert theirs.until("error")["text"]
    assert theirs.until("table")["step"] == frame["step"]


def test_who_watches_cannot_do_anything(guest: Come) -> None:
    me, watcher = guest(), guest()
    told = me.create(opponent="bot:passer_by")
    mine = me.sit(told["table"]).until("table")
    watcher.follow(told["watch"])
    socket = watcher.sit(told["table"])
    frame = socket.until("table")
    assert (frame["seat"], frame["resign"], frame["undo"]) == ("spectator", False, False)
    for asked in ({"play": plays(mine)[0], "step": frame["step"]}, {"resign": frame["step"]}, {"undo": frame["step"]}):
        socket.send(**asked)
        assert socket.until("error")["text"]
    socket.send(rematch=True)
    assert socket.until("error")["text"]


def test_who_sends_without_end_is_shown_out(guest: Come) -> None:
    socket, _ = seated(guest())
    with suppress(ConnectionClosed):
        for _ in range(4 * SOCKET.burst):
            socket.send(seen=1)
    assert socket.closed_with() == 4429

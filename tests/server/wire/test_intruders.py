"""Strangers who want a seat, and players who send again, too late, or what is not theirs to send."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from gaslamp.server.ops.limits import POSTS
from tests.conftest import Proof
from tests.host.running import Guest, plays, serving
from tests.server.http.test_hostile import ASKED, seated

Come = Callable[[], Guest]

BODIES = [
    b"",
    b"[]",
    b"{}",
    b'{"secret": 1}',
    b'{"seat": ["jack"]}',
    b'{"secret": "x", "seat": "jack", "guest": "somebody"}',
    b'{"secret": "' + b"x" * 300 + b'"}',
    b'{"seat": "' + b"x" * 300 + b'"}',
]

FRAMES = [
    '{"ask": 1}',
    '{"ask": "pause", "seat": "jack"}',
    '{"ask": "' + "x" * 100 + '"}',
    '{"ask": "resign"}',
    '{"reply": 1}',
    '{"reply": "1", "agree": true}',
    '{"reply": -1, "agree": true}',
    '{"reply": 1, "agree": 1}',
    '{"reply": 1, "agree": true, "ask": "pause"}',
    '{"resume": "yes"}',
    '{"take_seat": "jack"}',
    '{"take_seat": true, "seat": "jack"}',
    '{"abort": 1}',
    '{"replay": -1}',
    '{"replay": 1e9}',
    '{"replay": 1}',
    '{"nonces": ""}',
    '{"nonces": {"jack": "' + "0" * 63 + '"}}',
    '{"nonces": {"jack": "' + "G" * 64 + '"}}',
    '{"nonces": {"jack": "' + "0" * 64 + '"}, "seat": "jack"}',
    '{"say": "hello"}',
    '{"say": "hello", "room": "everywhere"}',
    '{"say": "hello", "room": "table", "seat": "jack"}',
]


def test_a_body_that_asks_for_no_seat_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, stranger = Guest(address), Guest(address)
        id = me.create(opponent="friend")["table"].rpartition("/")[2]
        for body in BODIES:
            for what in ASKED:
                answer = stranger.http.post(f"/games/{id}/{what}", content=body)
                assert answer.status_code == 400, (body, what)
                assert "set-cookie" not in answer.headers
        me.leave()
        stranger.leave()


def test_a_seat_is_taken_only_where_one_is_free_for_anybody(guest: Come) -> None:
    me, stranger = guest(), guest()
    closed = me.create(opponent="friend", side="jack")["table"].rpartition("/")[2]
    opened = me.create(opponent="friend", side="jack", open=True)["table"].rpartition("/")[2]
    for id, seat in ((closed, "detectives"), (opened, "jack"), ("nothing", "jack"), ("x", "x")):
        assert stranger.http.post(f"/games/{id}/sit", json={"seat": seat}).status_code == 409
    assert stranger.http.post(f"/games/{opened}/sit", json={"seat": "moriarty"}).status_code == 400
    assert me.sit(f"/table/{closed}").receive()["type"] == "waiting"


def test_who_is_refused_at_the_door_becomes_no_guest(guest: Come) -> None:
    me, stranger = guest(), guest()
    id = me.create(opponent="friend", side="jack")["table"].rpartition("/")[2]
    wrong = {"join": {"secret": "wrong"}, "watch": {"secret": "wrong"}, "sit": {"seat": "detectives"}}
    for what, body in wrong.items():
        refused = stranger.http.post(f"/games/{id}/{what}", json=body)
        assert refused.status_code in {403, 409}
        assert "set-cookie" not in refused.headers


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address of its own")
def test_of_all_who_rush_in_one_gets_the_seat(tmp_path: Path, proof: Proof) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        told = me.create(opponent="friend", side="jack")
        path, secret = told["invite"].split("#")
        answers = []
        for number in range(proof.amount(test=40, proof=3000)):
            home = httpx.HTTPTransport(local_address=f"127.0.{1 + number // 200}.{1 + number % 200}")
            with httpx.Client(base_url=address, headers={"Origin": address}, transport=home) as stranger:
                url = path.replace("/join/", "/games/") + "/join"
                answers.append(stranger.post(url, json={"secret": secret}).status_code)
        assert sorted(answers)[:2] == [200, 409]
        assert set(answers[1:]) == {409}
        assert me.sit(told["table"]).until("table")["seat"] == "jack"
        me.leave()


def test_who_joins_without_end_is_stopped_at_the_address(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, stranger = Guest(address), Guest(address)
        url = me.create(opponent="friend")["invite"].partition("#")[0].replace("/join/", "/games/") + "/join"
        answers = [stranger.http.post(url, json={"secret": "guess"}).status_code for _ in range(POSTS.burst + 20)]
        assert set(answers) == {403, 429}
        me.leave()
        stranger.leave()


def test_a_frame_that_is_sent_again_does_nothing_again(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    socket = me.sit(told["table"])
    frame = socket.until("table")
    once = json.dumps({"play": plays(frame)[0], "step": frame["step"]})
    for _ in range(5):
        socket.send(once)
    for _ in range(4):
        socket.until("error")
    assert socket.until("table")["step"] == frame["step"] + 1


def test_a_nonce_that_comes_again_or_too_late_changes_nothing(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create(opponent="bot:passer_by", own_nonce=True)["table"])
    assert socket.receive()["asked"] == ["detectives"]
    for nonce in ("1" * 64, "2" * 64, "1" * 64):
        socket.send(nonces={"detectives": nonce})
    frame = socket.until("table")
    socket.play(frame, Random(1))
    assert socket.until("table", step=frame["step"] + 1)["commitment"] == frame["commitment"]


def test_what_nobody_asked_for_is_neither_answered_nor_taken(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    frame = mine.until("table")
    theirs.until("table")
    wrong = (
        {"ask": "pause"}, {"ask": "undo"}, {"ask": "hand_over jack"}, {"ask": "hand_over detectives"},
        {"reply": 0, "agree": True}, {"reply": 1, "agree": False}, {"resume": True}, {"take_seat": True},
        {"replay": 1}, {"rematch": True},
    )  # fmt: skip
    for socket, more in ((mine, ()), (theirs, ({"abort": True},))):
        for asked in (*wrong, *more):
            socket.send(**asked)
            assert socket.until("error")["text"]
    mine.play(frame, Random(1))
    assert mine.until("table", step=frame["step"] + 1)["over"] is False


def test_a_guest_of_one_table_has_no_business_at_another(guest: Come) -> None:
    me, other = guest(), guest()
    mine, theirs = me.create(opponent="friend"), other.create(opponent="friend")
    id = theirs["table"].rpartition("/")[2]
    assert me.sit(theirs["table"]).closed_with() == 4404
    assert me.http.get(theirs["table"]).status_code == 404
    assert me.http.get(f"/games/{id}/record").status_code == 404
    for what in ("join", "watch", "seats"):
        for link in ("invite", "watch"):
            answer = me.http.post(f"/games/{id}/{what}", json={"secret": mine[link].partition("#")[2]})
            assert answer.status_code == 403
    crossed = me.http.post(f"/games/{id}/join", json={"secret": theirs["watch"].partition("#")[2]})
    assert crossed.status_code == 403  # who may watch may not sit


def test_frames_that_mean_nothing_are_refused_and_the_game_goes_on(guest: Come) -> None:
    socket, frame = seated(guest())
    for text in FRAMES:
        socket.send(text)
        assert socket.until("error")["text"], text
    socket.play(frame, Random(1))
    assert socket.until("table", step=frame["step"] + 1)


def test_who_watches_does_nothing_else(guest: Come) -> None:
    me, watcher = guest(), guest()
    told = me.create(opponent="bot:passer_by")
    me.sit(told["table"]).until("table")
    watcher.follow(told["watch"])
    socket = watcher.sit(told["table"])
    frame = socket.until("table")
    others = ({"ask": "pause"}, {"reply": 1, "agree": True}, {"resume": True}, {"take_seat": True}, {"abort": True},
              {"replay": 1}, {"rematch": True}, {"say": "Jack is there!", "room": "table"})  # fmt: skip
    for asked in others:
        socket.send(**asked)
        assert socket.until("error")["text"]
    socket.send(nonces={"detectives": "0" * 64})  # which is nobody's, and changes nothing
    socket.send(undo=frame["step"])
    assert socket.until("error")["text"]

"""Seats by invitation, watching by link, and the waiting room before everybody has come."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.running import Guest, plays

Come = Callable[[], Guest]


def test_a_friend_joins_by_the_link_and_the_game_begins(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="jack")
    mine = me.sit(told["table"])
    assert mine.receive()["type"] == "waiting"
    answer = friend.follow(told["invite"])
    assert answer.status_code == 200
    assert answer.json() == {"table": told["table"]}
    assert mine.until("table")["seat"] == "jack"
    assert friend.sit(told["table"]).until("table")["seat"] == "detectives"


def test_nothing_is_played_before_everybody_has_come(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create(opponent="friend", side="detectives")["table"])
    assert socket.receive()["type"] == "waiting"
    for asked in ({"play": "stay", "step": 1}, {"resign": 1}, {"rematch": True}):
        socket.send(**asked)
        assert socket.receive()["type"] == "error"
        assert socket.receive()["type"] == "waiting"


def test_the_secret_is_told_once_and_only_to_who_made_the_game(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend")
    secrets = [told[link].split("#")[1] for link in ("invite", "watch")]
    friend.follow(told["invite"])
    sockets = [me.sit(told["table"]), friend.sit(told["table"])]
    for socket in sockets:
        socket.until("table")
    seen = [str(frame) for socket in sockets for frame in socket.frames] + [me.http.get(told["table"]).text]
    assert not any(secret in text for text in seen for secret in secrets)


def test_a_taken_seat_is_taken(guest: Come) -> None:
    me, friend, late = guest(), guest(), guest()
    told = me.create(opponent="friend")
    friend.follow(told["invite"])
    refused = late.follow(told["invite"])
    assert refused.status_code == 409
    assert refused.json()["text"] == "Somebody has already taken this seat."
    assert late.http.get(told["table"]).status_code == 404


def test_a_wrong_secret_opens_nothing(guest: Come) -> None:
    me, stranger = guest(), guest()
    told = me.create(opponent="friend")
    crossed = [told["invite"].replace("join", "watch"), told["watch"].replace("watch", "join")]
    for link in (told["invite"] + "x", told["invite"].split("#")[0] + "#", told["watch"][:-1], *crossed):
        refused = stranger.follow(link)
        assert refused.status_code == 403
        assert refused.json()["text"] == "This link is not right. Ask for it once more, and copy all of it."
    assert stranger.follow("/join/nosuchgame#x").status_code == 403


def test_who_made_the_game_just_goes_to_the_table(guest: Come) -> None:
    me = guest()
    told = me.create(opponent="friend", side="jack")
    for link in ("invite", "watch"):
        assert me.follow(told[link]).json() == {"table": told["table"]}
    assert me.sit(told["table"]).receive()["type"] == "waiting"  # the other seat is still free


def test_a_friend_may_open_the_link_again(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend")
    assert friend.follow(told["invite"]).status_code == friend.follow(told["invite"]).status_code == 200


def test_a_watcher_sees_the_table_as_a_spectator(guest: Come) -> None:
    me, watcher = guest(), guest()
    told = me.create(opponent="bot:random", side="jack")
    mine = me.sit(told["table"]).until("table")
    assert watcher.follow(told["watch"]).status_code == 200
    socket = watcher.sit(told["table"])
    seen = socket.until("table")
    assert seen["seat"] == "spectator"
    assert plays(seen) == []
    mine_told = "".join(panel["html"] for panel in mine["panels"])
    told_all = "".join(panel["html"] for panel in seen["panels"])
    assert "You are" in mine_told
    assert "You are" not in told_all
    assert [seat["present"] for seat in seen["seats"]] == [True, True]


def test_a_watcher_who_is_invited_takes_the_seat(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="jack")
    friend.follow(told["watch"])
    assert friend.sit(told["table"]).receive()["type"] == "waiting"
    assert friend.follow(told["invite"]).status_code == 200
    assert friend.sit(told["table"]).until("table")["seat"] == "detectives"


def test_either_side_is_one_of_both(guest: Come) -> None:
    me = guest()
    seats = {me.sit(me.create("bot:random", "either")["table"]).until("table")["seat"] for _ in range(12)}
    assert seats == {"jack", "detectives"}

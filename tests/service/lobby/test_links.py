"""Seats by invitation, watching by link, and the waiting room before everybody has come."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import httpx

from tests.host.running import Guest, plays

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
    assert refused.json()["text"] == "This seat is already taken."
    assert late.http.get(told["table"]).status_code == 404


def test_a_wrong_secret_opens_nothing(guest: Come) -> None:
    me, stranger = guest(), guest()
    told = me.create(opponent="friend")
    crossed = [told["invite"].replace("join", "watch"), told["watch"].replace("watch", "join")]
    for link in (told["invite"] + "x", told["invite"].split("#")[0] + "#", told["watch"][:-1], *crossed):
        refused = stranger.follow(link)
        assert refused.status_code == 403
        assert refused.json()["text"] == "This link is not valid. Ask for it again, and copy all of it."
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
    told = me.create(opponent="bot:passer_by", side="jack")
    mine = me.sit(told["table"]).until("table")
    assert watcher.follow(told["watch"]).status_code == 200
    socket = watcher.sit(told["table"])
    seen = socket.until("table")
    assert seen["seat"] == "spectator"
    assert plays(seen) == []
    assert "You are" in json.dumps(mine["panels"])
    assert "You are" not in json.dumps(seen["panels"])
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
    seats = {me.sit(me.create("bot:passer_by", "either")["table"]).until("table")["seat"] for _ in range(12)}
    assert seats == {"jack", "detectives"}


# ---- several free seats


def three_at_the_table(guest: Come) -> tuple[Guest, dict[str, str]]:
    """Give a host who plays an investigator, and what they were told: Jack and two investigators are still to come."""
    me = guest()
    return me, me.create(title="whitehall", side="investigators", opponent="friend", options={"investigators": "3"})


def seats_offered(guest: Guest, link: str) -> list[str]:
    """Give the seats that the page behind an invitation lets somebody choose from."""
    path, secret = link.split("#")
    told = guest.http.post(f"/games/{path.split('/')[-1]}/seats", json={"secret": secret})
    assert told.status_code == 200
    return re.findall(r'value="(\w+)"(?! disabled)(?! checked disabled)', told.json()["html"])


def take(guest: Guest, link: str, seat: str) -> httpx.Response:
    path, secret = link.split("#")
    return guest.http.post(f"/games/{path.split('/')[-1]}/join", json={"secret": secret, "seat": seat})


def test_who_is_invited_chooses_among_the_free_seats(guest: Come) -> None:
    me, told = three_at_the_table(guest)
    first, second, third = guest(), guest(), guest()
    assert seats_offered(first, told["invite"]) == ["jack", "investigator2", "investigator3"]
    assert take(first, told["invite"], "investigator3").status_code == 200
    assert seats_offered(second, told["invite"]) == ["jack", "investigator2"]
    assert second.follow(told["invite"]).status_code == 200  # who names none has the first
    assert seats_offered(third, told["invite"]) == ["investigator2"]  # one is left: nothing to choose
    assert third.follow(told["invite"]).status_code == 200
    seats = [one.sit(told["table"]).until("table")["seat"] for one in (me, first, second, third)]
    assert seats == ["investigator1", "investigator3", "jack", "investigator2"]


def test_a_seat_that_is_taken_is_refused_in_a_clear_sentence(guest: Come) -> None:
    _, told = three_at_the_table(guest)
    first, second = guest(), guest()
    take(first, told["invite"], "investigator2")
    for seat in ("investigator2", "investigator1"):
        refused = take(second, told["invite"], seat)
        assert refused.status_code == 409
        assert refused.json()["text"] == "Someone else has just taken this seat. Choose another."
    assert take(second, told["invite"], "prosecutor").status_code == 400
    assert take(second, told["invite"], "jack").status_code == 200


def test_a_wrong_secret_is_shown_no_seats(guest: Come) -> None:
    _, told = three_at_the_table(guest)
    path = told["invite"].split("#")[0]
    refused = guest().http.post(f"/games/{path.split('/')[-1]}/seats", json={"secret": "nothing"})
    assert refused.status_code == 403


def test_the_waiting_room_tells_who_sits_where(guest: Come) -> None:
    me, told = three_at_the_table(guest)
    socket = me.sit(told["table"])
    assert rows(socket.receive()["html"]) == [
        ("Jack", "free"),
        ("Investigator 1", "You"),
        ("Investigator 2", "free"),
        ("Investigator 3", "free"),
    ]
    take(guest(), told["invite"], "investigator2")
    assert rows(socket.until("waiting")["html"])[2] == ("Investigator 2", "Guest")


def test_an_invitation_says_what_is_played_and_by_which_rules_and_who_invites(guest: Come) -> None:
    me, friend = guest(), guest()
    me.http.post("/name", json={"name": "Anna"})
    told = me.create("friend", "jack", options={"both_goals_while_seen": "chase"}, clock="15+10")
    html = shown(friend, told["invite"])
    assert "Anna invites you." in html
    assert "<h2>Mr. Jack Pocket</h2>" in html
    assert "15 min + 10 s" in html
    assert "the chase begins" in html
    assert "Jack is disguised as one of the nine suspects." in html  # how it is played
    assert "Your side: Detectives." in html
    assert 'name="seat" value="detectives"' in html
    friend.http.post("/language", json={"language": "fr"})
    assert "Anna vous invite." in shown(friend, told["invite"])


def test_an_invitation_of_somebody_without_a_name_names_nobody(guest: Come) -> None:
    html = shown(guest(), guest().create("friend", "jack")["invite"])
    assert "invites" not in html
    assert "standard rules" in html
    assert "no clock" in html


def test_who_sits_there_already_and_who_comes_too_late_is_shown_no_invitation(guest: Come) -> None:
    me, friend, late = guest(), guest(), guest()
    told = me.create("friend", "jack")
    assert shown(me, told["invite"]) == ""
    friend.follow(told["invite"])
    assert shown(friend, told["invite"]) == shown(late, told["invite"]) == ""


def shown(guest: Guest, link: str) -> str:
    path, secret = link.split("#")
    html: str = guest.http.post(f"/games/{path.split('/')[-1]}/seats", json={"secret": secret}).json()["html"]
    return html


def rows(html: str) -> list[tuple[str, str]]:
    return re.findall(r"<b>(.*?)</b><em>(.*?)</em>", html)


def test_who_plays_with_others_is_asked_whether_to_resign_for_all_of_them(guest: Come) -> None:
    me, told = three_at_the_table(guest)
    friend = guest()
    assert take(friend, told["invite"], "jack").status_code == 200
    assert "Resign for all investigators?" in me.http.get(told["table"]).text
    assert "Resign this game?" in friend.http.get(told["table"]).text
    alone = me.create(title="whitehall", side="investigators", opponent="bot:passer_by")
    assert "Resign this game?" in me.http.get(alone["table"]).text

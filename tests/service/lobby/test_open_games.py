"""Open games on the home page: who may join them, when they are listed, and my own games with my turn first."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.host.running import Guest, plays

Come = Callable[[], Guest]


def home(guest: Guest) -> str:
    return guest.http.get("/").text


def test_an_open_game_is_listed_until_somebody_takes_the_seat(guest: Come) -> None:
    me, other, late = guest(), guest(), guest()
    table = me.create("friend", side="jack", open=True, clock="3d", options={"both_goals_while_seen": "chase"})["table"]
    id = table.removeprefix("/table/")
    page = home(other)
    for shown in (f'data-open="{id}"', 'data-seat="detectives"', "3 days per turn", "Mr. Jack Pocket"):
        assert shown in page
    assert f'data-open="{id}"' not in home(me)  # nobody plays against themselves
    assert other.http.post(f"/games/{id}/sit", json={"seat": "jack"}).status_code == 409  # taken
    assert other.http.post(f"/games/{id}/sit", json={"seat": "detectives"}).json() == {"table": table}
    assert f'data-open="{id}"' not in home(late)
    assert late.http.post(f"/games/{id}/sit", json={"seat": "detectives"}).status_code == 409
    assert plays(other.sit(table).until("table"))


def test_a_game_among_friends_is_neither_listed_nor_joined_without_its_link(guest: Come) -> None:
    me, other = guest(), guest()
    id = me.create("friend")["table"].removeprefix("/table/")
    assert id not in home(other)
    assert other.http.post(f"/games/{id}/sit", json={"seat": "jack"}).status_code == 409
    assert other.http.post("/games/nowhere/sit", json={"seat": "jack"}).status_code == 409


def test_a_game_with_a_total_is_listed_while_somebody_waits_there(guest: Come) -> None:
    me, other = guest(), guest()
    table = me.create("friend", open=True, clock="15+10")["table"]
    assert table.removeprefix("/table/") not in home(other)
    socket = me.sit(table)
    socket.until("waiting")
    assert table.removeprefix("/table/") in home(other)


def test_what_is_asked_for_again_is_what_the_page_shows(guest: Come) -> None:
    me, other = guest(), guest()
    for _ in range(2):
        mine = me.create("friend", open=True, clock="3d")["table"]
        hidden = me.create("friend")["table"].removeprefix("/table/")
        for one in (me, other):
            fragment = one.http.get("/lists")
            assert fragment.headers["Cache-Control"] == "no-store"
            page = home(one)
            lists = re.findall(r"<(?:nav|section)\b.*?</(?:nav|section)>", fragment.text, re.DOTALL)
            assert len(lists) == 4
            assert all(shown in page for shown in lists)
        assert hidden not in other.http.get("/lists").text
        assert mine in me.http.get("/lists").text
        assert f'data-open="{mine.removeprefix("/table/")}"' in other.http.get("/lists").text


def test_one_guest_has_so_many_open_games_and_no_more(guest: Come) -> None:
    me = guest()
    for _ in range(5):
        me.create("friend", open=True)
    wanted = {"title": "pocket", "side": "jack", "opponent": "friend", "open": True}
    refused = me.http.post("/games", json=wanted)
    assert refused.status_code == 409
    assert "too many open games" in refused.json()["text"]
    assert me.http.post("/games", json=wanted | {"open": False}).status_code == 201


def test_my_games_come_with_my_turn_first(guest: Come) -> None:
    me, friend = guest(), guest()
    first = me.create("friend", side="detectives")
    second = me.create("friend", side="jack")
    third = me.create("friend", side="jack")
    for told in (first, second):
        friend.follow(told["invite"])
    page = home(me)
    assert page.count("Your turn") == 1
    assert page.index(first["table"]) < page.index(third["table"])
    assert page.index(first["table"]) < page.index(second["table"])
    assert "<title>(1) " in page
    assert "waiting" in page[page.index(third["table"]) :]
    theirs = friend.sit(second["table"])
    frame = theirs.until("table")
    while plays(frame):
        theirs.play(frame, Random(1))
        frame = theirs.until("table", step=frame["step"] + 1)
    assert home(me).count("Your turn") == 2

"""A player's results: counted for that player alone."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.service.games.reviews import StoredSummary
from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.lists import MyGame
from gaslamp.service.people.record import Loss, results
from gaslamp.storage.sqlite import DATABASE
from tests.host.running import Guest, serving

say = catalogue("en").say
Come = Callable[[], Guest]


def scores(guest: Guest, page: str = "/record") -> dict[str, list[int]]:
    """Return games, won and lost by the name of the row."""
    rows = re.findall(r'<th scope="row">(.*?)</th>((?:<td>\d+</td>){3})', guest.http.get(page).text)
    return {name: [int(number) for number in re.findall(r"\d+", cells)] for name, cells in rows}


def resign(loser: Guest, winner: Guest, side: str) -> None:
    told = loser.create("friend", side=side)
    winner.follow(told["invite"])
    socket = winner.sit(told["table"])
    mine = loser.sit(told["table"])
    mine.until("table")
    mine.send(resign=1)
    socket.until("table", over=True)


def test_results_are_counted_by_side_and_opponent(guest: Come) -> None:
    me, friend = guest(), guest()
    friend.http.post("/name", json={"name": "Anna"})
    resign(me, friend, "jack")
    resign(friend, me, "jack")
    resign(friend, me, "jack")
    title = say(message("pocket.title"))
    mine = scores(me)
    assert mine[f"{title} · {say(message('pocket.seat.jack'))}"] == [1, 0, 1]
    assert mine[f"{title} · {say(message('pocket.seat.detectives'))}"] == [2, 2, 0]
    assert mine[say(message("web.home.against", who="Anna"))] == [3, 2, 1]
    assert say(message("web.record.now_won", n=2)) in me.http.get("/record").text
    assert scores(friend)[say(message("web.record.total"))] == [3, 1, 2]


def test_games_on_both_sides_and_of_strangers_are_not_counted(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    socket = me.sit(table)
    socket.until("curtain")
    socket.send(uncover="detectives")
    socket.until("table")
    socket.send(resign=1)
    socket.until("table", over=True)
    assert scores(me) == {} == scores(guest())


def test_a_record_is_shared_by_a_link_that_can_be_withdrawn(guest: Come) -> None:
    me, friend, stranger = guest(), guest(), guest()
    me.http.post("/name", json={"name": "Béla"})
    friend.http.post("/name", json={"name": "Anna"})
    resign(friend, me, "jack")
    first, second = (me.http.post("/record", json={"shared": True}).json()["link"] for _ in range(2))
    assert first != second
    assert stranger.http.get(first).status_code == 404
    shown = stranger.http.get(second)
    assert "Béla" in shown.text
    assert scores(stranger, second)[say(message("web.record.total"))] == [1, 1, 0]
    assert "Anna" not in shown.text
    assert "Anna" in me.http.get("/record").text
    assert second.partition("key=")[2] in me.http.get("/record").text
    assert second.partition("key=")[2] not in shown.text
    me.http.post("/record", json={"shared": False})
    assert stranger.http.get(second).status_code == 404


@pytest.mark.parametrize("key", ["", "x", "%00", "x" * 1000, "None", "'"])
def test_a_wrong_key_opens_no_record(guest: Come, key: str) -> None:
    me = guest()
    me.http.post("/record", json={"shared": True})
    assert guest().http.get(f"/record/shared?key={key}").status_code == 404


def test_only_the_player_can_share_a_record(guest: Come) -> None:
    me = guest()
    me.http.post("/name", json={"name": "Béla"})
    answer = me.http.post("/record", json={"shared": True}, headers={"Origin": "https://other"})
    assert answer.status_code == 403
    bodies: list[object] = [{}, {"shared": "yes"}, {"shared": True, "guest": "x"}, {"shared": None}, []]
    for body in bodies:
        assert me.http.post("/record", json=body).status_code == 400
    assert "key=" not in me.http.get("/record").text


def test_ratings_are_shown(guest: Come) -> None:
    me, friend = guest(), guest()
    resign(friend, me, "jack")
    end = time.monotonic() + 30
    while "±" not in me.http.get("/record").text:
        assert time.monotonic() < end
        time.sleep(0.2)
    shown = me.http.get("/record").text
    assert say(message("web.record.people")) in shown
    assert 1500 < int(re.search(r"(\d{4}) <small>± \d+", shown)[1])  # type: ignore[index]


GAME = MyGame("g", "pocket", "jack", ("jack",), titles.game("pocket"), result="won")


def test_the_mean_loss_is_that_of_the_own_side() -> None:
    games = [replace(GAME, id=id) for id in ("a", "b", "c")]
    summaries = {
        "a": {"jack": StoredSummary(5, 100, 4), "detectives": StoredSummary(0, 9000, 1)},
        "b": {"jack": StoredSummary(5, 20, 2)},
    }
    assert results(games, summaries).losses == (("pocket", "jack", Loss(2.0, 2)),)
    assert results(games).losses == ()


def test_ratings_of_puzzles_are_not_in_the_record(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        socket = me.sit(me.create("bot:passer_by")["table"])
        socket.until("table")
        socket.send(resign=1)
        socket.until("table", over=True)
        row = tokens.digest(me.http.cookies["guest"]), "pocket.puzzles", 26.0, 5.0, 2
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
            database.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?)", row)
        shown = me.http.get("/record").text
        assert say(message("web.record.total")) in shown
        assert "\u2013</td><td>\u2013</td>" not in shown  # a side without ratings
        me.leave()

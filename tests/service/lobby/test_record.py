"""A player's results: counted for that player alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from tests.host.running import Guest

Come = Callable[[], Guest]


def scores(guest: Guest) -> dict[str, list[int]]:
    """Return games, won and lost by the name of the row."""
    rows = re.findall(r'<th scope="row">(.*?)</th>((?:<td>\d+</td>)+)', guest.http.get("/record").text)
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
    say = catalogue("en").say
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

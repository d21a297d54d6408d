"""Quick pairing: players who want the same game meet, the others wait where they can be found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from tests.host.running import Guest

Come = Callable[[], Guest]


def pair(guest: Guest, side: str, **more: Any) -> dict[str, str]:
    answer = guest.http.post("/pair", json={"title": "pocket", "side": side, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def test_players_who_want_opposite_sides_meet(guest: Come) -> None:
    me, other = guest(), guest()
    opened = pair(me, "jack", clock="10+5")
    found = pair(other, "detectives", clock="10+5")
    assert f"/table/{found['open']}" == opened["table"]
    assert found["seat"] == "detectives"
    taken = other.http.post(f"/games/{found['open']}/sit", json={"seat": found["seat"]})
    assert taken.json() == {"table": opened["table"]}


def test_another_side_clock_or_rule_is_no_match(guest: Come) -> None:
    me, other = guest(), guest()
    opened = pair(me, "jack", clock="10+5")
    assert pair(other, "jack", clock="10+5")["table"] != opened["table"]
    assert pair(guest(), "detectives", clock="5+5")["table"] != opened["table"]
    me.create("friend", side="jack", open=True, hints=True, clock="30+20")
    assert "table" in pair(guest(), "detectives", clock="30+20")


def test_an_own_game_is_no_match(guest: Come) -> None:
    me = guest()
    assert pair(me, "jack", clock="7+0")["table"] != pair(me, "detectives", clock="7+0")["table"]


def test_random_side_takes_any_free_seat(guest: Come) -> None:
    opened = pair(guest(), "detectives", clock="15+10")
    assert pair(guest(), "either", clock="15+10")["open"] == opened["table"].rsplit("/", 1)[1]


def test_an_open_game_can_be_watched_without_its_link(guest: Come) -> None:
    host, other, me, late = guest(), guest(), guest(), guest()
    host.http.post("/name", json={"name": "Anna"})
    private = host.create("friend", side="jack")
    other.follow(private["invite"])
    opened = pair(host, "jack", clock="3d")
    id = opened["table"].rsplit("/", 1)[1]
    other.http.post(f"/games/{id}/sit", json={"seat": "detectives"})
    page = me.http.get("/").text.partition('id="watchable"')[2].partition("</section>")[0]
    assert f'data-watch="{id}"' in page
    assert private["table"].rsplit("/", 1)[1] not in page
    assert catalogue("en").say(message("web.chat.who", name="Anna", seat=message("pocket.seat.jack"))) in page
    assert me.http.post(f"/games/{id}/watch", json={"secret": ""}).status_code == 200
    assert "result" not in me.sit(opened["table"]).until("table")
    refused = late.http.post(f"{private['table'].replace('table', 'games')}/watch", json={"secret": ""})
    assert refused.status_code == 403

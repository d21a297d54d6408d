"""Waiting rooms in a real browser: invitations, names and rematches."""

from __future__ import annotations

import pytest

from tests.host.running import Guest
from tests.web.conftest import PlayerMaker
from tests.web.test_home import choose
from tests.web.whole.test_accessibility import serious, sideways
from tests.web.whole.test_games import invite, resign


@pytest.mark.parametrize("phone", [False, True])
def test_an_invited_guest_joins_with_name_and_keyboard(players: PlayerMaker, phone: bool) -> None:
    host, friend = players(phone=phone), players("fr", phone=phone)
    host.page.goto(host.address)
    choose(host, title="mr_jack", opponent="friend")
    host.page.fill("#setup [data-called]", "Anna")
    host.page.press("#setup [data-called]", "Enter")
    host.page.wait_for_selector(".here-only")
    assert "works only on this computer" in host.text(".here-only")
    assert serious(host) == []
    assert sideways(host) <= 0

    friend.page.goto(host.page.input_value("#invite"))
    friend.page.wait_for_selector(".sit")
    assert friend.page.url.endswith(
        host.page.input_value("#invite").partition("#")[2]
    )  # no seat is taken automatically
    assert "Anna vous invite." in friend.text("#choice")
    assert "Mr. Jack" in friend.text("#choice h2")
    assert friend.page.is_visible(".how p")
    assert serious(friend) == []
    assert sideways(friend) <= 0
    friend.page.fill(".sit [data-called]", "\N{RIGHT-TO-LEFT OVERRIDE}x")
    friend.page.press(".sit [data-called]", "Enter")
    friend.page.wait_for_selector("#problem:not(:empty)")
    assert "/join/" in friend.page.url
    friend.troubles.clear()  # the browser logs the refused name
    friend.page.fill(".sit [data-called]", "Zoé")
    friend.page.press(".sit [data-called]", "Tab")
    friend.page.keyboard.press("Enter")
    for player, other in ((host, "Zoé"), (friend, "Anna")):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
        assert other in [seat["name"] for seat in player.table["seats"]]


def test_a_rematch_has_a_waiting_room_that_can_be_left(players: PlayerMaker) -> None:
    one, other = invite(players)
    resign(one)
    other.until(lambda: other.over, "the end")
    one.page.click("#result [data-rematch]")
    one.until(lambda: one.state == "room", "the room before the rematch")
    assert "Waiting for Guest" in one.text("#room h1")
    assert one.page.input_value("#invite") == one.page.url
    assert serious(one) == []
    one.page.click("#room a[href='/']")
    one.page.wait_for_selector("#mine a")
    other.page.click("#result [data-rematch-link]")
    other.until(lambda: other.state == "table", "the rematch")
    one.page.goto(other.page.url)
    one.until(lambda: one.state == "table", "the rematch")


def test_four_long_names_leave_the_bar_as_it_is(players: PlayerMaker) -> None:
    host = players("ru")
    host.start(title="whitehall", opponent="friend", investigators="3")
    host.page.wait_for_selector(".here-only")
    link = host.page.input_value("#invite").removeprefix(host.address)
    for name in ("Bartholomew the Second W", "Wilhelmina Ottoline Fitz", "Maximilian von Hohenfels"):
        friend = Guest(host.address)
        assert friend.http.post("/name", json={"name": name}).status_code == 200
        assert friend.follow(link).status_code == 200
        friend.leave()
    host.until(lambda: host.state == "table", "the table")
    rights = "() => [...document.querySelectorAll('.seat')].map((seat) => seat.getBoundingClientRect().right)"
    left = "() => document.querySelector('#menu').getBoundingClientRect().left"
    assert max(host.page.evaluate(rights)) <= host.page.evaluate(left)
    assert "Maximilian von Hohenfels" in (host.page.locator(".seat").last.get_attribute("title") or "")
    assert sideways(host) <= 0

"""The record page and the notice of a rematch."""

from __future__ import annotations

import pytest

from gaslamp.locale import LANGUAGES
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways


def finish(players: PlayerMaker, *, phone: bool = False, language: str = "en") -> tuple[Player, Player]:
    """Play a game that the second player resigns."""
    me, other = players(language, phone=phone), players()
    me.start(opponent="friend", side="detectives")
    me.until(lambda: me.state == "room", "the room")
    other.accept(me.page.input_value("#invite"))
    other.until(lambda: other.state == "table", "the table")
    other.page.click("#menu summary")
    other.page.click("#give-up")
    other.page.click("#ask-resign [value=resign]")
    me.until(lambda: me.over, "the end")
    return me, other


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_phone(players: PlayerMaker, language: str) -> None:
    me, _ = finish(players, phone=True, language=language)
    page = me.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{me.address}/record")
    assert page.is_hidden(".link")
    page.focus("[data-share=yes]")
    page.keyboard.press("Enter")
    me.until(lambda: page.is_visible(".link"), "the link")
    assert sideways(me) <= 0
    assert serious(me) == []
    shared = page.input_value("#address")
    other = players(language, phone=True)
    other.page.goto(shared)
    assert other.page.locator(".scores").count() >= 1
    assert other.page.locator("[data-link]").count() == 0
    assert serious(other) == []
    page.click("[data-share=no]")
    me.until(lambda: page.is_hidden(".link"), "the withdrawal")
    assert page.evaluate("document.activeElement.dataset.share") == "yes"


def test_a_rematch_is_noticed(players: PlayerMaker) -> None:
    me, other = finish(players)
    me.page.click("[data-rematch][data-same]")
    other.until(lambda: other.page.is_visible("#rematch"), "the notice")
    assert "You would play: Mr. Jack" in other.text("#rematch")
    assert "Rematch" in other.page.title()
    assert serious(other) == []
    assert me.page.is_hidden("#rematch")
    other.page.click("#rematch a")
    other.until(lambda: other.state == "table" and not other.over, "the rematch")
    assert "Rematch" not in other.page.title()


def test_a_new_opponent_is_one_click_away(players: PlayerMaker) -> None:
    me, _ = finish(players)
    me.page.click("[data-new-opponent]")
    me.page.wait_for_selector("#setup")
    assert me.page.is_checked("input[name=opponent][value=anyone]")
    assert me.page.is_checked("input[name=title][value=pocket]")

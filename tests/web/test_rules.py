"""Rules in a real browser: page, search, links, and the sheet at a table."""

from __future__ import annotations

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.game.test_tips import hold
from tests.web.whole.test_accessibility import serious, sideways


@pytest.mark.parametrize("phone", [False, True])
def test_the_rules_are_read_searched_and_linked_to(players: PlayerMaker, phone: bool) -> None:
    player = players("ru" if phone else "en", phone=phone)
    page = player.page
    page.goto(f"{player.address}/rules/pocket#rotation")
    top = "document.getElementById('rotation').getBoundingClientRect().top"
    player.until(lambda: -1 <= page.evaluate(top) < 60, "the section in sight")
    assert sideways(player) <= 0
    assert serious(player) == []
    page.fill("#seek", "БАРРИКАДА" if phone else "Barricade")
    shown = page.locator("#rulebook section:visible")
    player.until(lambda: 0 < shown.count() < 4, "the sections with it")
    assert page.is_visible("#lane")
    assert str(shown.count()) in player.text("#found")
    page.goto(f"{player.address}/rules/pocket#chase")
    player.until(lambda: page.is_visible("#chase"), "a section that was not sought")


@pytest.mark.parametrize("phone", [False, True])
def test_a_prompt_opens_its_rules_beside_the_game(players: PlayerMaker, phone: bool) -> None:
    player = players(phone=phone)
    page = player.page
    player.start(title="pocket", side="detectives", level="constable")
    player.until(lambda: player.to_act, "my turn")
    url = page.url
    page.focus("#ask-rules")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rules-hunt")
    assert page.evaluate("document.activeElement.id") == "rules-hunt-heading"
    assert serious(player) == []
    page.click("#rules-text a[href='#joker']")
    page.wait_for_selector("#rules-joker")
    page.keyboard.press("Escape")
    assert page.is_hidden("#rules-sheet")
    assert page.url == url
    assert page.evaluate("document.activeElement.id") == "ask-rules"
    assert player.to_act

    token = page.locator(".tokens .token").first
    about = token.get_attribute("data-about")
    assert about
    assert token.get_attribute("aria-description") == about
    if phone:
        hold(player, ".tokens .token")
    else:
        token.hover()
    player.until(lambda: page.locator(".tip.about").inner_text() == about, "what the token does")

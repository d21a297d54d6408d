"""The settings page, and what a table does with the settings."""

from __future__ import annotations

import pytest

from gaslamp.locale import LANGUAGES
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways


def choose(player: Player, name: str, value: str) -> None:
    player.page.eval_on_selector(f"input[name={name}][value={value}]", "input => input.click()")
    player.until(lambda: player.page.evaluate("document.querySelector('#saved').textContent"), "the answer")


def test_a_table_follows_the_settings(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    page.goto(f"{player.address}/settings")
    for name, value in (
        ("sounds", "yes"),
        ("story", "off"),
        ("confirm", "yes"),
        ("coordinates", "no"),
        ("colours", "safe"),
    ):
        choose(player, name, value)
    player.start(title="mr_jack", side="detective")
    player.until(lambda: player.to_act, "my turn")
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    assert page.get_attribute("#follow", "aria-pressed") == "false"
    assert page.get_attribute("#place-names", "aria-pressed") == "false"
    assert "safe-colours" in (page.get_attribute("body", "class") or "")
    page.click("#menu summary")
    for button in ("#sound", "#follow"):
        with page.expect_response("**/settings"):
            page.click(button)
    page.goto(f"{player.address}/settings")
    assert page.is_checked("input[name=sounds][value=no]")
    assert page.is_checked("input[name=story][value=normal]")
    assert page.is_checked("input[name=confirm][value=yes]")


@pytest.mark.parametrize("confirm", [False, True])
def test_each_step_waits_for_confirmation_if_wished(players: PlayerMaker, *, confirm: bool) -> None:
    player = players()
    page = player.page
    if confirm:
        page.goto(f"{player.address}/settings")
        choose(player, "confirm", "yes")
    player.start(title="pocket", side="detectives")
    player.until(lambda: player.to_act, "my turn")
    step = player.table["step"]
    # An alibi card is always confirmed.
    page.locator(".token.open:not([aria-disabled=true])").filter(has_not_text="Alibi").first.click()
    if confirm:
        player.until(lambda: page.is_enabled("#confirm"), "the choice")
        assert player.table["step"] == step
        page.click("#confirm")
    player.until(lambda: player.table["step"] > step, "the next step")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_phone(players: PlayerMaker, language: str) -> None:
    player = players(language, phone=True)
    player.page.set_viewport_size({"width": 360, "height": 740})
    player.page.goto(f"{player.address}/settings")
    assert sideways(player) <= 0
    assert serious(player) == []


def test_the_page_works_by_keyboard(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    page.goto(f"{player.address}/settings")
    page.focus("input[name=story]:checked")
    page.keyboard.press("ArrowRight")
    player.until(lambda: player.text("#saved"), "the answer")
    assert page.is_checked("input[name=story][value=fast]")

"""Explanations of illegal clicks in the browser, by pointer and keyboard."""

from __future__ import annotations

from tests.web.conftest import PlayerMaker
from tests.web.game.test_story import PATIENT
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious


def says(player: Player, rule: str) -> bool:
    return player.text("#toast").endswith(rule)


def test_illegal_targets_explain_why_by_pointer_and_keyboard(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    page.add_init_script(f"({PATIENT})()")  # keep the text while axe runs
    player.start(side="detectives", level="passer_by")
    player.until(lambda: player.to_act, "my turn")

    page.locator('#board [data-sprite="tile-gull"]').click(force=True)
    player.until(lambda: says(player, "MP-12"), "a reason")
    assert page.locator("#board .miss").count() == 2
    page.click("#toast")
    assert page.locator("#board .miss").count() == 0

    # With the switch on, arrows reach every place, and each has a name.
    page.click("#menu summary")
    page.click("#every-place")
    player.until(lambda: page.locator("#board .barred").count() > 20, "every place")
    assert page.locator("#board .barred:not([aria-label])").count() == 0
    page.locator(".token.open").first.focus()
    page.keyboard.press("Tab")
    player.until(
        lambda: page.evaluate("document.activeElement.closest('.barred') !== null") or press(player), "a place"
    )
    page.keyboard.press("Enter")
    player.until(lambda: says(player, "MP-12"), "the reason of a place")
    assert serious(player) == []
    page.click("#toast")
    page.keyboard.press("w")
    assert page.locator("#board .barred").count() == 0

    # After a token is taken, the others explain why they cannot be taken.
    page.locator(".token.open").first.click()
    if page.is_enabled("#confirm"):
        page.click("#confirm")
    player.until(lambda: not player.to_act or page.locator(".token.playing").count() == 1, "what I took")
    page.locator(".token[aria-disabled=true]").last.click(force=True)
    player.until(lambda: page.text_content("#toast") != "", "the reason of a token")
    player.check()


def press(player: Player) -> bool:
    """Press Tab; nothing must be chosen by it."""
    player.page.keyboard.press("Tab")
    return False

"""Descriptions of cards by touch and mouse: inside the screen and not over the board."""

from __future__ import annotations

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.player import Player

# Visible tips that are over the board, off the screen or too narrow.
AMISS = """() => [...document.querySelectorAll(".tip")].flatMap((tip) => {
  const [it, board] = [tip, document.getElementById("board")].map((one) => one.getBoundingClientRect());
  const over = it.left < board.right && it.right > board.left && it.top < board.bottom && it.bottom > board.top;
  const out = it.left < 0 || it.top < 0 || it.right > innerWidth || it.bottom > innerHeight;
  const column = it.width < 150 && it.height > 60;
  return [over && "over the board", out && "out of the screen", column && "a column"].filter(Boolean);
})"""


def hold(player: Player, selector: str, n: int = 0) -> None:
    """Long-press an element until its text is shown."""
    box = player.page.locator(selector).nth(n).bounding_box()
    assert box is not None
    touch = player.page.context.new_cdp_session(player.page)
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    player.page.evaluate("document.querySelector('.tip')?.remove()")  # a tip from before
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    player.page.wait_for_selector(".tip")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("width", [390, 360])
@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_a_long_press_shows_a_tip_and_a_tap_does_not(players: PlayerMaker, title: str, width: int) -> None:
    player = players(phone=True)
    player.page.set_viewport_size({"width": width, "height": 844 if width == 390 else 740})
    player.start(title=title, side={"mr_jack": "detective", "pocket": "detectives"}[title])
    player.until(lambda: player.to_act, "my turn")
    cards = ".tokens .token.open"
    count = player.page.locator(cards).count()
    assert count > 1
    for n in (0, count - 1):
        player.page.locator(cards).nth(n).scroll_into_view_if_needed()
        step, about = player.table["step"], player.page.locator(cards).nth(n).get_attribute("data-about")
        hold(player, cards, n)
        assert player.text(".tip.about") == about
        assert player.page.evaluate(AMISS) == []
        assert player.page.locator(f"{cards}[aria-pressed=true]").count() == 0  # only read, not taken
        assert player.table["step"] == step
    player.page.locator(cards).last.tap()
    player.page.wait_for_timeout(200)
    assert player.page.locator(".tip").count() == 0
    assert player.text("#toast") == ""  # already explained
    places = player.page.locator("#board g[data-target]")
    if places.count():
        places.first.tap(force=True)
        player.page.wait_for_timeout(100)
        assert player.page.locator(".tip").count() == 0


def test_the_first_tap_on_a_card_explains_the_long_press(players: PlayerMaker) -> None:
    player = players(phone=True)
    player.start(title="pocket", side="detectives")
    player.until(lambda: player.to_act, "my turn")
    player.page.locator(".tokens .token.open").first.tap()
    player.page.wait_for_selector("#toast.plain")
    assert player.text("#toast") == "Hold a card to read what it does."
    assert player.page.locator(".tip").count() == 0
    player.page.locator("#toast").tap()
    player.start(title="pocket", side="detectives")
    player.until(lambda: player.to_act, "my turn")
    player.page.locator(".tokens .token.open").first.tap()
    player.page.wait_for_timeout(200)
    assert player.text("#toast") == ""


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_under_the_mouse_it_hides_nothing_of_the_board(players: PlayerMaker, title: str) -> None:
    player = players()
    player.page.set_viewport_size({"width": 1280, "height": 720})
    player.start(title=title, side={"mr_jack": "detective", "pocket": "detectives"}[title])
    player.until(lambda: player.to_act, "my turn")
    things = player.page.locator("[data-about]:visible")
    seen = 0
    for n in range(things.count()):
        things.nth(n).hover(force=True)
        seen += player.page.locator(".tip.about").count()
        assert player.page.evaluate(AMISS) == [], things.nth(n).get_attribute("data-about")
    assert seen == things.count() > 0

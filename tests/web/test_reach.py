"""Accessibility: larger text, focus on a phone, and axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.whole.test_accessibility import AXE

if TYPE_CHECKING:
    from playwright.sync_api import Page

LARGER = "document.documentElement.style.fontSize = '200%'"
SIZE = "selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"


def findings(page: Page, *rules: str) -> list[str]:
    found = AXE.run(page, options={"runOnly": {"type": "rule", "values": list(rules)}}).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]


@pytest.mark.parametrize(
    ("path", "selector"),
    [("/", ".words h1"), ("/", ".game b"), ("/learn", "main p"), ("/rules/pocket", ".rulebook p")],
)
def test_larger_text_in_the_browser_enlarges_a_page(players: PlayerMaker, path: str, selector: str) -> None:
    player = players()
    player.page.goto(player.address + path)
    before = player.page.evaluate(SIZE, selector)
    player.page.evaluate(LARGER)
    assert player.page.evaluate(SIZE, selector) == 2 * before


def test_larger_text_in_the_browser_enlarges_a_table(players: PlayerMaker) -> None:
    player = players()
    player.start(title="mr_jack")
    player.until(lambda: player.to_act, "my turn")
    for selector in ("#prompt-title", "#confirm", ".panels h2"):
        before = player.page.evaluate(SIZE, selector)
        player.page.evaluate(LARGER)
        assert player.page.evaluate(SIZE, selector) == 2 * before
        player.page.evaluate("document.documentElement.style.fontSize = ''")


def test_a_small_window_shows_the_way_for_newcomers_once(players: PlayerMaker) -> None:
    player = players()
    for width, height in ((640, 360), (360, 740), (1280, 720)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.goto(player.address)
        links = player.page.locator('main a[href="/learn"]:visible')
        assert links.count() == 1
        box = links.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= height - box["height"]


def test_the_focus_on_a_place_of_the_map_scrolls_no_page(players: PlayerMaker) -> None:
    player = players(phone=True)
    player.page.set_viewport_size({"width": 360, "height": 740})
    player.start(title="whitehall", side="jack")
    player.until(lambda: player.to_act, "my turn")
    assert player.page.locator("#board g[data-target]").count() > 0
    for end in ("first", "last"):
        getattr(player.page.locator("#board g[data-target]"), end).evaluate("target => target.focus()")
        scrolled = player.page.evaluate("[scrollX, scrollY, document.body.scrollTop, app.scrollLeft, app.scrollTop]")
        assert scrolled == [0, 0, 0, 0, 0]


def test_the_ring_of_the_list_button_is_not_cut(players: PlayerMaker) -> None:
    player = players()
    player.start(title="mr_jack")
    player.until(lambda: player.to_act, "my turn")
    room = "document.querySelector('.left').getBoundingClientRect().right - lister.getBoundingClientRect().right"
    assert player.page.evaluate(room) >= 7


@pytest.mark.parametrize("title", ["mr_jack", "pocket", "whitehall"])
def test_axe_finds_nothing_in_the_rules(players: PlayerMaker, title: str) -> None:
    player = players()
    player.page.goto(f"{player.address}/rules/{title}")
    assert findings(player.page, "landmark-unique", "target-size", "heading-order") == []


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_headings_of_a_table_on_a_phone_are_in_order(players: PlayerMaker, title: str) -> None:
    player = players(phone=True)
    player.start(title=title)
    player.until(lambda: player.to_act, "my turn")
    assert findings(player.page, "landmark-unique", "target-size", "heading-order") == []

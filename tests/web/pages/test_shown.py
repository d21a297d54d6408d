"""What the browser edition shows and hides, on a phone and by keyboard; and every level to the end of a game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from gaslamp import titles
from gaslamp.bots import levels
from tests.web.pages.visits import StaticServer, Visit, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(os.environ.get("GASLAMP_PROOF") != "1", reason="many starts of Python: make proof")

WITH_OTHERS = (
    "[name=opponent][value=friend], [name=opponent][value=anyone], [href*=deals], [data-check], [data-publish], "
    "#copy-watch, #tab-chat, #side-chat, #chat, #opened, #watchable"
)
VISIBLE = "selector => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length"
LEVELS = [(title, level) for title in titles.titles() for level in levels.of_title(title)]


@pytest.fixture(scope="module")
def visit(browser: Browser, site: StaticServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    phone = {"width": 360, "height": 740}
    with visiting(browser, site, tmp_path_factory.mktemp("profile"), locale="es-ES", viewport=phone) as visit:
        yield visit
    assert not visit.errors


def findings(visit: Visit) -> list[str]:
    return [one["id"] for one in Axe().run(visit.page).response["violations"]]


def test_the_start_and_the_home_page_on_a_phone(visit: Visit) -> None:
    visit.page = visit.context.new_page()
    visit.page.goto(visit.address)
    assert findings(visit) == []
    visit.page.set_default_timeout(240_000)
    visit.wait()
    visit.frame.click(".storage summary")
    assert visit.frame.evaluate("document.documentElement.scrollWidth") == 360
    assert findings(visit) == []


def test_nothing_that_needs_others_is_shown(visit: Visit) -> None:
    visit.open()
    for page in ("", "puzzles", "learn", "settings", "record"):
        visit.go(page)
        assert visit.frame.evaluate(VISIBLE, WITH_OTHERS) == 0, page
    assert "sorteos" in visit.frame.goto(visit.address).text()  # type: ignore[union-attr]
    visit.begin("pocket")
    visit.frame.click("#menu summary")
    assert visit.frame.evaluate(VISIBLE, WITH_OTHERS) == 0


def test_a_game_is_started_by_keyboard_alone(visit: Visit) -> None:
    visit.open()
    for _ in range(60):
        visit.page.keyboard.press("Tab")
        if visit.frame.evaluate("document.activeElement.matches('#setup button[type=submit]')"):
            break
    visit.page.keyboard.press("Enter")
    visit.frame.wait_for_selector("#app[data-state=table]")


@pytest.mark.parametrize(("title", "level"), LEVELS)
def test_every_level_plays_a_game_to_its_end(visit: Visit, title: str, level: str) -> None:
    if not visit.context.pages or not visit.page.query_selector("body.running"):
        visit.open()
    visit.begin(title, level)
    assert visit.play() == "over"

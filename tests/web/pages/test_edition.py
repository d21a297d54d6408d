"""The browser edition from a plain file server: a whole visit, and again with the server gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from gaslamp import titles
from tests.web.pages.visits import LESSONS, StaticServer, Visit, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def visit(browser: Browser, site: StaticServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    with visiting(browser, site, tmp_path_factory.mktemp("profile"), locale="fr-FR") as visit:
        yield visit


def test_games_and_lessons_from_the_first_visit_to_one_without_network(visit: Visit, site: StaticServer) -> None:
    """One long test, because each start of Python takes seconds."""
    visit.open()
    assert visit.page.get_attribute("html", "lang") == "fr"
    for lesson in LESSONS:
        visit.go(lesson)
        visit.frame.wait_for_selector("#app[data-state=table]")
    for title in titles.titles():
        visit.begin(title)
        assert visit.play(2) == "played"
    visit.begin("pocket")
    table = visit.path
    assert visit.play() == "over"

    site.stop()
    visit.close_browser()
    visit.open(f"#{table}")
    visit.frame.wait_for_selector("#result:not(:empty)")
    assert visit.path == table
    assert visit.page.is_hidden("#note")
    visit.go("")
    assert visit.frame.locator("#mine li").count() == len(titles.titles())
    assert visit.frame.locator("#played li").count() == 1
    assert not visit.errors

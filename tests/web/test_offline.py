"""A server out of reach, with the service worker of its pages: an honest page, and the real one once it answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.host.proxy import Proxy

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

WORKER = "language => navigator.serviceWorker.ready.then(({ active }) => active.scriptURL.endsWith(language))"


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 740})
    yield context
    context.close()


def test_a_server_out_of_reach_is_said_in_the_language_of_the_pages(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    with Proxy(address).running() as proxy:
        outside = proxy.address
        page.goto(f"{outside}/learn")
        page.wait_for_function(WORKER, arg="fr")
        page.click("[data-language=es]")
        page.wait_for_selector("html[lang=es]")
        page.wait_for_function(WORKER, arg="es")
    answer = page.goto(f"{outside}/rules/pocket")
    assert answer is not None
    assert answer.from_service_worker
    assert page.inner_text("h1") == "No se puede acceder al servidor"
    assert page.evaluate("getComputedStyle(document.querySelector('.note')).paddingTop") != "0px"  # has its style
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with Proxy(address, urlsplit(outside).port or 0).running():
        page.click(".note .btn")
        page.wait_for_selector("body.rules")

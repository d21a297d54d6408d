"""A server and a real browser for the tests of this folder. Without a Chromium they are NOT RUN; in CI that fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.web.chromium import NOT_RUN, find
from tests.web.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # a page that is opened after another needs no process of its own
)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the browser's tests, loudly, where there is no browser."""
    mine = [item for item in items if HERE in item.path.parents]
    for item in mine:
        item.add_marker(pytest.mark.slow)
    if not mine or find() is not None:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(NOT_RUN)
    for item in mine:
        item.add_marker(pytest.mark.skip(reason=NOT_RUN))


@contextmanager
def hosted(data: Path, **environment: str) -> Iterator[str]:
    """Run a server of its own, with some environment besides that of the tests, and give its address."""
    command = [sys.executable, "-m", "tests.web.host", str(data)]
    given = dict(os.environ) | environment
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=given) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        found = re.search(r"http://\S+", told)
        assert found, told
        try:
            yield found[0].rstrip("/")
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server that runs as long as the tests."""
    with hosted(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def players(browser: Browser, address: str) -> Iterator[PlayerMaker]:
    """Give a maker of people, each with a browser profile of their own; afterwards look at what went wrong in it."""
    maker = PlayerMaker(browser, address)
    yield maker
    for player in maker.made:
        player.check()
        player.page.context.close()


class PlayerMaker:
    """Makes people at browsers."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self.made: list[Player] = []

    def __call__(self, language: str = "en", *, phone: bool = False, motion: bool = False) -> Player:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = self._browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            locale=language,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
        )
        player = Player(context.new_page(), self.address)
        self.made.append(player)
        return player

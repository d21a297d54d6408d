"""A server and a real browser for these tests. Without a Chromium they are NOT RUN; in CI that fails."""

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
    from playwright.sync_api import Browser, BrowserContext

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # pages share a process
)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the browser tests with a message if there is no browser."""
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
    """Run a separate server with extra environment variables. Yields its address."""
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
    """Yield the address of a server shared by all tests."""
    with hosted(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def players(profiles: Profiles, address: str) -> Iterator[PlayerMaker]:
    """Yield a factory of players, each with its own browser profile; afterwards check for errors."""
    maker = PlayerMaker(profiles, address)
    yield maker
    for player in maker.made:
        player.check()
        profiles.leave(player.page.context, address)


class Profiles:
    """Browser profiles, cleared and reused because new ones are slow to create."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[str, bool, bool], list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, tuple[str, bool, bool]] = {}

    def take(self, language: str, *, phone: bool, motion: bool) -> BrowserContext:
        """Return an empty profile."""
        kind = (language, phone, motion)
        if free := self._free.get(kind):
            return free.pop()
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        made = self._browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            locale=language,
            service_workers="block",  # each page would install one
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self._kinds[made] = kind
        return made

    def leave(self, profile: BrowserContext, address: str) -> None:
        """Close the pages of a profile and clear its data."""
        hands = profile.new_cdp_session(profile.pages[0])
        for page in profile.pages[1:]:
            page.close()
        profile.pages[0].goto("about:blank")
        hands.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        profile.pages[0].close()
        profile.clear_cookies()
        profile.clear_permissions()
        self._free.setdefault(self._kinds[profile], []).append(profile)


class PlayerMaker:
    """Creates players."""

    def __init__(self, profiles: Profiles, address: str) -> None:
        self._profiles = profiles
        self.address = address
        self.made: list[Player] = []

    def __call__(self, language: str = "en", *, phone: bool = False, motion: bool = False) -> Player:
        profile = self._profiles.take(language, phone=phone, motion=motion)
        player = Player(profile.new_page(), self.address)
        self.made.append(player)
        return player

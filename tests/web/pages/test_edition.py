"""The browser edition: first visit, a whole game, a reload without the network, a second tab."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import URLError

import pytest

from gaslamp import titles
from tools.pages import packs
from tools.pages.__main__ import LARGEST, build, gzipped
from tools.pages.packs import PYODIDE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Frame, Page

START = 240_000  # ms; two busy cores are slow
PLAYS = 400  # more than a game of Pocket has
NEW = """async ({ title, side, opponent }) => {
  const body = JSON.stringify({ title, side, opponent, own_nonce: true });
  const answer = await fetch("/games", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const made = await answer.json();
  setTimeout(() => location.assign(document.baseURI.replace(/[#?].*/, "") + made.table.slice(1)));
}"""
# Plays the first action of the list and confirms it; "over" at the end, "" while the other side is to act.
TAKE = """() => {
  if (document.querySelector("#result")?.innerText.trim()) return "over";
  const button = document.querySelector("#listing-groups button[data-way]");
  if (!button) return "";
  button.click();
  document.querySelector("#confirm:enabled")?.click();
  document.querySelector("dialog[open] button[value=yes]")?.click();
  return "played";
}"""


class StaticServer:
    """A file server that knows nothing of the program. It serves below a path, and can be switched off."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()
        self.address = f"http://localhost:{self._server.server_port}/somewhere/below/"

    def start(self, port: int = 0) -> None:
        handler = partial(_Quiet, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    try:
        assert PYODIDE.exists(), "run make test: it installs the packages of web-tools"
        return build()
    except URLError:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip("NOT RUN: the browser edition needs files of PyPI, which cannot be reached")


@pytest.fixture(scope="module")
def server(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    root = tmp_path_factory.mktemp("web")
    for name, content in files.items():
        path = root / "somewhere" / "below" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    started = StaticServer(root)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: StaticServer) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="fr-FR")
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> tuple[Page, Frame]:
    page = context.new_page()
    page.goto(address)
    return page, shown(page)


def shown(page: Page) -> Frame:
    """Return the frame once it shows a page."""
    page.wait_for_selector("body.running", timeout=START)
    frame = page.frame(url=lambda url: url != page.url and not url.startswith("about:"))
    assert frame is not None
    return frame


def play(frame: Frame, most: int) -> str:
    """Play up to *most* actions; return "over" if that ended the game."""
    played = 0
    for _ in range(20 * most):
        done = str(frame.evaluate(TAKE))
        played += done == "played"
        if done == "over" or played >= most:
            return done
        frame.wait_for_timeout(150)
    pytest.fail(f"only {played} actions could be played")


def test_equal_sources_give_equal_bytes(
    files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "CACHE", tmp_path)  # compiled again
    assert packs.pack(packs.ours()) == files["app/gaslamp.zip"]


def test_it_is_small_enough_and_has_no_absolute_path(files: dict[str, bytes]) -> None:
    assert sum(map(len, map(gzipped, files.values()))) <= LARGEST
    for name in ("index.html", "shell.js", "sw.js", "shell.css"):
        text = files[name].decode()
        assert 'href="/' not in text
        assert 'src="/' not in text


@pytest.mark.skipif(os.environ.get("GASLAMP_PROOF") != "1", reason="two starts of Python take minutes: make proof")
def test_a_game_from_the_first_visit_to_a_reload_without_network(visitor: BrowserContext, server: StaticServer) -> None:
    page, frame = opened(visitor, server.address)
    assert page.get_attribute("html", "lang") == "fr"
    frame.evaluate(NEW, {"title": "pocket", "side": "detectives", "opponent": "bot:constable"})
    frame.wait_for_selector("#app[data-state=table]", timeout=START)
    assert play(frame, PLAYS) == "over"
    table = page.url
    server.stop()
    page.reload()
    frame = shown(page)
    assert page.url == table
    frame.wait_for_selector("#result:not(:empty)", timeout=START)
    assert page.is_hidden("#note")
    for title in titles.titles():
        frame.goto(server.address)
        frame.evaluate(NEW, {"title": title, "side": titles.meta(title).default_side, "opponent": "bot:passer_by"})
        frame.wait_for_selector("#app[data-state=table]", timeout=START)
        assert play(frame, 2) == "played"
    frame.goto(f"{server.address}learn/pocket/detectives")
    frame.wait_for_selector("#app[data-state=table]", timeout=START)
    second, other = opened(visitor, f"{server.address}#/learn")  # the first tab leads
    other.wait_for_selector("main", timeout=START)
    page.close()
    other.goto(f"{server.address}")  # and this one from now on
    other.wait_for_selector("#played li", timeout=START)
    second.close()

"""A file server that knows nothing of the program, and a visitor of the browser edition in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gaslamp import titles
from tests.web.chromium import find
from tests.web.conftest import FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Frame, Page

START: Final = 240_000  # ms; two busy cores are slow
PLAYS: Final = 400  # more than a game of Pocket has
BELOW: Final = "somewhere/below"  # path of the edition on the server
LESSONS: Final = tuple(f"learn/{title}/{titles.meta(title).default_side}" for title in titles.titles())
# Plays the first action of the list and confirms it; "over" at the end, "" while the other side is to act.
_TAKE: Final = """() => {
  if (document.querySelector("#result")?.innerText.trim()) return "over";
  const [closing] = document.querySelectorAll("#moments:not([hidden]) button, dialog[open] button[value=yes]");
  closing?.click();
  const button = document.querySelector("#listing-groups button[data-way]");
  if (!button || document.querySelector("#lister").disabled) return "";
  button.click();
  document.querySelector("#confirm:enabled")?.click();
  document.querySelector("dialog[open] button[value=yes]")?.click();
  return "played";
}"""


class StaticServer:
    """Serves a folder below a path, and can be switched off."""

    def __init__(self, folder: Path, files: dict[str, bytes]) -> None:
        self._folder = folder / BELOW
        self.write(files)
        handler = partial(_Quiet, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._runs = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self._server.server_port}/{BELOW}/"

    def write(self, files: dict[str, bytes]) -> None:
        for name, content in files.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def stop(self) -> None:
        if self._runs:
            self._runs = False
            self._server.shutdown()
            self._server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_: Any) -> None:
        pass


class Visit:
    """A tab of a browser whose profile is on disk, so that it can be closed and opened again."""

    page: Page

    def __init__(self, browser: Browser, site: StaticServer, profile: Path, **options: Any) -> None:
        self._browser = browser
        self._profile = profile
        self._options = options
        self.address = site.address
        self.errors: list[str] = []
        self.context = self._launch()

    @property
    def frame(self) -> Frame:
        """Return the frame with the server's page."""
        frame = self.page.query_selector("#frame")
        content = frame.content_frame() if frame else None
        assert content is not None
        return content

    @property
    def path(self) -> str:
        """Return the path of the shown page below the edition, from the address that the visitor sees."""
        return self.page.url.partition("#")[2]

    def open(self, path: str = "") -> None:
        """Open a new tab, which this visit shows from now on, and wait for its first page."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(START)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.address + path)
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("body.running")

    def go(self, path: str) -> None:
        self.frame.goto(self.address + path)

    def begin(self, title: str, level: str = "constable") -> None:
        """Start a game by the form of the home page."""
        self.go("")
        for choice in (f"[name=title][value={title}]", f"[name=level-{title}][value={level}]"):
            self.frame.locator(choice).evaluate("(choice) => choice.click()")
        self.frame.click("#setup button[type=submit]")
        self.frame.wait_for_selector("#app[data-state=table]")

    def play(self, most: int = PLAYS) -> str:
        """Play up to *most* actions by clicks; return "over" if that ended the game."""
        played = 0
        for _ in range(400 + 20 * most):  # a minute longer than on an idle machine
            done = str(self.frame.evaluate(_TAKE))
            played += done == "played"
            if done == "over" or played >= most:
                return done
            self.page.wait_for_timeout(150)
        raise AssertionError(f"only {played} actions could be played")

    def close_browser(self) -> None:
        self.context.close()
        self.context = self._launch()

    def _launch(self) -> BrowserContext:
        return self._browser.browser_type.launch_persistent_context(
            self._profile, executable_path=find(), args=FLAGS, **self._options
        )


@contextmanager
def visiting(browser: Browser, site: StaticServer, profile: Path, **options: Any) -> Iterator[Visit]:
    visit = Visit(browser, site, profile, **options)
    try:
        yield visit
    finally:
        visit.context.close()

"""A person at a browser: starts games, points at things, reads what is there, and remembers all that came in."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from tests.patched import patched, unpacked

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

PATIENCE = 60.0  # a machine with much to do may need long to begin to think


class Player:
    """Drives one page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.played: list[str] = []
        self._newest: dict[str, Any] | None = None  # frame of the table
        self._curtains = False  # there has been one
        self.troubles: list[str] = []
        self.foreign: list[str] = []
        page.on("console", lambda told: self._trouble(told.type, told.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self._request(request.url))
        page.on("websocket", self._listen)

    def check(self) -> None:
        """Find no error on the console and no request to anybody else."""
        assert self.troubles == []
        assert self.foreign == []

    def _trouble(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.troubles.append(f"{kind}: {text}")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.address).netloc:
            self.foreign.append(url)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._frame(str(payload)))

    def _frame(self, payload: str) -> None:
        payload = unpacked(payload)
        self.raw.append(payload)
        frame = json.loads(payload)
        if frame["type"] == "patch":
            frame = patched(self._newest, frame)
        self.frames.append(frame)
        if frame["type"] == "table":
            self._newest = frame
        self._curtains = self._curtains or frame["type"] == "curtain"

    # ---- going somewhere

    def start(
        self,
        *,
        title: str = "pocket",
        side: str | None = None,
        opponent: str = "machine",
        level: str = "random",
        options: Mapping[str, str] | None = None,
        company: str | None = None,
    ) -> None:
        """Start a game from the home page; the side is that of a newcomer unless one is named."""
        self.page.goto(self.address)
        self._newest = None
        self._tick(f"input[name=title][value={title}]")
        if side is not None:
            self._tick(f"input[name=side-{title}][value={side}]")
        if company is not None:
            self._tick(f".company[data-title={title}] input[value='{company}']")
        if options:
            self.page.eval_on_selector(f"details.options[data-title={title}]", "details => (details.open = true)")
        for option, choice in (options or {}).items():
            self._tick(f"input[name=option-{title}-{option}][value='{choice}']")
        self._tick(f"input[name=opponent][value={opponent}]")
        if opponent == "machine":
            self._tick(f"input[name=level-{title}][value={level}]")
        self.page.click("#setup button[type=submit]")
        self.page.wait_for_url("**/table/*")

    def accept(self, link: str, seat: str | None = None) -> None:
        """Open an invitation and sit down, in a seat that is free if none is named."""
        self.page.goto(link)
        self.page.wait_for_selector(".sit button[type=submit]")
        if seat is not None:
            self.page.check(f".sit input[value={seat}]")
        self.page.click(".sit button[type=submit]")
        self.page.wait_for_url("**/table/*")

    def _tick(self, selector: str) -> None:
        self.page.eval_on_selector(selector, "input => input.click()")

    def until(self, true: Callable[[], object], what: str = "it") -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"waited in vain for {what}: {self._stands()}"
            self.page.wait_for_timeout(20)

    def _stands(self) -> str:
        """Tell what the page shows and what came in last, for whoever reads why a test failed."""
        came = [(frame["type"], frame.get("step"), frame.get("text")) for frame in self.frames[-6:]]
        return f"{self.page.url} shows {self.state!r}; last came {came}; troubles {self.troubles}"

    # ---- reading

    @property
    def state(self) -> str:
        """Give what the page shows: connecting, room, curtain or table."""
        return self.page.get_attribute("#app", "data-state") or ""

    @property
    def table(self) -> dict[str, Any]:
        """Give the newest frame of the table."""
        assert self._newest is not None, "no table was shown"
        return self._newest

    # The page is asked last: a question costs far more than a look at what came in.

    @property
    def over(self) -> bool:
        return self._newest is not None and bool(self._newest["over"]) and self.state == "table"

    @property
    def to_act(self) -> bool:
        frame = self._newest
        return frame is not None and bool(frame["prompt"]["choices"]) and not frame["over"] and self.state == "table"

    @property
    def covered(self) -> bool:
        """Tell whether the curtain is down."""
        return self._curtains and self.state == "curtain"

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    # ---- acting

    def ways(self) -> dict[str, dict[str, Any]]:
        """Give what may be done now: each way through the choices, and the leaf it leads to."""

        def below(choices: list[dict[str, Any]], before: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
            for choice in choices:
                way = (*before, choice["target"])
                if choice.get("play"):
                    yield " ".join(way), choice
                yield from below(choice.get("next", []), way)

        return dict(below(self.table["prompt"]["choices"], ()))

    def play(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> str:
        """Take a step from the list of choices, one that is wanted if there is one, and confirm it where asked."""
        step = self.table["step"]
        ways = self.ways()
        way = rng.choice([way for way, leaf in ways.items() if wanted(leaf)] or list(ways))
        button = f'#listing-groups button[data-way="{way}"]'
        self.page.wait_for_selector(button, state="attached")
        self.page.eval_on_selector(button, "button => button.click()")
        self._confirm()
        self.until(lambda: self._moved_on(step), f"an answer to {way}")
        self.played.append(str(ways[way]["play"]))
        return self.played[-1]

    def point(self, rng: Random) -> None:
        """Take one step by pointing at things: the board, the tokens, the buttons beside them."""
        step = self.table["step"]
        for _ in range(4):
            spots = self.page.locator(
                "#board g[data-target], #pills:not([hidden]) button[data-target], .panels button[data-target]:enabled"
            )
            try:
                spots.nth(rng.randrange(max(1, spots.count()))).click(force=True, timeout=1000)
                if self.page.is_enabled("#confirm"):
                    self.page.click("#confirm", timeout=1000)
                    if self.page.is_visible("#ask-sure"):
                        self.page.click("#ask-sure button[value=yes]", timeout=1000)
                    break
            except Error:
                continue  # the next frame came in between
            if self._moved_on(step):
                break
            self.page.wait_for_timeout(30)
        # What an earlier click played may have ended the game before this one looked where it is.
        self.until(lambda: self._moved_on(step) or self.to_act or self.over, "an answer to a click")

    def _confirm(self) -> None:
        self.page.eval_on_selector("#confirm", "button => button.disabled || button.click()")
        self.page.evaluate("() => document.querySelector('dialog[open] button[value=yes]')?.click()")

    def _moved_on(self, step: int) -> bool:
        return self.table["step"] != step or self.covered

    def play_to_the_end(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> None:
        """Play on until the game is over, lifting the curtain where there is one."""
        while not self.over:
            self.until(lambda: self.to_act or self.over or self.covered, "my turn")
            if self.covered:
                self.page.click("#curtain button.primary")
                self.until(lambda: self.state == "table", "the curtain to lift")
            elif self.to_act:
                self.play(rng, wanted)

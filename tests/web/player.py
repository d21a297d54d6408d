"""A player in a browser: starts games, clicks, reads the page and records all frames."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from gaslamp import titles
from tests.patched import listed, patched

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

# Stores a new game's links as the home page does.
KEEP = """made => {
  for (const kind of ["invite", "watch"]) if (made[kind]) sessionStorage.setItem(`${kind} ${made.table}`, made[kind]);
}"""
# Plays a path of the list of choices and confirms it; returns false if it is not available.
TAKE = """way => {
  const button = [...document.querySelectorAll("#listing-groups button")].find((one) => one.dataset.way === way);
  if (!button) return false;
  button.click();
  document.querySelector("#confirm:enabled")?.click();
  document.querySelector("dialog[open] button[value=yes]")?.click();
  return true;
}"""
PATIENCE = 60.0  # seconds; busy machines are slow
# Said by Playwright itself, in profiles that allow no service workers.
BLOCKED = "Service Worker registration blocked by Playwright"


class Player:
    """Drives one page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.played: list[str] = []
        self._newest: dict[str, Any] | None = None  # frame of the table
        self._received: dict[str, Any] | None = None  # the same as received
        self._curtains = False  # there has been one
        self.troubles: list[str] = []
        self.foreign: list[str] = []
        page.on("console", lambda told: self._trouble(told.type, told.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self._request(request.url))
        page.on("websocket", self._listen)

    def check(self) -> None:
        """Check that there were no console errors and no requests to other hosts."""
        assert self.troubles == [], self.troubles
        assert self.foreign == [], self.foreign

    def _trouble(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and text != BLOCKED:
            self.troubles.append(f"{kind}: {text}")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.address).netloc:
            self.foreign.append(url)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._frame(str(payload)))

    def _frame(self, payload: str) -> None:
        self.raw.append(payload)
        frame = json.loads(payload)
        if frame["type"] == "patch":
            frame = patched(self._received, frame)
        if frame["type"] == "table":
            self._received = frame
            frame = self._newest = listed(frame)
        self.frames.append(frame)
        self._curtains = self._curtains or frame["type"] == "curtain"

    # ---- going somewhere

    def start(
        self,
        *,
        title: str = "pocket",
        side: str | None = None,
        opponent: str = "machine",
        level: str = "passer_by",
        options: Mapping[str, str] | None = None,
        investigators: str | None = None,
    ) -> None:
        """Start a game and open its table; by default the newcomer's side of a built-in title.

        Sends the form's request without the home page; see `start_by_form`.
        """
        wanted: dict[str, Any] = {
            "title": title,
            "side": side or titles.meta(title).default_side,
            "opponent": f"bot:{level}" if opponent == "machine" else opponent,
            "own_nonce": True,
            "options": dict(options or {}),
        }
        if investigators is not None:
            wanted["options"]["investigators"] = investigators
        if investigators not in {None, "1"}:
            wanted["allies"] = "friend"
        self._newest = None
        made = self.page.request.post(f"{self.address}/games", data=wanted, headers={"Origin": self.address}).json()
        self.page.add_init_script(f"({KEEP})({json.dumps(made)})")
        self.page.goto(f"{self.address}{made['table']}")

    def start_by_form(self, *, title: str, side: str | None, level: str) -> None:
        """Start a game against a bot with the form of the home page."""
        self.page.goto(self.address)
        self._newest = None
        self._tick(f"input[name=title][value={title}]")
        if side is not None:
            self._tick(f"input[name=side-{title}][value={side}]")
        self._tick("input[name=opponent][value=machine]")
        self._tick(f"input[name=level-{title}][value={level}]")
        self.page.click("#setup button[type=submit]")
        self.page.wait_for_url("**/table/*")

    def accept(self, link: str, seat: str | None = None) -> None:
        """Open an invitation and take a seat, by default a free one."""
        self.page.goto(link)
        self.page.wait_for_selector(".sit button[type=submit]")
        if seat is not None:
            self.page.check(f".sit input[value={seat}]")
        self.page.click(".sit button[type=submit]")
        self.page.wait_for_url("**/table/*")

    def _tick(self, selector: str) -> None:
        self.page.eval_on_selector(selector, "input => input.click()")

    def until(self, true: Callable[[], object], what: str = "it") -> None:
        """Wait for a condition."""
        end, pause = time.monotonic() + PATIENCE, 10.0
        while not true():
            assert time.monotonic() < end, f"waited in vain for {what}: {self._stands()}"
            self.page.wait_for_timeout(pause)
            pause = min(80.0, 1.4 * pause)  # exponential backoff

    def _stands(self) -> str:
        """Return the state of the page and the last frames, for error messages."""
        came = [(frame["type"], frame.get("step"), frame.get("text")) for frame in self.frames[-6:]]
        return f"{self.page.url} shows {self.state!r}; last came {came}; troubles {self.troubles}"

    # ---- reading

    @property
    def state(self) -> str:
        """Return what the page shows: connecting, room, curtain or table."""
        return self.page.get_attribute("#app", "data-state") or ""

    @property
    def table(self) -> dict[str, Any]:
        """Return the newest table frame."""
        assert self._newest is not None, "no table was shown"
        return self._newest

    # Evaluate in the page last: it is much slower than checking the received frames.

    @property
    def over(self) -> bool:
        return self._newest is not None and bool(self._newest["over"]) and self.state == "table"

    @property
    def to_act(self) -> bool:
        frame = self._newest
        return frame is not None and bool(frame["prompt"]["choices"]) and not frame["over"] and self.state == "table"

    @property
    def covered(self) -> bool:
        """Return True if the curtain is shown."""
        return self._curtains and self.state == "curtain"

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    # ---- acting

    def ways(self) -> dict[str, dict[str, Any]]:
        """Return the possible actions: each path through the choices with its leaf."""

        def below(choices: list[dict[str, Any]], before: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
            for choice in choices:
                way = (*before, choice["target"])
                if choice.get("play"):
                    yield " ".join(way), choice
                yield from below(choice.get("next", []), way)

        return dict(below(self.table["prompt"]["choices"], ()))

    def play(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> str:
        """Play an action from the list of choices, if possible a wanted one, and confirm it."""
        step = self.table["step"]
        ways = self.ways()
        way = rng.choice([way for way, leaf in ways.items() if wanted(leaf)] or list(ways))
        self.until(lambda: self.page.evaluate(TAKE, way), f"the button of {way}")
        self.until(lambda: self._moved_on(step), f"an answer to {way}")
        self.played.append(str(ways[way]["play"]))
        return self.played[-1]

    def point(self, rng: Random) -> None:
        """Play an action by clicking on targets."""
        step = self.table["step"]
        for _ in range(4):
            spots = self.page.locator(
                "#board g[data-target], #pills:not([hidden]) button[data-target], .panels button.open[data-target]"
            )
            try:
                spots.nth(rng.randrange(max(1, spots.count()))).click(force=True, timeout=1000)
                if self.page.is_enabled("#confirm"):
                    self.page.click("#confirm", timeout=1000)
                    if self.page.is_visible("#ask-sure"):
                        self.page.click("#ask-sure button[value=yes]", timeout=1000)
                    break
            except Error:
                continue  # another frame arrived
            if self._moved_on(step):
                break
            self.page.wait_for_timeout(30)
        # An earlier click may have ended the game.
        self.until(lambda: self._moved_on(step) or self.to_act or self.over, "an answer to a click")

    def _moved_on(self, step: int) -> bool:
        return self.table["step"] != step or self.covered

    def play_to_the_end(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> None:
        """Play until the game is over, lifting curtains."""
        while not self.over:
            self.go_on(rng, wanted)

    def go_on(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> None:
        """Lift the curtain or play a step."""
        self.until(lambda: self.to_act or self.over or self.covered, "my turn")
        if self.covered:
            self.page.click("#curtain button.primary")
            self.until(lambda: self.state == "table", "the curtain to lift")
        elif self.to_act:
            self.play(rng, wanted)

"""A person at a browser: starts games, points at things, reads what is there, and remembers all that came in."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from gaslamp import titles
from tests.patched import patched, unpacked

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

# What the home page keeps of a game that was made there.
KEEP = """made => {
  for (const kind of ["invite", "watch"]) if (made[kind]) sessionStorage.setItem(`${kind} ${made.table}`, made[kind]);
}"""
# Takes a way of the list of choices and confirms it where that is asked; false while there is no such way.
TAKE = """way => {
  const button = [...document.querySelectorAll("#listing-groups button")].find((one) => one.dataset.way === way);
  if (!button) return false;
  button.click();
  document.querySelector("#confirm:enabled")?.click();
  document.querySelector("dialog[open] button[value=yes]")?.click();
  return true;
}"""
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
        assert self.troubles == [], self.troubles
        assert self.foreign == [], self.foreign

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
        investigators: str | None = None,
    ) -> None:
        """Start a game and go to its table; the side is that of a newcomer to a title of ours unless one is named.

        It is what the form of the home page asks for, without the page: see `start_by_form`.
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
        """Start a game against the machine as people do, on the home page."""
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
        end, pause = time.monotonic() + PATIENCE, 10.0
        while not true():
            assert time.monotonic() < end, f"waited in vain for {what}: {self._stands()}"
            self.page.wait_for_timeout(pause)
            pause = min(80.0, 1.4 * pause)  # who waits long asks less often: each question takes time from the answer

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
        self.until(lambda: self.page.evaluate(TAKE, way), f"the button of {way}")
        self.until(lambda: self._moved_on(step), f"an answer to {way}")
        self.played.append(str(ways[way]["play"]))
        return self.played[-1]

    def point(self, rng: Random) -> None:
        """Take one step by pointing at things: the board, the tokens, the buttons beside them."""
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
                continue  # the next frame came in between
            if self._moved_on(step):
                break
            self.page.wait_for_timeout(30)
        # What an earlier click played may have ended the game before this one looked where it is.
        self.until(lambda: self._moved_on(step) or self.to_act or self.over, "an answer to a click")

    def _moved_on(self, step: int) -> bool:
        return self.table["step"] != step or self.covered

    def play_to_the_end(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> None:
        """Play on until the game is over, lifting the curtain where there is one."""
        while not self.over:
            self.go_on(rng, wanted)

    def go_on(self, rng: Random, wanted: Callable[[dict[str, Any]], object] = bool) -> None:
        """Do what is to be done next: lift the curtain, or take a step."""
        self.until(lambda: self.to_act or self.over or self.covered, "my turn")
        if self.covered:
            self.page.click("#curtain button.primary")
            self.until(lambda: self.state == "table", "the curtain to lift")
        elif self.to_act:
            self.play(rng, wanted)

"""Time until a new table can be used over a slow line: `python -m bench.server.slow_line`.

Chromium emulates the line. Every round starts with an empty cache, loads the home page and presses the start button, at
the page's `load` event or some seconds later. The table is usable in the first animation frame in which a click in the
middle of a legal target, on the board or in a panel, would hit it. Then the cache is emptied and the table reloaded,
as for a guest who opens a link. `--beside` measures another checkout in the same run, alternately.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from playwright.sync_api import sync_playwright

from bench.server.load import server
from tests.web.chromium import find

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_TIMEOUT: Final = 30_000  # milliseconds for a table to become usable
_WATCH: Final = """
addEventListener("click", (event) => {
  if (event.target.closest("#setup [type=submit]")) sessionStorage.pressed = performance.timeOrigin + performance.now();
}, true);
const look = () => {
  for (const target of document.querySelectorAll("#table [data-target]:not([aria-disabled=true])")) {
    const { x, y, width, height } = target.getBoundingClientRect();
    if (!target.contains(document.elementFromPoint(x + width / 2, y + height / 2))) continue;
    document.documentElement.dataset.usable = performance.timeOrigin + performance.now() - sessionStorage.pressed;
    return;
  }
  requestAnimationFrame(look);
};
if (location.pathname.startsWith("/table/")) requestAnimationFrame(look);
"""


class Visit(NamedTuple):
    """One start of a game: seconds from the button to the first target."""

    seconds: float
    requests: int  # from the press on, those answered by the cache excluded
    again: float  # seconds to load the table with an empty cache


def visit(browser: Browser, address: str, args: argparse.Namespace, pause: float) -> Visit:
    """Start a game in a fresh profile."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    page.add_init_script(_WATCH)
    line = context.new_cdp_session(page)
    sent: set[str] = set()
    line.on("Network.responseReceived", lambda event: _note(sent, event))
    line.on("Network.webSocketCreated", lambda event: sent.add(event["requestId"]))
    line.send("Network.enable")
    rate = args.mbit * 1_000_000 / 8
    conditions = {"offline": False, "latency": args.latency, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", conditions)
    page.goto(address, wait_until="load")
    page.locator(f"label:has(> input[name=title][value={args.title}])").click()
    page.wait_for_timeout(1000 * pause)
    sent.clear()
    page.locator("#setup [type=submit]").click()
    seconds, requests = _usable(page), len(sent)
    line.send("Network.clearBrowserCache")
    page.evaluate("() => { sessionStorage.pressed = performance.timeOrigin + performance.now(); }")
    page.reload(wait_until="commit")
    again = _usable(page)
    context.close()
    return Visit(seconds, requests, again)


def _usable(page: Page) -> float:
    """Wait until the table is usable; the seconds that took since the press."""
    usable = page.wait_for_selector("html[data-usable]", timeout=_TIMEOUT)
    assert usable is not None
    return float(usable.get_attribute("data-usable") or "nan") / 1000


def _note(sent: set[str], event: dict[str, object]) -> None:
    response = event["response"]
    assert isinstance(response, dict)
    if not response.get("fromDiskCache") and not response.get("fromPrefetchCache"):
        sent.add(str(event["requestId"]))


def main() -> None:
    """Measure, and print a line for each checkout and pause."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.slow_line", description=__doc__)
    parser.add_argument("--latency", type=float, default=150, help="milliseconds added to every request")
    parser.add_argument("--mbit", type=float, default=4, help="megabits a second, in each direction")
    parser.add_argument("--title", default="pocket")
    parser.add_argument("--pauses", type=float, nargs="+", default=[0, 5], help="seconds on the home page")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", type=Path, action="append", default=[], help="root of another checkout")
    args = parser.parse_args()
    roots = [*(path.resolve() for path in args.beside), Path(__file__).parents[2]]
    with ExitStack() as stack:
        addresses = {}
        for root in roots:
            data = stack.enter_context(tempfile.TemporaryDirectory())
            addresses[root] = stack.enter_context(server(data, PYTHONPATH=str(root / "src")))[0]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        visits: dict[tuple[Path, float], list[Visit]] = {}
        for _ in range(args.rounds):
            for root, address in addresses.items():
                for pause in args.pauses:
                    visits.setdefault((root, pause), []).append(visit(browser, address, args, pause))
        browser.close()
    load = os.getloadavg()[0]
    print(f"{args.title}, {args.latency:.0f} ms, {args.mbit:g} Mbit/s, {args.rounds} rounds, load {load:.1f}")
    for (root, pause), made in visits.items():
        times, again = [one.seconds for one in made], [one.again for one in made]
        print(
            f"{root.name}, pressed {pause:g} s after the home page: usable after {median(times):.2f} s "
            f"({min(times):.2f} to {max(times):.2f}), {median(one.requests for one in made):.0f} requests; "
            f"with an empty cache after {median(again):.2f} s ({min(again):.2f} to {max(again):.2f})"
        )


if __name__ == "__main__":
    main()

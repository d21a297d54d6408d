"""`python -m bench.server.browser_edition [visits]`: seconds until the edition shows its first page, by parts."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.web.chromium import find
from tests.web.pages.visits import StaticServer, visiting
from tools.pages.__main__ import build

# Marks of leader.js and shell.js, in order.
_PARTS: Final = {
    "start 1": "Pyodide",
    "start 2": "unpacked",
    "start 3": "imported",
    "start 4": "opened",
    "page": "first page",
}
_MARKS: Final = (
    """() => Object.fromEntries(performance.getEntriesByType("mark").map((mark) => [mark.name, mark.startTime]))"""
)


def main(visits: int = 4) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = StaticServer(Path(folder, "web"), build())
        browser = playwright.chromium.launch(executable_path=find())
        with visiting(browser, site, Path(folder, "profile")) as visit:
            print("visit".ljust(10), *(name.rjust(10) for name in _PARTS.values()), "  load")
            for number in range(visits):
                visit.open()
                marks = visit.page.evaluate(_MARKS)
                seconds = (f"{marks[mark] / 1000:10.2f}" for mark in _PARTS)
                print(
                    ("first" if number == 0 else "later").ljust(10), *seconds, f"{os.getloadavg()[0]:6.1f}", flush=True
                )
                visit.close_browser()
        site.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Takes the pictures of docs/screenshots: every page and title, on a desktop and on a phone, for `make screenshots`."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from gaslamp import titles
from tests.web.chromium import NOT_RUN, find
from tests.web.conftest import FLAGS
from tests.web.player import Player
from tests.web.whole.test_games import lasts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parent.parent.parent / "docs" / "screenshots"
LARGEST = 250_000  # bytes of a picture
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def main() -> int:
    """Take every picture."""
    chromium = find()
    if chromium is None:
        print(NOT_RUN, file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen([sys.executable, "-m", "tests.web.host", data], stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for size in SIZES:
                pictures(browser, found[0].rstrip("/"), size)
            browser.close()
        finally:
            server.terminate()  # or leaving the block would wait for it
    return 0


def pictures(browser: Browser, address: str, size: str) -> None:
    """Take the pictures of one size."""
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1.5 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
        locale="en",
    )
    player = Player(context.new_page(), address)

    def take(name: str) -> None:
        """Take a picture, as good as fits into the size that all of them keep."""
        player.page.wait_for_timeout(400)
        for quality in (82, 74, 66, 58):
            picture = player.page.screenshot(type="jpeg", quality=quality)
            if len(picture) < LARGEST:
                break
        (FOLDER / f"{name}-{size}.jpg").write_bytes(picture)

    player.page.goto(address)
    take("home")
    for title in titles.titles():
        while not middle(player, title, side="jack" if title == "whitehall" and phone else None):
            pass
        take(title)
    player.start(title="whitehall", side="investigators", opponent="friend", company="3")
    player.until(lambda: player.state == "room", "the waiting room")
    take("waiting")
    player.start(opponent="same_device")
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    while player.state != "curtain":
        player.play(Random(1))
    take("curtain")
    player.start(title="whitehall", side="jack", company="1")
    player.play_to_the_end(Random(12))
    take("finished")
    context.close()


# How far a game is played before its picture is taken, and how many targets there are then to choose from.
MIDDLE = {"mr_jack": (24, 6), "pocket": (20, 2), "whitehall": (30, 6)}


def middle(player: Player, title: str, side: str | None) -> bool:
    """Play into the middle of a game, to where there is something to point at; tell whether it came to that."""
    company = "1" if title == "whitehall" else None
    options = {"aid": "on"} if title == "whitehall" else None
    player.start(title=title, side=side, level="constable", company=company, options=options)
    rng = Random(5)
    least, targets = MIDDLE[title]
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        spots = player.page.locator("#board g[data-target]")
        if player.to_act and player.table["step"] > least and spots.count() >= targets:
            if title == "pocket":  # half of a choice: the street is named, not yet how far it turns
                spots.first.click(force=True)
            return True
        if player.to_act:
            player.play(rng, lasts)
    return False


if __name__ == "__main__":
    sys.exit(main())

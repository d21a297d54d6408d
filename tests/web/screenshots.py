"""Takes the pictures of docs/screenshots: every page, on a desktop and on a phone. Run by `make screenshots`."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.web.chromium import NOT_RUN, find
from tests.web.conftest import FLAGS
from tests.web.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parent.parent.parent / "docs" / "screenshots"
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
        device_scale_factor=2 if phone else 1,
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
        locale="en",
    )
    player = Player(context.new_page(), address)

    def take(name: str) -> None:
        player.page.wait_for_timeout(400)
        player.page.screenshot(path=FOLDER / f"{name}-{size}.jpg", type="jpeg", quality=82)

    player.page.goto(address)
    take("home")
    player.start(level="constable")
    while not table(player, take):
        player.start(level="constable")
    player.start(opponent="friend")
    player.until(lambda: player.state == "room", "the waiting room")
    take("waiting")
    player.start(opponent="same_device")
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    while player.state != "curtain":
        player.play(Random(1))
    take("curtain")
    player.start(level="random")
    player.play_to_the_end(Random(12))
    take("finished")
    context.close()


def table(player: Player, take: object) -> bool:
    """Play into the third turn, to where a street is about to be turned; tell whether it came to that."""
    assert callable(take)
    rng = Random(5)
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        titles = [choice["target"] for choice in player.table["prompt"]["choices"]]
        if titles and titles[0].startswith("tile-") and player.table["step"] > 20:
            player.page.locator('#board g[data-target="tile-stealthy"], #board g[data-target^="tile-"]').first.click(
                force=True
            )
            take("table")
            return True
        player.play(rng)
    return False


if __name__ == "__main__":
    sys.exit(main())

"""Takes the pictures of docs/screenshots: every page and title on a desktop and a phone (`make screenshots`).

Other languages or sizes: `python -m tests.web.screenshots --language ru --size 1920x1080 --folder FOLDER`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from math import dist
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
LARGEST = 250_000  # maximum bytes of a picture
NEAR = 30  # board units around a target that hit it
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
# Disables the timers of announcements.
PATIENT = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (then, time, ...words) => wait(then, time >= 1000 ? 1e9 : time, ...words);
}"""

# Whether all visible images have loaded.
DRAWN = """() => [...document.images].every((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom < 0 || top > innerHeight || (one.complete && one.naturalWidth > 0);
})"""


def wanted() -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser(description="Takes the pictures of docs/screenshots.")
    parser.add_argument("--language", default="en")
    parser.add_argument("--size", action="append", help="desktop, phone, or as 1920x1080")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", action="append", choices=["pages", "tables", "learning", "between"])
    return parser.parse_args()


def main() -> int:
    asked = wanted()
    chromium = find()
    if chromium is None:
        print(NOT_RUN, file=sys.stderr)
        return 2
    asked.folder.mkdir(exist_ok=True, parents=True)
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
            for size in asked.size or SIZES:
                camera = Camera(browser, found[0].rstrip("/"), size, asked)
                for kind in asked.only or ("pages", "tables", "learning", "between"):
                    getattr(camera, kind)()
            browser.close()
        finally:
            server.terminate()  # or leaving the block would wait for it
    return 0


class Camera:
    """Takes pictures of one size."""

    def __init__(self, browser: Browser, address: str, size: str, asked: argparse.Namespace) -> None:
        self._browser = browser
        self._address = address
        self._size = size
        self._asked = asked

    @property
    def phone(self) -> bool:
        return self._size == "phone"

    def player(self, *, motion: bool = False) -> Player:
        """Return a player with its own browser."""
        width, height = SIZES.get(self._size) or map(int, self._size.split("x"))
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=1.5 if self.phone else 1,
            is_mobile=self.phone,
            has_touch=self.phone,
            reduced_motion="no-preference" if motion else "reduce",
            locale=self._asked.language,
        )
        return Player(context.new_page(), self._address)

    def take(self, player: Player, name: str) -> None:
        """Take a picture with the best quality that stays under the size limit."""
        player.page.wait_for_function(DRAWN)
        player.page.wait_for_timeout(400)
        for quality in (82, 74, 66, 58):
            picture = player.page.screenshot(type="jpeg", quality=quality)
            if len(picture) < LARGEST:
                break
        (self._asked.folder / f"{name}-{self._size}.jpg").write_bytes(picture)

    def pages(self) -> None:
        """Home page and rules page."""
        player = self.player()
        player.page.goto(self._address)
        self.take(player, "home")
        player.page.goto(f"{self._address}/rules/whitehall#boat")
        self.take(player, "rules")
        player.page.context.close()

    def tables(self) -> None:
        """A table of each title."""
        player = self.player()
        for title in titles.titles():
            while not middle(player, title, side="jack" if title == "whitehall" and self.phone else None):
                pass
            self.take(player, title)
        player.page.context.close()

    def learning(self) -> None:
        """Rules sheet, explanation, hint and story."""
        player = self.player()
        while not middle(player, "pocket", side="detectives"):
            pass
        player.page.click("#ask-rules")
        player.page.wait_for_selector("#rules-text h2, #rules-text h3")
        self.take(player, "rules-sheet")
        player.page.click("#rules-sheet [data-close]")
        while not middle(player, "mr_jack", side="detective"):
            pass
        player.page.click("#ask-hint")
        player.page.wait_for_selector("#advice .what")
        self.take(player, "hint")
        player.page.click("#ask-hint")
        chosen = {target for way in player.ways() for target in way.split()}
        # A character on a target hex can be accused.
        free = {(target["x"], target["y"]) for target in player.table["targets"] if target["id"] in chosen}
        tokens = [one for one in player.table["sprites"] if one["id"].startswith("tok-")]
        closed = next(one["id"] for one in tokens if all(dist((one["x"], one["y"]), place) > NEAR for place in free))
        player.page.locator(f"#board [data-sprite={closed}]").click(force=True)
        player.page.wait_for_selector("#toast:not(:empty)")
        self.take(player, "why-not")
        player.page.context.close()
        player = self.player(motion=True)
        player.page.add_init_script(f"({PATIENT})()")
        player.start(title="mr_jack", side="detective", level="inspector")
        while not player.page.is_visible("#caption"):
            if player.to_act:
                player.play(Random(3), lasts)
            player.page.wait_for_timeout(300)
        self.take(player, "story")
        player.page.context.close()

    def between(self) -> None:
        """Waiting room, curtain and result."""
        player = self.player()
        player.start(title="whitehall", side="investigators", opponent="friend", investigators="3")
        player.until(lambda: player.state == "room", "the waiting room")
        self.take(player, "waiting")
        player.start(opponent="same_device")
        player.until(lambda: player.state in {"table", "curtain"}, "the table")
        while player.state != "curtain":
            player.play(Random(1))
        self.take(player, "curtain")
        player.start(title="whitehall", side="jack", investigators="1")
        player.play_to_the_end(Random(12))
        self.take(player, "finished")
        player.page.context.close()


# Steps before the picture, and the minimum number of targets.
MIDDLE = {"mr_jack": (24, 6), "pocket": (20, 2), "whitehall": (30, 6)}


def middle(player: Player, title: str, side: str | None) -> bool:
    """Play to the middle of a game with targets to show. Returns False if the game ended before."""
    investigators = "1" if title == "whitehall" else None
    options = {"aid": "on"} if title == "whitehall" else None
    player.start(title=title, side=side, level="constable", investigators=investigators, options=options)
    rng = Random(5)
    least, targets = MIDDLE[title]
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        spots = player.page.locator("#board g[data-target]")
        if player.to_act and player.table["step"] > least and spots.count() >= targets:
            if title == "pocket":  # half of a choice: the tile without the rotation
                spots.first.click(force=True)
            return True
        if player.to_act:
            player.play(rng, lasts)
    return False


if __name__ == "__main__":
    sys.exit(main())

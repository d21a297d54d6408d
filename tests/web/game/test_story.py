"""The story of the other side's actions in the browser: step by step, skippable, silent by default."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious

# Counts sounds instead of playing them.
SILENCE = """() => {
  window.heard = 0;
  window.OscillatorNode = class {
    connect(next) { return next; }
    start() { window.heard++; }
    stop() {}
  };
}"""
# Disables the timers of announcements.
PATIENT = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (then, time, ...words) => wait(then, time >= 1000 ? 1e9 : time, ...words);
}"""
# Checks the caption on keyup: soon after, another action may be shown.
HIDDEN_THEN = """() => addEventListener("keyup", () => {
  window.hiddenThen = document.getElementById("caption").hidden;
}, { capture: true, once: true })"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board [data-sprite]")]
  .map((one) => [one.dataset.sprite, [one.style.transform, one.classList.contains("untold")]]))"""


def stands(player: Player) -> bool:
    """Return True if every sprite has the position of the newest table and is visible."""
    places = player.page.evaluate(PLACES)
    wanted = {one["id"]: [f"translate({one['x']:g}px, {one['y']:g}px)", False] for one in player.table["sprites"]}
    return all(places.get(id) == place for id, place in wanted.items())


def until_told(player: Player, rng: Random) -> None:
    """Play until the other side's actions are shown, in another game if this one is over."""
    first = len(player.frames)

    def told() -> bool:
        return any(frame.get("story") for frame in player.frames[first:])

    while not told():
        player.until(lambda: player.to_act or player.over or told(), "my turn")
        if player.over:
            player.start(side="detectives", level="passer_by")
        elif player.to_act and not told():
            player.play(rng)


def test_the_story_shows_the_other_sides_actions_and_can_be_skipped(players: PlayerMaker) -> None:
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({SILENCE})()")
    player.start(side="detectives", level="passer_by")
    player.until(lambda: player.to_act, "my turn")

    until_told(player, rng)
    player.until(lambda: page.is_visible("#caption"), "the story")
    sentences = {beat["text"] for frame in player.frames for beat in frame.get("story", ())}
    assert player.text("#caption p") in sentences
    page.evaluate(HIDDEN_THEN)
    page.keyboard.press("Escape")
    assert page.evaluate("window.hiddenThen"), "the key has ended it"
    player.until(lambda: stands(player) or page.is_visible("#caption"), "all of it")
    assert page.evaluate("window.heard") == 0  # off by default

    # It ends by itself, with sound if switched on.
    page.click("#menu summary")
    page.click("#sound")
    page.click("#menu summary")
    before = page.evaluate("window.heard")
    assert before > 0
    until_told(player, rng)
    player.until(lambda: page.evaluate("window.heard") > before, "a sound")
    player.until(lambda: not page.is_visible("#caption") and stands(player), "the end of the story")

    # Switched off, everything is shown at once.
    page.click("#menu summary")
    page.click("#follow")
    page.click("#menu summary")
    until_told(player, rng)
    assert not page.is_visible("#caption")
    player.until(lambda: stands(player), "all of it at once")

    # The same with reduced motion.
    page.click("#menu summary")
    page.click("#follow")
    page.click("#menu summary")
    page.emulate_media(reduced_motion="reduce")
    until_told(player, rng)
    assert not page.is_visible("#caption")


def test_the_story_after_a_curtain_is_shown_and_accessible(players: PlayerMaker) -> None:
    """With timers stopped, a story stays until it is skipped."""
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    player.start(opponent="same_device")
    player.until(lambda: player.covered, "the first curtain")
    page.click("#curtain button.primary")
    player.until(lambda: player.to_act, "my turn")
    assert not page.is_visible("#caption")  # no actions yet
    while not player.covered:
        player.play(rng)
    assert not page.is_visible("#caption")
    page.click("#curtain button.primary")
    player.until(lambda: page.is_visible("#caption"), "the story")
    beats = [beat["text"] for beat in player.table["story"]]
    assert player.text("#caption p") == beats[0]
    assert stands(player)  # there is no previous board, so nothing moves
    player.until(lambda: page.locator(".curtain").is_hidden(), "the curtain to be gone")
    assert serious(player) == []
    page.keyboard.press("Escape")
    assert not page.is_visible("#caption")
    assert player.to_act


# Text of panels and prompt, and the targets.
ROUND = """() => ({
  log: document.querySelectorAll(".log li").length,
  panels: [...document.querySelectorAll(".panels > *")].map((one) => one.textContent.replace(/\\s+/g, " ")),
  title: document.getElementById("prompt-title").textContent,
  targets: document.querySelectorAll("#board g.target").length,
  spoken: document.getElementById("news").textContent,
  ended: document.getElementById("result").childElementCount > 0,
})"""
BUSY = "#caption:not([hidden]), #moments:not([hidden])"


def lines(frame: dict[str, Any]) -> int:
    """Return the number of log rows of a frame."""
    return sum(len(panel["lines"]) for panel in frame["panels"] if panel["id"] == "log")


def asked(player: Player) -> str:
    return str(player.table["prompt"]["title"])


def skip(player: Player) -> None:
    """Skip the story and the call, each with a key."""
    while player.page.locator(BUSY).count():
        player.page.keyboard.press("Escape")


@pytest.mark.parametrize(("title", "side"), [("mr_jack", "jack"), ("whitehall", "jack")])
def test_panels_and_prompt_wait_for_the_story(players: PlayerMaker, title: str, side: str) -> None:
    """During the captions, log, panels and prompt show the previous state."""
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    told = False
    while not told:
        player.start(title=title, side=side, investigators="1" if title == "whitehall" else None)
        player.until(lambda: player.to_act or player.over, "my turn")
        skip(player)
        while not told and not player.over:
            player.until(lambda: page.evaluate(ROUND)["title"] == asked(player), "the prompt")
            before = page.evaluate(ROUND)
            player.play(rng)
            player.until(lambda: player.to_act or player.over, "the other side")
            told = player.page.locator("#caption:not([hidden])").count() > 0 and lines(player.table) > before["log"] + 1
            if not told:
                skip(player)
    now = page.evaluate(ROUND)
    assert now["log"] < lines(player.table)
    assert now["targets"] == 0
    assert asked(player) not in (now["title"], now["spoken"])
    assert player.table["news"][-1] in now["spoken"]  # news before the prompt
    skip(player)
    after = page.evaluate(ROUND)
    assert after["log"] == lines(player.table)
    assert after["title"] == asked(player)
    assert asked(player) in after["spoken"]
    assert after["panels"] != now["panels"]


def test_the_panel_clears_suspects_after_the_call(players: PlayerMaker) -> None:
    player, rng = players(motion=True), Random(7)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    sheet = "() => document.querySelector('.people').textContent"
    called = page.locator("#moments:not([hidden]) .occasion li")
    player.start(title="mr_jack", side="detective")
    while True:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.over:
            player.start(title="mr_jack", side="detective")
            continue
        while page.locator("#caption:not([hidden])").count():
            page.keyboard.press("Escape")
        if called.count():
            break
        before = page.evaluate(sheet)
        player.until(lambda: page.evaluate(ROUND)["title"] == asked(player), "the prompt")
        player.play(rng)
    assert page.evaluate(sheet) == before
    page.click("#moments button >> nth=0")
    player.until(lambda: page.evaluate(sheet) != before, "the suspects")
    skip(player)  # actions after the call
    assert page.evaluate(ROUND)["log"] == lines(player.table)


def test_panels_show_all_at_once_without_a_story(players: PlayerMaker) -> None:
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    headers = {"Origin": player.address}
    page.request.post(f"{player.address}/settings", data={"story": "off"}, headers=headers)
    player.start(title="mr_jack", side="jack")
    for _ in range(4):
        player.until(lambda: player.to_act or player.over, "my turn")
        player.until(lambda: page.evaluate(ROUND)["log"] == lines(player.table), "the log")
        if not player.over:
            player.play(rng)


def test_pointing_at_the_board_ends_the_story_and_shows_the_panels(players: PlayerMaker) -> None:
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    player.start(title="pocket", side="detectives")
    while True:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.over:
            player.start(title="pocket", side="detectives")
        elif page.is_visible("#caption"):
            break
        else:
            skip(player)
            player.until(lambda: page.evaluate(ROUND)["title"] == asked(player), "the prompt")
            player.play(rng)
    assert page.evaluate(ROUND)["title"] != asked(player)
    page.click("#board", position={"x": 20, "y": 20})
    skip(player)
    assert page.evaluate(ROUND)["title"] == asked(player)
    assert page.evaluate(ROUND)["log"] == lines(player.table)

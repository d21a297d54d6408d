"""Following the other side in the browser: beat by beat on the board, ended by a key, silent until sound is wanted."""

from __future__ import annotations

from random import Random

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_everybody import serious

# Counts what is heard instead of letting it be heard.
SILENCE = """() => {
  window.heard = 0;
  window.OscillatorNode = class {
    connect(next) { return next; }
    start() { window.heard++; }
    stop() {}
  };
}"""
# Lets nothing end by itself that people read.
PATIENT = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (then, time, ...words) => wait(then, time >= 1000 ? 1e9 : time, ...words);
}"""
# Whether the caption is hidden when the key is let go: soon after, the other side may have done something else.
HIDDEN_THEN = """() => addEventListener("keyup", () => {
  window.hiddenThen = document.getElementById("caption").hidden;
}, { capture: true, once: true })"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board [data-sprite]")]
  .map((one) => [one.dataset.sprite, [one.style.transform, one.classList.contains("untold")]]))"""


def stands(player: Player) -> bool:
    """Tell whether everything on the board is where the newest table has it, and in sight."""
    places = player.page.evaluate(PLACES)
    wanted = {one["id"]: [f"translate({one['x']:g}px, {one['y']:g}px)", False] for one in player.table["sprites"]}
    return all(places.get(id) == place for id, place in wanted.items())


def until_told(player: Player, rng: Random) -> None:
    """Play until the other side has done something that the board tells, in another game if this one is over."""
    first = len(player.frames)

    def told() -> bool:
        return any(frame.get("story") for frame in player.frames[first:])

    while not told():
        player.until(lambda: player.to_act or player.over or told(), "my turn")
        if player.over:
            player.start(side="detectives", level="random")
        elif player.to_act and not told():
            player.play(rng)


def test_what_the_other_side_did_is_told_on_the_board_and_can_be_skipped(players: PlayerMaker) -> None:
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({SILENCE})()")
    player.start(side="detectives", level="random")
    player.until(lambda: player.to_act, "my turn")

    until_told(player, rng)
    player.until(lambda: page.is_visible("#caption"), "the story")
    sentences = {beat["text"] for frame in player.frames for beat in frame.get("story", ())}
    assert player.text("#caption p") in sentences
    page.evaluate(HIDDEN_THEN)
    page.keyboard.press("Escape")
    assert page.evaluate("window.hiddenThen"), "the key has ended it"
    player.until(lambda: stands(player) or page.is_visible("#caption"), "all of it")
    assert page.evaluate("window.heard") == 0  # it was not asked for

    # By itself it comes to its end, with sound once that is switched on.
    page.click("#menu summary")
    page.click("#sound")
    page.click("#menu summary")
    before = page.evaluate("window.heard")
    assert before > 0
    until_told(player, rng)
    player.until(lambda: page.evaluate("window.heard") > before, "a sound")
    player.until(lambda: not page.is_visible("#caption") and stands(player), "the end of the story")

    # Whoever does not want it sees all at once.
    page.click("#menu summary")
    page.click("#follow")
    page.click("#menu summary")
    until_told(player, rng)
    assert not page.is_visible("#caption")
    player.until(lambda: stands(player), "all of it at once")

    # So does whoever wants no motion.
    page.click("#menu summary")
    page.click("#follow")
    page.click("#menu summary")
    page.emulate_media(reduced_motion="reduce")
    until_told(player, rng)
    assert not page.is_visible("#caption")


def test_who_takes_the_device_is_told_what_was_done_and_axe_finds_nothing_serious_in_it(players: PlayerMaker) -> None:
    """Nobody hurries here: a story stays until it is ended."""
    player, rng = players(motion=True), Random(5)
    page = player.page
    page.add_init_script(f"({PATIENT})()")
    player.start(opponent="same_device")
    player.until(lambda: player.covered, "the first curtain")
    page.click("#curtain button.primary")
    player.until(lambda: player.to_act, "my turn")
    assert not page.is_visible("#caption")  # nobody has done anything yet
    while not player.covered:
        player.play(rng)
    assert not page.is_visible("#caption")
    page.click("#curtain button.primary")
    player.until(lambda: page.is_visible("#caption"), "the story")
    beats = [beat["text"] for beat in player.table["story"]]
    assert player.text("#caption p") == beats[0]
    assert stands(player)  # of the other side's view nothing was kept: nothing moves
    player.until(lambda: page.locator(".curtain").is_hidden(), "the curtain to be gone")
    assert serious(player) == []
    page.keyboard.press("Escape")
    assert not page.is_visible("#caption")
    assert player.to_act

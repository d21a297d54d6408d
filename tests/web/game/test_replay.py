"""Replay in the browser: by step, by round, and at several speeds."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import resign

BOARD = """() => [...document.querySelectorAll("#board .sprite")]
  .map((one) => [one.dataset.sprite, one.style.transform, one.firstElementChild.style.transform].join())
  .join(";") + document.querySelector("#prompt-title").textContent"""


def shown(player: Player) -> dict[str, Any]:
    return next(frame for frame in reversed(player.frames) if frame["type"] == "replay")


def press(player: Player, way: str) -> int:
    """Press a replay button. Returns the step it leads to."""
    before = shown(player)["step"]
    player.page.click(f'#replay [data-step="{way}"]')
    player.until(lambda: shown(player)["step"] != before, way)
    player.until(lambda: player.page.input_value("#replay-slider") == str(shown(player)["step"]), "the slider")
    return int(shown(player)["step"])


def finished_game(player: Player) -> None:
    """Play more than a turn of Pocket and resign."""
    player.start()
    rng = Random(4)
    player.until(lambda: player.to_act, "my turn")
    while not any("Turn 2" in line for line in player.page.locator(".panels .log li").all_inner_texts()):
        player.play(rng)
        player.until(lambda: player.to_act, "my turn")
    resign(player)


def test_a_replay_goes_by_stops_and_rounds_at_the_speed_that_is_wanted(players: PlayerMaker) -> None:
    player = players()
    finished_game(player)
    assert player.text(".panels .log li >> nth=0") == player.table["result"]["title"]
    player.page.click("[data-steps]")
    player.until(lambda: player.page.is_visible("#replay"), "the replay")
    stops, rounds, last = (shown(player)[key] for key in ("stops", "rounds", "last"))
    assert len(stops) < last + 1  # taking a token changes nothing on the board
    assert len(rounds) > 1
    steps = [0]
    while steps[-1] != last:
        before = player.page.evaluate(BOARD)
        steps.append(press(player, "forward"))
        player.until(lambda before=before: player.page.evaluate(BOARD) != before, "something to see")  # type: ignore[misc]
    assert steps == stops
    for first in reversed(rounds):
        assert press(player, "round-back") == first
    for first in rounds[1:]:
        assert press(player, "round-forward") == first
    press(player, "first")
    player.page.select_option("#replay-speed", "4")
    player.page.click("#replay-play")
    player.until(lambda: shown(player)["step"] == last, "the end, played by itself")
    asked = [frame["step"] for frame in player.frames if frame["type"] == "replay"]
    assert asked[-len(stops) :] == stops

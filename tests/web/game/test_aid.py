"""Deduction aid and replay in the browser: switch, keys, phone."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways
from tests.web.whole.test_games import lasts

HEAT = "#board .layer-heat .sprite"


def heated(player: Player) -> bool:
    """Return True if the newest step is on show with some heat."""
    aids = [frame for frame in player.frames if frame["type"] == "aid"]
    return bool(aids and aids[-1]["step"] == player.table["step"] and aids[-1]["sprites"])


def searching(leaf: dict[str, Any]) -> bool:
    return lasts(leaf) and str(leaf["play"]).startswith("search")


def hunt(player: Player, steps: int = 14) -> None:
    """Play some steps of an investigator; with the aid, wait for it."""
    player.start(title="whitehall", level="passer_by", options={"aid": "on"})
    rng = Random(5)
    for _ in range(steps):
        player.until(lambda: player.to_act, "my turn")
        player.play(rng, searching if any(searching(leaf) for leaf in player.ways().values()) else lasts)
    player.until(lambda: player.to_act, "my turn")
    player.until(lambda: heated(player), "the aid")
    player.page.wait_for_selector(f"{HEAT} >> nth=0", state="attached")


def resign(player: Player) -> None:
    player.page.evaluate("() => document.querySelector('#give-up').click()")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")


def at(player: Player, step: int) -> None:
    """Wait until a replay step is on show."""
    kicker = f"step {step} of "
    player.until(lambda: kicker in player.text("#prompt-kicker").lower(), kicker)


def test_heat_is_shown_hidden_and_shown_again_and_the_list_with_it(players: PlayerMaker) -> None:
    player = players()
    hunt(player)
    page = player.page
    aid = next(frame for frame in reversed(player.frames) if frame["type"] == "aid")
    warm = [sprite["id"] for sprite in aid["sprites"] if sprite["layer"] == "heat"]
    assert page.locator(HEAT).count() == len(warm)
    assert page.locator(HEAT).first.is_visible()
    assert page.locator(".shares .bars li").count() == min(5, len(warm))
    assert "few paths" in player.text(".shares")
    assert serious(player) == []
    page.click(".shares [role=switch]")
    assert page.get_attribute(".shares [role=switch]", "aria-checked") == "false"
    assert not page.locator(HEAT).first.is_visible()
    assert page.locator(".shares .bars li").first.is_visible()  # the list stays
    page.keyboard.press("h")
    assert page.locator(HEAT).first.is_visible()
    page.reload()
    player.until(lambda: page.locator(HEAT).count() == len(warm), "the aid once more")
    # After the end there is no heat map, except in the replay.
    resign(player)
    player.until(lambda: page.locator(HEAT).count() == 0, "an open board")
    assert page.locator(".shares").count() == 0
    page.focus("[data-steps]")
    page.keyboard.press("Enter")
    at(player, 0)
    page.keyboard.press("End")
    last = int(page.get_attribute("#replay-slider", "max") or 0)
    at(player, last)
    page.keyboard.press("ArrowLeft")
    at(player, last - 1)
    player.until(lambda: page.locator(HEAT).count() > 0, "the heat of that step")
    player.until(lambda: "In fact he is on" in player.text(".shares"), "the truth")
    assert page.locator("#board .trail").count() > 0
    assert serious(player) == []
    page.keyboard.press("Escape")
    player.until(lambda: page.is_visible("#result .verdict"), "the result")
    assert page.locator(HEAT).count() == 0


def people(player: Player) -> Any:
    """Return the figures on the board and their positions."""
    return player.page.eval_on_selector_all(
        "#board .layer-people .sprite",
        "all => all.map((one) => [one.dataset.sprite, one.style.transform, one.querySelector('use').href.baseVal])",
    )


def test_a_replay_by_keys_slider_and_by_itself(players: PlayerMaker) -> None:
    player = players()
    player.start(title="mr_jack")
    page, rng = player.page, Random(3)
    for _ in range(3):  # the game cannot end so early
        player.until(lambda: player.to_act, "my turn")
        player.play(rng, lasts)
    resign(player)
    shown = people(player)
    page.click("[data-steps]")
    at(player, 0)
    assert "draws his identity" in player.text("#prompt-title")
    last = int(page.get_attribute("#replay-slider", "max") or 0)
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(player, step)
    page.keyboard.press("Home")
    at(player, 0)
    page.focus("#replay-slider")
    page.keyboard.press("End")
    at(player, last)
    assert "resigned" in player.text("#prompt-title")
    page.click("#replay-play")  # restarts from the end
    at(player, 1)
    page.click("#replay-play")
    page.keyboard.press("Escape")
    player.until(lambda: page.is_visible("#result .verdict"), "the result")
    player.until(lambda: people(player) == shown, "the board as it ended")


def test_a_replay_on_a_phone(players: PlayerMaker) -> None:
    player = players("fr", phone=True)
    player.start(title="pocket")
    player.until(lambda: player.to_act, "my turn")
    player.play(Random(3), lasts)
    resign(player)
    page = player.page
    page.click("[data-steps]")
    player.until(lambda: "0 sur" in player.text("#prompt-kicker"), "the first step")
    page.click("#replay [data-step=forward]")
    player.until(lambda: "1 sur" in player.text("#prompt-kicker"), "the second step")
    for button in page.locator("#replay button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert sideways(player) == 0
    assert serious(player) == []
    page.click("#replay [data-close]")
    player.until(lambda: page.is_visible("#result .verdict"), "the result")

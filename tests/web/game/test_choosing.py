"""Choosing in the browser: buttons cover no targets, and chips show the current step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import lasts

# Targets covered by a button, except the chosen one.
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const buttons = [...document.querySelectorAll("#pills:not([hidden]) button")].map(box);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [...document.querySelectorAll("#board g[data-target][aria-pressed=false]")]
    .filter((one) => buttons.some((button) => meet(button, box(one.querySelector(".over")))))
    .map((one) => one.dataset.target);
}"""
CHIPS = """() => [...document.querySelectorAll("#prompt-chips li")].map((one) => [one.textContent, one.className])"""


def asks(player: Player, *targets: str) -> bool:
    """Return True if the prompt offers all of these."""
    return set(targets) <= {choice["target"] for choice in player.table["prompt"]["choices"]}


def play_until_asked(player: Player, rng: Random, *targets: str, card: str = "", **game: Any) -> None:
    """Play until the prompt offers all of these, in several games if necessary; a card is preferred."""
    if "/table/" not in player.page.url:
        player.start(**game)
    while True:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.over:
            player.start(**game)
        elif asks(player, *targets):
            return
        else:
            player.play(rng, picking(player, card))


def chips(player: Player) -> list[tuple[str, str]]:
    return [(text, state) for text, state in player.page.evaluate(CHIPS)]


def point_at(player: Player, target: str) -> None:
    if player.page.is_visible("#moments button"):  # an announcement may cover it
        player.page.click("#moments button >> nth=0")
        player.until(lambda: not player.page.is_visible("#moments"), "the end of the moment")
    player.page.locator(f'#board g[data-target="{target}"]').click(force=True)


def test_the_order_choice_is_beside_the_board_and_covers_no_target(players: PlayerMaker) -> None:
    """Also with half of the ability chosen: Goodley's whistle has targets all over the board."""
    player = players()
    rng = Random(3)
    whistled = False
    while not whistled:
        play_until_asked(player, rng, "move", "ability", card="goodley", title="mr_jack", side="detective")
        for first in ("move", "ability"):
            player.page.click(f'#pills button[data-target="{first}"]')
            assert player.page.evaluate(COVERED) == []
        for thing in player.table["prompt"]["choices"][1]["next"]:
            if not thing.get("next"):
                continue
            point_at(player, thing["target"])
            assert player.page.locator("#board g[data-target]").count() > 1
            assert player.page.evaluate(COVERED) == []
            assert player.page.is_visible('#pills button[data-target="move"]')
            point_at(player, thing["target"])  # take it back
            whistled = whistled or thing["target"].startswith("tok-")
        if not whistled:
            player.play(rng, lasts)


def picking(player: Player, name: str) -> Callable[[dict[str, Any]], object]:
    """Take a card as soon as it is available; otherwise play nothing decisive."""
    card = f"pick {name}"
    offered = any(leaf["play"] == card for leaf in player.ways().values())
    return (lambda leaf: leaf["play"] == card) if offered else lasts


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_the_turns_of_a_tile_stand_on_it_and_on_no_other(players: PlayerMaker, size: tuple[int, int]) -> None:
    player = players()
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    play_until_asked(player, Random(2), "tile-gull", "tile-bert", title="pocket")
    while player.table["prompt"]["choices"][0]["next"][0]["target"] != "turn-90":
        player.play(Random(2), lasts)
        play_until_asked(player, Random(2), "tile-gull", "tile-bert", title="pocket")
    open_tiles = [choice["target"] for choice in player.table["prompt"]["choices"]]
    for tile in open_tiles:
        point_at(player, tile)
        player.until(lambda: player.page.locator("#board #pills:not([hidden])").count() == 1, "the turns")
        assert player.page.evaluate(COVERED) == []
        player.page.keyboard.press("Escape")


def test_an_arrest_is_the_step_of_the_figure_that_makes_it(players: PlayerMaker) -> None:
    player = players()
    play_until_asked(player, Random(6), "arrest", title="whitehall", side="investigators", investigators="1")
    before = chips(player)
    now = next(text for text, state in before if state == "now")
    assert now.lower() in player.table["prompt"]["title"]
    player.page.click('#pills button[data-target="arrest"]')
    assert chips(player) == before
    assert player.text("#prompt-title") != player.table["prompt"]["title"]


def test_an_accusation_is_a_step_of_its_own_and_the_last(players: PlayerMaker) -> None:
    player = players()
    rng = Random(9)
    player.start(title="mr_jack", side="detective")

    def accusation() -> str | None:
        player.until(lambda: player.to_act or player.over, "my turn")
        while player.over:
            player.start(title="mr_jack", side="detective")
            player.until(lambda: player.to_act or player.over, "my turn")
        open_now = player.table["prompt"]["choices"]
        ahead = len(player.table["prompt"]["chips"]) - player.table["prompt"]["done"] > 1
        return next((one["target"] for one in open_now if one.get("sure")), None) if ahead else None

    while not (target := accusation()):
        player.play(rng, lasts)
    known = player.table["prompt"]["chips"][: player.table["prompt"]["done"]]
    point_at(player, target)
    player.until(lambda: player.page.is_enabled("#confirm"), "the button")
    assert chips(player) == [*((text, "done") for text in known), ("Accusation", "now")]


def test_the_first_of_two_steps_stays_the_step_while_it_is_chosen(players: PlayerMaker) -> None:
    player = players()
    rng = Random(4)
    while True:
        play_until_asked(player, rng, "move", "ability", title="mr_jack", side="detective")
        things = player.table["prompt"]["choices"][1]["next"]
        if things[0].get("next"):
            break
        player.play(rng, lasts)
    player.page.click('#pills button[data-target="ability"]')
    assert [state for _, state in chips(player)] == ["done", "done", "now"]
    point_at(player, things[0]["target"])
    assert [state for _, state in chips(player)] == ["done", "done", "now"]

"""Mr. Jack in the browser: every ending, and confirmation of accusations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import KIND, STREETS, distances, neighbours
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import curtains, finished, invite, lasts

SAY = catalogue("en").say
TRIES = 20  # games; most allow an escape

Leaf = dict[str, Any]


def accusation(name: str) -> str:
    return SAY(message("mr_jack.do.accuse", whom=message(f"mr_jack.whom.{name}")))


def identity(player: Player) -> str:
    """Return Jack's identity from the log on his own page."""
    newest = next(str(frame) for frame in reversed(player.frames) if frame.get("seat") == "jack" and "panels" in frame)
    return next(
        name
        for name in board.CHARACTERS
        if SAY(message("mr_jack.news.identity", character=message(f"mr_jack.character.{name}"))) in newest
    )


def leaves(leaf: Leaf) -> bool:
    return str(leaf["play"]).startswith("exit")


def hidden_and_near(hex: str) -> tuple[bool, bool, int]:
    """Rank hexes for an escape: near an exit first, then unlit ones."""
    steps = min(distances(hex)[STREETS[way_out]] for way_out in board.EXIT_HEX)
    return steps > 2, any(KIND[there] == "L" for there in neighbours(hex)), steps


def _escape(player: Player) -> Callable[[Leaf], object]:
    """Leave if possible; otherwise pick Jack's own card and walk towards an exit."""
    ways = list(player.ways().values())
    if any(map(leaves, ways)):
        return leaves
    card = f"pick {identity(player)}"
    if player.table["seat"] == "jack" and any(leaf["play"] == card for leaf in ways):
        return lambda leaf: leaf["play"] == card
    hexes = [leaf["play"] for leaf in ways if leaf["play"] in STREETS and lasts(leaf)]
    if hexes and card == next(play for play in reversed(player.played) if play.startswith("pick")):
        best = min(hexes, key=hidden_and_near)
        return lambda leaf: leaf["play"] == best
    return _nothing


def _right_arrest(player: Player) -> Callable[[Leaf], object]:
    jack = accusation(identity(player))
    return lambda leaf: leaf["label"] == jack


def _wrong_arrest(player: Player) -> Callable[[Leaf], object]:
    jack = accusation(identity(player))
    return lambda leaf: leaf.get("sure") and leaf["label"] != jack


def _night_over(_: Player) -> Callable[[Leaf], object]:
    return _nothing


def _nothing(_: Leaf) -> bool:
    return False


ENDINGS = {
    "escape": _escape,
    "right_arrest": _right_arrest,
    "wrong_arrest": _wrong_arrest,
    "night_over": _night_over,
}


@pytest.mark.parametrize("ending", ENDINGS if PROVING else ["right_arrest"])
def test_every_way_to_end_on_one_device(players: PlayerMaker, ending: str) -> None:
    """The active side plays towards this ending, otherwise nothing decisive.

    `make proof` also plays whole nights.
    """
    player = players()
    words = SAY(message(f"mr_jack.over.{ending}"))
    for seed in range(TRIES):
        player.start(title="mr_jack", side="jack", opponent="same_device", options={"edition": "original"})
        player.until(lambda: player.state in {"table", "curtain"}, "the table")
        rng = Random(seed)
        while not player.over:
            player.until(lambda: player.to_act or player.over or player.covered, "my turn")
            if player.covered:
                player.page.click("#curtain button.primary")
                player.until(lambda: player.state == "table", "the curtain to lift")
            elif player.to_act:
                _step(player, rng, ending)
        if words in player.table["result"]["title"]:
            break
    assert player.table["result"]["title"] == words
    assert curtains(player) > (3 if ending == "night_over" else 0)  # an arrest may happen early
    finished(player)


def _step(player: Player, rng: Random, ending: str) -> None:
    """Play a wanted action if possible, otherwise one that decides nothing."""
    seen = any(frame["type"] == "table" and frame["seat"] == "jack" for frame in player.frames)
    wanted = ENDINGS[ending](player) if seen else _nothing
    if any(wanted(leaf) for leaf in player.ways().values()):
        player.play(rng, wanted)
    else:
        player.play(rng, lambda leaf: lasts(leaf) and not leaves(leaf))


def test_an_accusation_needs_confirmation(players: PlayerMaker) -> None:
    one, other = invite(players, "mr_jack")
    detective = one if one.table["seat"] == "detective" else other
    rng = Random(8)
    while not any(leaf.get("sure") for leaf in detective.ways().values()):
        one.until(lambda: one.to_act or other.to_act, "somebody's turn")
        (one if one.to_act else other).play(rng, lasts)
        assert not one.over
    step = detective.table["step"]
    way, leaf = next((way, leaf) for way, leaf in detective.ways().items() if leaf.get("sure"))
    button = f'#listing-groups button[data-way="{way}"]'
    for answer in ("no", "yes"):
        detective.page.eval_on_selector(button, "button => button.click()")
        detective.page.click("#confirm")
        assert detective.text("#sure-title") == leaf["sure"]
        detective.page.click(f"#ask-sure button[value={answer}]")
        if answer == "no":
            detective.page.wait_for_timeout(200)
            assert detective.table["step"] == step
    detective.until(lambda: one.over and other.over, "the end")


def test_pointing_shows_the_character_and_its_visibility(players: PlayerMaker) -> None:
    player = players()
    player.start(title="mr_jack")
    player.until(lambda: player.to_act, "my turn")
    said = {sprite["id"]: sprite["label"] for sprite in player.table["sprites"]}
    for name in ("holmes", "stealthy"):
        box = player.page.locator(f"[data-sprite=tok-{name}]").bounding_box()
        assert box is not None
        player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert player.text(".tip").splitlines()[0] == said[f"tok-{name}"]
    player.page.mouse.move(4, 4)
    assert not player.page.is_visible(".tip")

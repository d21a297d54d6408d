"""Whole games in the browser: on one device, against each bot, and between two browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.records import record
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.player import Player


def lasts(leaf: dict[str, Any]) -> bool:
    """Return True if a step decides nothing."""
    return not leaf.get("sure")


def arrests(leaf: dict[str, Any]) -> bool:
    """Return True if an action is an arrest: it ends a figure's turn, unlike a search."""
    return str(leaf["play"]).startswith("arrest")


# Preferred actions by title, to end games soon.
BRISK: dict[str, Callable[[dict[str, Any]], bool]] = {"whitehall": arrests}


def finished(player: Player) -> None:
    """Check the result, the reveal and the record."""
    player.until(lambda: player.page.is_visible("#result .verdict"), "the verdict")
    with player.page.expect_download() as waiting:
        player.page.click("#result a[download]")
    text = waiting.value.path().read_text("utf-8")
    told = record.read(text)
    record.verify(titles.game(told.title, told.options), told)
    assert told.outcome is not None


def meetings() -> Iterator[tuple[str, str]]:
    """Yield pairs of level and title: all in `make proof`, else each level once."""
    for number, level in enumerate(levels.known_names()):
        able = [title for title in titles.titles() if level in levels.of_title(title)]
        short = [title for title in able if title != "whitehall"] or able  # has its own test
        yield from ((level, title) for title in (able if PROVING else [short[number % len(short)]]))


def sides(level: str, title: str) -> list[str]:
    """Return the sides on which a level can be met; Jack's games are shorter, so his side comes first."""
    able = levels.of_title(title)[level].sides
    mine = sorted(titles.game(title).sides, key=lambda side: side != "jack")
    return [side for side in mine if able is None or {*mine} - {side} <= {*able}]


@pytest.mark.parametrize(("level", "title"), [*meetings()])
def test_a_game_against_each_opponent(players: PlayerMaker, level: str, title: str) -> None:
    """Started on the home page."""
    player = players()
    able = sides(level, title)
    player.start_by_form(
        title=title, level=level, side=able[-1 if level == "passer_by" and title != "whitehall" else 0]
    )
    player.play_to_the_end(Random(1888))
    finished(player)


@pytest.mark.parametrize("title", titles.titles())
def test_a_game_as_jack_by_pointing_at_the_board(players: PlayerMaker, title: str) -> None:
    """One title is played to its end, the others for some steps."""
    player = players()
    player.start(title=title, side="jack")
    rng = Random(7)
    player.until(lambda: player.to_act or player.over, "my turn")
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        if player.to_act and player.table["step"] > 12 and title != "pocket" and not PROVING:
            resign(player)
        elif player.to_act:
            player.point(rng)
    finished(player)


def curtains(player: Player) -> int:
    """Return the number of curtains so far."""
    return len([frame for frame in player.frames if frame["type"] == "curtain"])


@pytest.mark.parametrize("title", [title for title in titles.titles() if title != "mr_jack"])
def test_a_game_on_one_device_with_the_curtain(players: PlayerMaker, title: str) -> None:
    """Mr. Jack has its own tests; Whitehall is resigned after some steps."""
    player = players()
    player.start(title=title, opponent="same_device")
    player.until(lambda: player.state in {"table", "curtain"}, "the table")
    rng = Random(3)
    while not player.over:
        if title == "whitehall" and curtains(player) > 4 and player.to_act and not PROVING:
            resign(player)
        else:
            player.go_on(rng, BRISK.get(title, lasts))
    assert curtains(player) > 3
    finished(player)


def invite(maker: PlayerMaker, title: str = "pocket") -> tuple[Player, Player]:
    """Return two players at one table."""
    one, other = maker(), maker()
    one.start(title=title, opponent="friend")
    one.until(lambda: one.state == "room", "the waiting room")
    other.accept(one.page.input_value("#invite"))
    for player in (one, other):
        player.until(lambda player=player: player.state == "table", "the table")  # type: ignore[misc]
    return one, other


def resign(player: Player) -> None:
    """Resign and confirm."""
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")


@pytest.mark.parametrize("title", titles.titles())
def test_two_browsers_play_to_the_end_and_again_with_sides_swapped(players: PlayerMaker, title: str) -> None:
    """Long games are resigned after some steps."""
    one, other = invite(players, title)
    rng = Random(11)
    while not (one.over and other.over):
        if title != "pocket" and one.table["step"] > (24 if PROVING else 8) and not one.over:
            resign(one)
            other.until(lambda: other.over, "the end")
            continue
        one.until(lambda: one.to_act or other.to_act or (one.over and other.over), "somebody's turn")
        for player in (one, other):
            if player.to_act:
                player.play(rng, BRISK.get(title, bool))
    finished(one)
    finished(other)
    sides = one.table["seat"], other.table["seat"]
    one.page.click("[data-rematch]")
    other.until(lambda: other.page.is_visible("[data-rematch-link]") or not other.over, "word of the rematch")
    if other.over:
        other.page.click("[data-rematch-link]")
    for player in (one, other):
        player.until(lambda player=player: player.state == "table" and not player.over, "the rematch")  # type: ignore[misc]
    assert (other.table["seat"], one.table["seat"]) == sides


def test_the_same_seat_in_two_tabs(players: PlayerMaker) -> None:
    player = players()
    player.start()
    player.until(lambda: player.to_act, "my turn")
    tab = Player(player.page.context.new_page(), player.address)
    tab.page.goto(player.page.url)
    tab.until(lambda: tab.to_act, "the second tab")
    player.play(Random(5))
    tab.until(lambda: tab.table["step"] == player.table["step"], "the second tab to follow")
    assert {**tab.table, "number": 0} == {**player.table, "number": 0}
    tab.check()


def test_a_reconnection_in_mid_turn_loses_nothing(players: PlayerMaker) -> None:
    player = players()
    player.start()
    player.until(lambda: player.to_act, "my turn")
    while not player.table["undo"]:  # into the middle of an activation
        player.play(Random(len(player.frames)))
        player.until(lambda: player.to_act, "my turn")
    before: dict[str, Any] = dict(player.table)
    player.page.reload()
    count = len(player.frames)
    player.until(lambda: len(player.frames) > count and player.to_act, "the table again")
    after = dict(player.table)
    for frame in (before, after):
        for own in ("news", "announcements", "number"):  # fields of a single frame or socket
            frame.pop(own)
        frame["sprites"] = {sprite["id"]: sprite for sprite in frame["sprites"]}  # layers are in no order
    assert before == after


def test_undo_leaves_no_trace_at_the_other_side(players: PlayerMaker) -> None:
    one, other = invite(players)
    acting, waiting = (one, other) if one.to_act else (other, one)
    seen = len(waiting.raw)
    for way in acting.page.locator("#listing-groups button[data-way]").all():
        step = acting.table["step"]
        way.evaluate("button => button.click()")
        if acting.page.is_enabled("#confirm"):  # cannot be undone
            acting.page.keyboard.press("Escape")
            continue
        acting.until(lambda step=step: acting.table["step"] != step and acting.table["undo"], "the step")  # type: ignore[misc]
        acting.page.click("#undo")
        acting.until(lambda: not acting.table["undo"] and acting.to_act, "the undo")
        break
    waiting.page.wait_for_timeout(300)
    assert [frame for frame in waiting.raw[seen:] if frame != '{"type":"heartbeat"}'] == []


def test_resigning_is_confirmed_and_reveals_everything(players: PlayerMaker) -> None:
    player = players()
    player.start(side="jack")
    player.until(lambda: player.state == "table", "the table")
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=stay]")
    assert not player.over
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")
    finished(player)

"""Accessibility of whole games: keyboard, phone, languages, screen reader, without colours."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe

from gaslamp import titles
from gaslamp.locale import LANGUAGES, catalogue
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import lasts, resign

AXE = Axe()
OPEN = "[data-target]:not([aria-disabled=true]), #confirm:enabled"  # enabled targets


def serious(player: Player) -> list[str]:
    """Return the serious findings of axe."""
    found = AXE.run(player.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]


def sideways(player: Player) -> int:
    return int(
        player.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


@pytest.mark.parametrize("title", titles.titles())
def test_a_game_by_keyboard_alone(players: PlayerMaker, title: str) -> None:
    """Tab to a target, arrows to another, Enter takes and confirms it.

    One title is played to its end, the others for some steps.
    """
    player = players()
    player.page.goto(player.address)
    player.page.focus("input[name=title]:checked")
    while player.page.input_value("input[name=title]:checked") != title:
        player.page.keyboard.press("ArrowRight")
    player.page.focus(f"input[name=side-{title}]:checked")
    while player.page.input_value(f"input[name=side-{title}]:checked") != "jack":  # his games are the shorter ones
        player.page.keyboard.press("ArrowLeft")
    player.page.focus("#setup button[type=submit]")
    player.page.keyboard.press("Enter")
    player.page.wait_for_url("**/table/*")
    rng = Random(6)
    whole = PROVING or title == "pocket"
    player.until(lambda: player.to_act or player.over, "my turn")
    while not player.over and (whole or player.table["step"] < 12):
        player.until(lambda: player.to_act or player.over, "my turn")
        if not player.to_act:
            continue
        step = player.table["step"]
        _tab_to_a_target(player)
        for _ in range(6):
            for _ in range(rng.randrange(4)):
                player.page.keyboard.press(rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
            player.page.keyboard.press("Enter")
            player.page.wait_for_timeout(60)
            if player.page.is_visible("#ask-sure"):
                player.page.keyboard.press("Shift+Tab")
                player.page.keyboard.press("Enter")
                player.until(lambda: player.over, "the end")
            if player.table["step"] != step or player.over:
                break
    assert player.over or not whole
    assert player.page.is_visible("#result .verdict") == player.over


def _tab_to_a_target(player: Player) -> None:
    for _ in range(40):
        if player.page.evaluate("what => Boolean(document.activeElement?.closest(what))", OPEN):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError("no target can be reached with Tab")


def test_escape_cancels_the_step_begun(players: PlayerMaker) -> None:
    player = players()
    player.start()
    player.until(lambda: player.to_act, "my turn")
    final = (
        next(choice for choice in player.table["prompt"]["choices"] if choice.get("final"))
        if any(choice.get("final") for choice in player.table["prompt"]["choices"])
        else None
    )
    if final is None:  # no draw offered: take a token, then begin a step
        player.page.locator("#listing-groups button[data-way]").first.evaluate("button => button.click()")
        player.until(lambda: player.table["undo"], "the step")
    step = player.table["step"]
    spot = player.page.locator(
        "#board g[data-target], #pills:not([hidden]) button[data-target], .panels button.open[data-target]"
    )
    target = f'[data-target="{final["target"]}"]' if final else None
    (player.page.locator(target).first if target else spot.first).click(force=True)
    assert player.page.locator('[data-target][aria-pressed="true"]').count() > 0
    player.page.keyboard.press("Escape")
    assert player.page.locator('[data-target][aria-pressed="true"]').count() == 0
    assert player.page.is_disabled("#confirm")
    assert player.table["step"] == step


@pytest.mark.parametrize("title", [title for title in titles.titles() if title != "whitehall"])
def test_a_phone_plays_a_game_and_never_scrolls_sideways(players: PlayerMaker, title: str) -> None:
    """Whitehall has its own test."""
    player = players(phone=True)
    player.page.goto(player.address)
    assert sideways(player) <= 0
    player.start(title=title, side="jack")  # his games are the shorter ones
    player.until(lambda: player.to_act or player.over, "the table")
    assert sideways(player) <= 0
    look_behind_the_tabs(player)
    if PROVING or title == "pocket":
        player.play_to_the_end(Random(9), lasts)
    elif not player.over:
        player.play(Random(9), lasts)
        assert sideways(player) <= 0
        resign(player)
    assert sideways(player) <= 0


def look_behind_the_tabs(player: Player) -> None:
    """Open every tab on a phone; none is wider than the screen."""
    for tab in player.page.locator("#tabs button:visible").all():
        tab.click()
        assert sideways(player) <= 0


@pytest.mark.parametrize("title", titles.titles())
def test_touch_targets_on_a_phone_are_large_enough(players: PlayerMaker, title: str) -> None:
    player = players(phone=True)
    player.start(title=title)
    player.until(lambda: player.to_act, "my turn")
    for button in player.page.locator("button:visible, summary:visible, .seat:visible a").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 43.5, button.inner_text()
        assert box["width"] >= 43.5, button.inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_from_the_browser_and_by_the_switch(players: PlayerMaker, language: str) -> None:
    words = catalogue(language).sentences
    player = players(language)
    player.start()
    player.until(lambda: player.to_act, "my turn")
    assert player.page.get_attribute("html", "lang") == language
    assert words["web.table.undo"][0] in player.text("#undo")
    other = "fr" if language != "fr" else "ru"
    player.page.locator(f"[data-language={other}]:visible").first.click()
    player.until(lambda: catalogue(other).sentences["web.table.undo"][0] in player.text("#undo"), "the other language")
    assert player.page.get_attribute("html", "lang") == other
    player.until(lambda: player.to_act, "my turn, still")


# Every title and every size; Whitehall in both sizes, because a phone shows a part of the map.
TABLES = [(title == "pocket", title) for title in titles.titles()] + [(True, "whitehall")]
ALL_TABLES = [(phone, title) for phone in (False, True) for title in titles.titles()]


@pytest.mark.parametrize(("phone", "title"), ALL_TABLES if PROVING else TABLES)
def test_axe_finds_nothing_serious_at_a_table(players: PlayerMaker, phone: bool, title: str) -> None:
    player = players(phone=phone)
    player.start(title=title)
    player.until(lambda: player.to_act, "my turn")
    assert serious(player) == []
    player.play(Random(1))
    player.until(lambda: player.to_act or player.over, "my turn")
    assert serious(player) == []


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_serious_before_and_between(players: PlayerMaker, phone: bool) -> None:
    """Home page with every title, waiting room, and curtain."""
    player = players(phone=phone)
    player.page.goto(player.address)
    for title in titles.titles():
        player.page.eval_on_selector(f"input[name=title][value={title}]", "input => input.click()")
        assert serious(player) == []
    player.start(title="whitehall", opponent="friend")
    player.until(lambda: player.state == "room", "the waiting room")
    assert serious(player) == []
    player.start(opponent="same_device")
    player.until(lambda: player.state in {"curtain", "table"}, "the table")
    while player.state != "curtain":
        player.play(Random(1))
    assert serious(player) == []

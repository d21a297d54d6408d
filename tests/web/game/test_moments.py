"""Jack's identity, latest actions and announcements in the browser."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_games import invite, lasts

SAY = catalogue("en").say
PHONE, DESKTOP = (390, 844), (1280, 800)
INSIDE = """element => {
    const {left, right, top, bottom} = element.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return right - left > 8 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        && (element.contains(seen) || element === seen);
}"""


def in_sight(player: Player, selector: str) -> bool:
    """Return True if an element is inside the window and not covered."""
    return bool(player.page.eval_on_selector(selector, INSIDE))


def until_a_call(player: Player, rng: Random) -> dict[str, Any]:
    """Play until a call is announced. Returns its frame."""
    first = len(player.frames)
    while not player.over:
        player.until(lambda: player.to_act or player.over, "my turn")
        if any(frame.get("announcements") for frame in player.frames[first:]):  # later frames may have arrived
            break
        player.play(rng, lasts)
    told: dict[str, Any] = next(frame for frame in reversed(player.frames) if frame.get("announcements"))
    return told


# ---- who Jack is


def my_turn(player: Player, title: str) -> None:
    """Wait for Jack's turn, in another game if a random opponent ends the first one early."""
    while "/table/" not in player.page.url or player.over:
        player.start(title=title, side="jack", investigators="1" if title == "whitehall" else None)
        player.until(lambda: player.to_act or player.over, "my turn")


@pytest.mark.parametrize("title", ["mr_jack", "pocket", "whitehall"])
def test_jack_always_sees_his_identity(players: PlayerMaker, title: str) -> None:
    player = players(phone=True)
    my_turn(player, title)
    rng = Random(1)
    while not player.page.query_selector(".me"):
        player.play(rng)
        player.until(lambda: player.to_act or player.over, "my turn")
        my_turn(player, title)
    for width, height in (PHONE, DESKTOP):
        player.page.set_viewport_size({"width": width, "height": height})
        assert in_sight(player, ".me")
        player.page.evaluate("() => document.querySelector('#table').scrollTo(0, 9999)")
        assert in_sight(player, ".me")
    assert player.text(".me b").strip()
    assert player.page.locator("[data-sprite=jack]").count() == 1
    assert SAY(message(f"{title}.you.are")) in player.text(".me")


def test_jacks_identity_is_hidden_from_others_and_behind_the_curtain(players: PlayerMaker) -> None:
    one, other = invite(players, "mr_jack")
    jack, detective = (one, other) if one.table["seat"] == "jack" else (other, one)
    assert jack.page.locator(".me, [data-sprite=jack]").count() == 2
    assert detective.page.locator(".me, [data-sprite^=jack]").count() == 0
    assert not any('"id":"me"' in raw or '"id":"jack' in raw for raw in detective.raw)
    alone = players()
    alone.start(title="mr_jack", side="jack", opponent="same_device")
    alone.until(lambda: alone.state in {"table", "curtain"}, "the table")
    rng, covered = Random(2), 0
    while covered < 2:
        if alone.state == "curtain":
            covered += 1
            assert alone.page.locator(".me, .panels *, [data-sprite]").count() == 0
            alone.page.click("#curtain button.primary")
            alone.until(lambda: alone.state == "table", "the table")
        elif alone.to_act:
            assert alone.page.locator(".me").count() == (alone.table["seat"] == "jack")
            alone.play(rng, lasts)


# ---- what was done last, and the names of places


def test_a_move_of_the_other_side_is_on_the_board_until_the_next_step(players: PlayerMaker) -> None:
    player = players()
    my_turn(player, "mr_jack")
    assert player.page.locator(".layer-trail .trail").count() == len(player.table["trails"]) > 0
    ring = player.page.locator(".layer-trail .last").first
    box = ring.bounding_box()
    assert box is not None
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 2)
    assert player.text(".tip") == ring.get_attribute("aria-label")
    player.page.evaluate("() => document.querySelectorAll('.log li').forEach(line => line.known = true)")
    lines = player.page.locator(".log li").count()
    player.play(Random(1))
    player.until(lambda: player.page.locator(".layer-trail .trail").count() == 0, "the trail to go")
    known = "() => [...document.querySelectorAll('.log li')].filter(line => line.known).length"
    assert player.page.evaluate(known) == lines > 0  # existing rows are not replaced


def test_the_names_of_places_are_there_until_they_are_not_wanted(players: PlayerMaker) -> None:
    player = players()
    my_turn(player, "mr_jack")
    names = "[data-sprite=names]"
    assert player.page.is_visible(names)
    player.page.click("#menu summary")
    for shown in (False, True, False):
        player.page.click("#place-names")
        assert player.page.is_visible(names) == shown
    player.page.reload()
    player.until(lambda: player.page.locator(names).count() == 1, "the board")
    assert not player.page.is_visible(names)
    player.start(title="pocket")
    player.page.wait_for_selector("#board [data-sprite]")
    player.page.click("#menu summary")
    assert not player.page.is_visible("#place-names")  # no place names


# ---- moments


# Records on each change how many suspects are to be cleared and how many are shown; optionally skips the call.
WATCH = """skip => {
    const root = document.getElementById("moments");
    window.beats = [];
    new MutationObserver(() => {
        if (root.hidden) return;
        const first = root.firstElementChild;
        window.beats.push(["li", "li:not(.to-come)"].map(which => first.querySelectorAll(which).length));
        if (skip) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    }).observe(root, {subtree: true, childList: true, attributes: true});
}"""
DRAWN = "all => all.map(one => [one.dataset.sprite, one.querySelector('use').getAttribute('href')])"


CALLS = [(title, skip) for title in ("mr_jack", "pocket") for skip in (False, True)]


@pytest.mark.parametrize(("title", "skip"), CALLS if PROVING else [CALLS[0], CALLS[-1]])
def test_a_call_is_announced_step_by_step_and_a_key_skips_it(players: PlayerMaker, title: str, skip: bool) -> None:
    player = players(motion=True)
    rng = Random(4)
    cleared = 0
    while cleared < 2:  # at least two show an order
        player.start(title=title)
        player.until(lambda: player.to_act or player.over, "my turn")
        player.page.evaluate(WATCH, skip)
        until_a_call(player, rng)
        player.until(
            lambda: player.page.locator("#moments:not([hidden]), #caption:not([hidden])").count() == 0,
            "the end of what is told",
        )
        beats = player.page.evaluate("() => window.beats")
        cleared = max((many for many, _ in beats), default=0)
    shown = [told for many, told in beats if many == cleared]
    assert list(dict.fromkeys(shown)) == ([0] if skip else list(range(cleared + 1)))
    wanted = {one["id"]: f"#symbol-{one['symbol']}" for one in player.table["sprites"]}
    assert dict(player.page.eval_on_selector_all("[data-sprite]", DRAWN)) == wanted  # no sprite is frozen


def a_summary(player: Player) -> None:
    """Play until a call is announced with reduced motion."""
    rng = Random(4)
    told = player.page.locator("#moments .occasion")
    while told.count() != 1 or not told.is_visible():  # the call may end the game, or be missed on a slow machine
        player.start(title="pocket")
        until_a_call(player, rng)
    assert player.page.locator("#moments .to-come").count() == 0
    assert player.page.locator(".app.moment").count() == 0


@pytest.mark.parametrize("end", ["button", "target", "time"])
def test_reduced_motion_shows_a_summary(players: PlayerMaker, end: str) -> None:
    player = players()
    a_summary(player)
    if end == "button":
        player.page.click("#moments button >> nth=0")
    elif end == "target":
        step, pressed = player.table["step"], player.page.locator(".token[aria-pressed=true]")
        player.page.click(".token.open >> nth=0")
        player.until(lambda: pressed.count() == 1 or player.table["step"] != step, "what was clicked at")
    player.until(lambda: not player.page.is_visible("#moments"), "the end of the moment")


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("language", ["en", "ru"] if PROVING else ["ru"])  # the longest texts
def test_a_call_leaves_most_of_the_board_in_sight(players: PlayerMaker, phone: bool, language: str) -> None:
    player = players(language, phone=phone)
    a_summary(player)
    card, board = (player.page.locator(one).bounding_box() for one in ("#moments .occasion", "svg.board"))
    assert card is not None
    assert board is not None
    assert card["height"] * (2 if phone else 3) < board["height"]
    assert in_sight(player, "#moments button")


@pytest.mark.parametrize("phone", [False, True])
def test_the_ending_shows_jack_on_the_board(players: PlayerMaker, phone: bool) -> None:
    player = players(phone=phone)
    player.start(title="mr_jack")
    player.until(lambda: player.to_act, "my turn")
    player.page.click("#menu summary")
    player.page.click("#give-up")
    player.page.click("#ask-resign button[value=resign]")
    player.until(lambda: player.over, "the end")
    player.until(lambda: player.page.is_visible("#moments .occasion"), "the ending")
    name = player.text("#moments h2 span")
    player.page.click("#moments .occasion")
    mark = player.page.locator("[data-sprite=jack]")
    assert mark.count() == 1
    assert (mark.get_attribute("aria-label") or "").removeprefix("Jack is ") == name.removeprefix("Jack was ").strip()

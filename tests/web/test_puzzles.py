"""Puzzles in a real browser: on a desktop, on a phone and by keyboard, without serious axe findings."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.kinds import kind_of, pose
from gaslamp.puzzles.puzzle import Puzzle
from tests.web.conftest import PlayerMaker
from tests.web.game.test_replay import finished_game
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways


def easiest(title: str, kind: str) -> Puzzle:
    ours = [one for one in puzzles.shipped(title).values() if one.kind == kind]
    return min(ours, key=lambda one: (one.difficulty, len(one.answers[0]), one.id))


def opened(player: Player, one: Puzzle) -> None:
    player.page.goto(f"{player.address}/puzzles/{one.title}/{one.id}")
    player.page.wait_for_selector("#coach:not([hidden])")
    player.page.wait_for_selector("#board .target")


def targets(one: Puzzle) -> list[str]:
    """Return the targets of the right marks."""
    candidates = kind_of(one).candidates(pose(one))  # type: ignore[attr-defined]
    return [candidates[mark][0] for mark in one.answers[0]]


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "ru")])
def test_suspects_are_marked_on_the_board(players: PlayerMaker, phone: bool, language: str) -> None:
    player, one = players(language, phone=phone), easiest("pocket", "who")
    page = player.page
    opened(player, one)
    assert serious(player) == []
    assert sideways(player) <= 0
    wrong = next(
        suspect for suspect in ("gull", "bert", "pizer", "lane", "smith") if f"tile-{suspect}" not in targets(one)
    )
    for target in [f"tile-{wrong}", *targets(one)]:
        mark(player, target)
    page.click("#pills button")
    player.until(lambda: page.text_content("#coach-aside") != "", "the reason")
    page.locator(f'#board .target[data-target="tile-{wrong}"]').dispatch_event("click")
    player.until(lambda: page.locator(f'[data-sprite="mark-tile-{wrong}"]').count() == 0, "the mark to go")
    page.click("#pills button")
    player.until(lambda: page.locator("#coach-back").count() > 0 and page.is_visible("#coach-next"), "the explanation")
    while not page.locator("#coach-end a").count():
        before = player.text("#coach-said")
        page.click("#coach-next")
        player.until(lambda before=before: player.text("#coach-said") != before, "the next step")  # type: ignore[misc]
    assert serious(player) == []
    page.goto(f"{player.address}/puzzles")
    assert page.locator(".today .record").count() == page.locator(".title .record").count() == 1
    assert serious(player) == []
    assert sideways(player) <= 0


def mark(player: Player, target: str) -> None:
    player.page.locator(f'#board .target[data-target="{target}"]').dispatch_event("click")
    player.until(lambda: player.page.locator(f'[data-sprite="mark-{target}"]').count() == 1, f"the mark of {target}")


def test_a_puzzle_is_solved_by_keyboard(players: PlayerMaker) -> None:
    player, one = players(), easiest("mr_jack", "who")
    page = player.page
    opened(player, one)
    for target in targets(one):
        page.locator(f'#board .target[data-target="{target}"]').focus()
        page.keyboard.press("Enter")
        player.until(lambda t=target: page.locator(f'[data-sprite="mark-{t}"]').count() == 1, "a mark")  # type: ignore[misc]
    page.locator("#pills button").focus()
    page.keyboard.press("Enter")
    player.until(lambda: player.text("#coach-said") == "Right!", "the praise")


@pytest.mark.parametrize("phone", [False, True])
def test_a_moment_of_a_finished_game_becomes_a_puzzle(players: PlayerMaker, phone: bool) -> None:
    player = players(phone=phone)
    page = player.page
    if phone:
        page.set_viewport_size({"width": 360, "height": 740})
    finished_game(player)
    page.click(".ending [data-steps]")
    page.wait_for_selector("#replay [data-make-puzzle]:visible")
    assert sideways(player) <= 0
    while "/puzzles/" not in page.url:
        shown = page.input_value("#replay-slider")
        assert shown != page.get_attribute("#replay-slider", "max"), "no moment makes a puzzle"
        page.focus("#replay [data-make-puzzle]")
        page.keyboard.press("Enter")
        player.until(lambda: "/puzzles/" in page.url or page.inner_text("#toast") != "", "an answer")
        if "/puzzles/" not in page.url:
            assert page.inner_text("#toast").startswith("This moment makes no puzzle: ")
            player.troubles.clear()  # the browser reports a refused request
            page.click("#toast")
            page.click("#replay [data-step=forward]")
            player.until(lambda shown=shown: page.input_value("#replay-slider") != shown, "the next step")  # type: ignore[misc]
    page.wait_for_selector("#coach:not([hidden])")
    made = urlsplit(page.url).path
    page.goto(f"{player.address}/puzzles")
    assert page.locator(f"#made + ol a[href='{made}']").is_visible()
    assert serious(player) == []
    assert sideways(player) <= 0

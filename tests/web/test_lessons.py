"""Tutorials in a real browser, each played to its end; in `make proof` in four languages."""

from __future__ import annotations

from functools import partial

import pytest

from gaslamp import titles
from gaslamp.game.lesson import lesson, sides
from gaslamp.locale import LANGUAGES, catalogue
from tests.conftest import PROVING
from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

EVERY = [(title, side) for title in titles.titles() for side in sides(title)]

# Follows the finger until the lesson is over; returns the coach's texts.
ROBOT = """async () => {
  const said = [];
  const at = (selector) => document.querySelector(selector);
  for (let waits = 0; !at("#coach-end a") && waits < 3000; waits++) {
    await new Promise((go) => setTimeout(go, 4));
    at("#moments:not([hidden])")?.click();
    const text = at("#coach-said").textContent;
    if (text && text !== said.at(-1)) said.push(text);
    const goal = at("g.pointed, button.pointed:enabled") ?? at("#coach-next:not([hidden])");
    if (!goal || at("#coach").hidden || goal.dataset.done === text + goal.dataset.target) continue;
    goal.dataset.done = text + goal.dataset.target; // once for a step
    goal.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    waits = 0;
  }
  return [...said, at("#coach-said").textContent];
}"""


def open_lesson(player: Player, title: str, side: str) -> None:
    player.page.goto(f"{player.address}/learn/{title}/{side}")
    player.page.wait_for_selector("#coach:not([hidden])")


def test_each_is_played_to_its_end_and_every_language_is_spoken(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    for place, language in enumerate(LANGUAGES):
        page.request.post(f"{player.address}/language", data={"language": language}, headers={"Origin": player.address})
        words = catalogue(language)
        for title, side in EVERY if PROVING else EVERY[place :: len(LANGUAGES)]:
            found = lesson(title, side)
            assert found is not None
            open_lesson(player, title, side)
            said = page.evaluate(ROBOT)
            assert list(dict.fromkeys(said)) == [words.say(step.say) for step in found.steps], (title, side, language)
            assert page.get_attribute("html", "lang") == language


@pytest.mark.parametrize("phone", [False, True])
def test_one_learns_by_hand_is_answered_kindly_leaves_and_comes_back(players: PlayerMaker, phone: bool) -> None:
    player = players("ru" if phone else "en", phone=phone)
    page = player.page
    page.goto(player.address)
    page.click(".words .learn")
    page.click("a[href='/learn/pocket/detectives']")
    page.wait_for_selector("#coach:not([hidden])")
    assert serious(player) == []
    for _ in range(2):  # steps without an action
        before = player.text("#coach-said")
        page.click("#coach-next")
        player.until(lambda before=before: player.text("#coach-said") != before, "the next step")  # type: ignore[misc]

    # Illegal targets are explained; legal but unexpected ones are declined, and nothing is played.
    text = player.text("#coach-said")
    page.locator('#board [data-sprite="tile-gull"]').click(force=True)
    player.until(lambda: page.text_content("#toast") != "", "a reason")
    page.click("#toast")
    page.locator(".token.open:not(.pointed)").first.click()
    if page.is_enabled("#confirm"):
        page.click("#confirm")
    player.until(lambda: page.text_content("#coach-aside") != "", "a kind word")
    assert player.text("#coach-said") == text
    assert page.locator(".token.playing").count() == 0
    assert sideways(player) <= 0

    # The step is restored after a reload; "Back" goes one step back.
    page.click("#coach a.leave")
    player.until(lambda: page.locator("small", has_text="3").count() > 0, "where I was")
    page.click("a[href='/learn/pocket/detectives']")
    player.until(lambda: page.is_visible("#coach-said") and player.text("#coach-said") == text, "the same step")
    page.click("#coach-back")
    player.until(lambda: player.text("#coach-said") != text, "the step before")
    page.evaluate(ROBOT)
    assert serious(player) == []
    page.click("[data-begin]")
    page.wait_for_url("**/table/*")
    player.until(lambda: player.to_act or player.over, "a game of my own")


def stands(player: Player) -> list[str]:
    """Return the coach's text and the focused element."""
    focused = player.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    return [player.text("#coach-said"), str(focused)]


def goes_on(player: Player, before: list[str]) -> bool:
    return stands(player) != before


def test_a_lesson_by_keyboard_alone(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    open_lesson(player, "pocket", "jack")
    page.focus("#coach-next")
    for _ in range(80):
        if page.locator("#coach-end a").count():
            break
        before = stands(player)
        page.keyboard.press("Enter")
        player.until(partial(goes_on, player, before), "something to follow from Enter")
    player.until(lambda: page.evaluate("document.activeElement.closest('#coach-end') !== null"), "the focus at the end")

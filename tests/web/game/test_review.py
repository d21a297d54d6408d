"""The review of a finished game in the browser: curve, moments and accounts, by mouse and keyboard, also on a phone."""

from __future__ import annotations

import re

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from tests.web.conftest import PlayerMaker
from tests.web.game.test_replay import finished_game, shown
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

NUMBER = re.compile("[-\N{MINUS SIGN}+]?[0-9]+[.,][0-9]")


def review(player: Player) -> None:
    """Play a short game and open its review."""
    finished_game(player)
    player.page.click(".ending [data-review]")
    player.until(lambda: complete(player), "the review")


def complete(player: Player) -> bool:
    return any(frame["type"] == "review" and frame["state"] == "complete" for frame in player.frames)


def numbers(player: Player, selector: str) -> list[float]:
    texts = player.page.locator(selector).all_inner_texts()
    return [
        float(found[0].replace("\N{MINUS SIGN}", "-").replace(",", "."))
        for text in texts
        if (found := NUMBER.search(text))
    ]


def test_the_accounts_a_person_reads_add_up(players: PlayerMaker) -> None:
    player = players()
    review(player)
    page = player.page
    first, other = (numbers(player, f'.accounts [data-side="{side}"] b') for side in ("detectives", "jack"))
    assert page.locator(".accounts section").first.get_attribute("data-side") == "detectives"  # the viewer's
    for *parts, result in (first, other):
        assert len(parts) == 4
        assert sum(parts) == pytest.approx(result, abs=1e-6)
    assert first[-1] == -other[-1]
    assert first[-1] < 0  # resigned

    turning = page.locator("#review-turning button")
    assert 1 <= turning.count() <= 3
    assert all("of win chance" in text for text in turning.all_inner_texts())
    turning.last.click()
    player.until(lambda: turning.last.get_attribute("aria-current") == "true", "the turning point")

    judged = page.locator("#review-moments button")
    for number in range(judged.count()):
        judged.nth(number).click()
        player.until(lambda n=number: judged.nth(n).get_attribute("aria-current") == "true", "the moment")  # type: ignore[misc]
        point = page.locator("#review-point")
        if page.locator("#review-point table").count() and judged.nth(number).locator(".n").inner_text():
            rows = numbers(player, "#review-point tr td:nth-child(2)")
            played = numbers(player, "#review-point tr.did td:nth-child(2)")[0]
            loss = numbers(player, "#review-point .verdict")[0]
            assert rows[0] - played == pytest.approx(-loss, abs=0.101)  # each is rounded
            assert point.locator("button").count() == 1
        player.until(lambda: page.input_value("#replay-slider") == str(shown(player)["step"]), "the slider")

    page.focus("#review-curve")
    page.keyboard.press("Home")
    player.until(lambda: shown(player)["step"] == 0, "the first step")
    last = int(page.get_attribute("#review-curve", "aria-valuemax") or 0)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.get_attribute("#review-curve", "aria-valuenow") == "3"
    assert "%" in (page.get_attribute("#review-curve", "aria-valuetext") or "")
    box = page.locator("#review-curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    player.until(lambda: shown(player)["step"] == shown(player)["last"], "the last step")
    assert page.get_attribute("#review-curve", "aria-valuenow") == str(last)
    assert serious(player) == []

    page.check('#replay-eyes input[value="detectives"]', force=True)
    player.until(lambda: shown(player)["eyes"] == "detectives", "the other view")
    page.reload()  # the review is in the address
    player.until(lambda: page.locator("#review-moments button").count() == judged.count(), "the review again")
    page.click("#replay [data-close]")
    assert page.is_hidden("#review")


def test_a_practice_game_starts_from_the_step_on_show(players: PlayerMaker) -> None:
    player = players()
    finished_game(player)
    page = player.page
    page.click(".ending [data-steps]")
    player.until(lambda: page.is_visible("#replay .play-on summary"), "the first step")
    page.focus("#replay .play-on summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # the first side
    before = page.url
    page.keyboard.press("Enter")
    player.until(lambda: page.url.split("#")[0] != before.split("#")[0], "the table of the practice game")
    practice = catalogue("en").say(message("web.practice.mark"))
    player.until(lambda: page.locator("#app[data-state=connecting]").count() == 0, "the table")
    assert page.inner_text(".bar .name small") == practice
    assert {seat["kind"] for seat in player.table["seats"]} == {"bot", "guest"}
    assert serious(player) == []


def test_a_review_on_a_phone_in_four_languages(players: PlayerMaker) -> None:
    player = players(phone=True)
    review(player)
    assert sideways(player) <= 0
    assert serious(player) == []
    for language in LANGUAGES:
        player.page.request.post(
            f"{player.address}/language", data={"language": language}, headers={"Origin": player.address}
        )
        player.page.reload()
        player.until(lambda: player.page.locator(".accounts section").count() == 2, "the accounts")
        title = catalogue(language).say(message("web.review.title"))
        assert player.page.inner_text("#review-title") == title
        assert sideways(player) <= 0

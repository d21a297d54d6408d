"""Hints in the browser: by key or button, with marks and reasons."""

from __future__ import annotations

from tests.web.conftest import PlayerMaker

MARKED = """() => document.querySelector(".target:has(> .advice), button.advised")?.dataset.target
  ?? document.querySelector("#confirm.advised")?.id"""


def test_a_hint_is_marked_explained_and_followed(players: PlayerMaker) -> None:
    player = players()
    page = player.page
    player.start(side="detectives", level="passer_by")
    player.until(lambda: player.to_act and page.is_visible("#ask-hint"), "my turn")
    page.keyboard.press("h")
    player.until(lambda: page.evaluate(MARKED), "a hint")
    given = next(frame for frame in player.frames if frame["type"] == "hint")
    assert page.evaluate(MARKED) == given["way"][0]
    said = player.text("#advice")
    assert all(sentence in said for sentence in (given["by"], *given["what"], *given["reasons"]))
    assert " · ".join(given["what"]) in (page.text_content("#news") or "")  # for screen readers

    # The key hides it again; the button shows it.
    page.keyboard.press("h")
    assert not page.is_visible("#advice")
    assert not page.evaluate(MARKED)
    page.click("#ask-hint")
    player.until(lambda: page.evaluate(MARKED), "the hint again")

    # Following the marks plays the advised action.
    step = player.table["step"]
    for _ in range(4):
        marked = page.evaluate(MARKED)
        if not marked or player.table["step"] != step:
            break
        page.locator(f"#{marked}" if marked == "confirm" else f"[data-target={marked}]").first.click(force=True)
    player.until(lambda: player.table["step"] > step, "what was advised")
    player.until(lambda: not page.is_visible("#advice"), "the advice to go")
    player.until(lambda: page.locator(".seat[data-seat=detectives] .hints").count() == 1, "the mark at my seat")

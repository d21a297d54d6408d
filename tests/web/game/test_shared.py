"""Sharing a finished game by link, and opening a record file on the home page, as a person does it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.conftest import PlayerMaker
from tests.web.game.test_replay import finished_game
from tests.web.game.test_review import complete
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious, sideways

RECORD = Path(__file__).parents[2] / "golden" / "pocket" / "both_seen_before_turn_eight.record"
DROP = """(text) => {
    const held = new DataTransfer();
    held.items.add(new File([text], "game.record"));
    const drop = (kind) => document.body.dispatchEvent(
        new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }));
    drop("dragover");
    const said = getComputedStyle(document.body, "::after").content;
    drop("drop");
    return said;
}"""


def reviewed(player: Player) -> None:
    player.until(lambda: complete(player), "the review")
    player.until(lambda: player.page.locator(".accounts section").count() == 2, "the accounts")


def test_a_shared_link_opens_the_review_for_a_stranger_on_a_phone(players: PlayerMaker) -> None:
    me = players()
    finished_game(me)
    me.page.focus(".ending [data-publish]")
    me.page.keyboard.press("Enter")
    me.until(lambda: me.page.is_visible("#shared-link"), "the link")
    link = me.page.input_value("#shared-link")
    assert me.page.evaluate("document.activeElement.id") == "shared-link"
    assert serious(me) == []

    other = players(language="fr", phone=True)
    path = link[link.index("/shared/") :]
    other.page.goto(other.address + path)
    reviewed(other)
    assert other.page.evaluate("location.hash").startswith("#review-")
    assert sideways(other) <= 0
    assert serious(other) == []
    other.page.click("#replay [data-close]")
    assert other.page.is_hidden("#review")
    buttons = other.page.locator(".ending .after > :visible")
    assert [re.sub(r"\s+", " ", text) for text in buttons.all_inner_texts()] == [
        "Revoir pas à pas",
        "Analyser la partie",
        "Page d\N{RIGHT SINGLE QUOTATION MARK}accueil",
    ]


def test_a_record_file_opens_by_button_and_by_drop(players: PlayerMaker, tmp_path: Path) -> None:
    player = players()
    page = player.page
    page.goto(player.address)
    with page.expect_file_chooser() as chooser:
        page.press("#open-record button", "Enter")
    bad = tmp_path / "bad.record"
    bad.write_text(RECORD.read_text()[:300])
    chooser.value.set_files(bad)
    problem = page.locator("#open-record .problem")
    player.until(lambda: "incomplete" in problem.inner_text(), "the sentence")
    assert serious(player) == []
    page.set_input_files("#open-record input", {"name": "x", "mimeType": "text/plain", "buffer": b"x" * 1_000_001})
    player.until(lambda: "1 MB" in problem.inner_text(), "the sentence about the size")
    assert page.url.rstrip("/") == player.address

    assert "Drop the record here" in page.evaluate(DROP, RECORD.read_text())
    player.until(lambda: page.url.split("#")[0].endswith("/open/pocket"), "the page of the record")
    reviewed(player)
    page.reload()  # the tab holds the file
    player.until(lambda: page.locator(".accounts section").count() == 2, "the accounts again")
    assert not page.locator(".ending a[download]").count()

    other = players()
    other.page.goto(f"{other.address}/open/pocket")  # without a file
    other.until(lambda: other.page.url.rstrip("/") == other.address, "the home page")

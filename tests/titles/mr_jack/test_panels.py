"""Panels of Mr. Jack show what the viewer may know, in every language."""

from typing import TypeVar

import pytest

from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.ui import panels
from gaslamp.titles.mr_jack.ui.scene import board_art
from gaslamp.ui.panels import Log, Note, Panel, Sheet, Tokens, Track
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.mr_jack.walks import Sight, Walk, dealt, sights
from tests.titles.shown import Speaker, english, symbols

P = TypeVar("P", bound=Panel)


def panel(sight: Sight, kind: type[P], id: str) -> P:
    found = next(panel for panel in panels.panels(sight.view, sight.news) if panel.id == id)
    assert isinstance(found, kind)
    return found


def round_one(jack: str = "bert") -> Walk:
    """Play round 1 to its call with short moves. Holmes draws Gull's card for the Detective."""
    walk = dealt("holmes", "watson", "stealthy", "gull", jack=jack)
    return walk.take(
        "pick holmes", "G6", "alibi gull", "pick watson", "I6", "face N", "pick stealthy", "A5", "pick gull", "G0"
    )


def test_all_panels_can_be_shown_in_every_language(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "mr_jack panels", proof.amount(test=2, proof=50)):
        for sight in sights(rng):
            shown = panels.panels(sight.view, sight.news)
            assert len({panel.id for panel in shown}) == len(shown)
            assert symbols(shown) <= set(board_art().symbols)
            speaker.say_all(shown)
    proof.report("mr_jack: panels", different_messages=len(speaker.said))


@pytest.mark.rule("MJ-13a")
def test_four_cards_lie_open_and_the_next_four_are_known() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley").take("pick smith")
    cards = panel(walk.sight("detective"), Tokens, "cards")
    assert {token.target: token.state for token in cards.tokens.values()} == {
        "card-holmes": "free", "card-smith": "playing", "card-goodley": "free", "card-gull": "free"
    }  # fmt: skip
    assert [english(cards.faces[id].label) for id in cards.later] == ["Watson", "Lestrade", "Stealthy", "Bert"]
    walk.take("lamp B6 F1", "G1")
    states = [token.state for token in panel(walk.sight("jack"), Tokens, "cards").tokens.values()]
    assert states == ["free", "used", "free", "free"]


@pytest.mark.rule("MJ-10", "MJ-11", "MJ-58")
def test_the_track_shows_rounds_lamps_and_the_active_side() -> None:
    before = panel(dealt("holmes", "smith", "gull", "goodley").sight("spectator"), Track, "rounds")
    assert [cell.symbol for cell in before.cells.values()] == ["lamp"] * 4 + [""] * 4
    assert [english(seat) for seat in before.order] == ["Detective", "Jack", "Jack", "Detective"]
    assert (english(before.title), english(before.note), before.acting) == (
        "Round 1 of 8", "gaslight 1 goes out", 0
    )  # fmt: skip
    after = panel(round_one().sight("spectator"), Track, "rounds")
    assert [cell.symbol for cell in after.cells.values()] == ["lamp-out", *["lamp"] * 3, *[""] * 4]
    assert [cell.now for cell in after.cells.values()].index(True) == 1
    assert [english(seat) for seat in after.order] == ["Jack", "Detective", "Detective", "Jack"]


@pytest.mark.rule("MJ-06", "MJ-57", "MJ-60")
def test_the_witness_card_shows_the_last_answer() -> None:
    start = panel(dealt("holmes", "smith", "gull", "goodley").sight("detective"), Note, "witness")
    assert (english(start.lines[0].name), start.lines[0].symbol) == ("Visible at the start", "witness-visible")
    seen = panel(round_one(jack="bert").sight("detective"), Note, "witness")
    assert english(seen.lines[0].name) == "Visible in round 1"
    unseen = panel(round_one(jack="goodley").sight("detective"), Note, "witness")
    assert english(unseen.lines[0].name) == "Invisible in round 1"
    assert english(unseen.lines[0].text) == "Jack was not seen: he may leave by an open exit."


@pytest.mark.rule("MJ-71")
def test_identity_and_alibi_cards_are_shown_to_their_owners() -> None:
    walk = round_one(jack="bert")
    jack = panel(walk.sight("jack"), Note, "alibis")
    assert [(english(line.name), english(line.text)) for line in jack.lines.values()] == [
        ("Jeremy Bert", "This is you. Nobody else knows.")
    ]
    detective = panel(walk.sight("detective"), Note, "alibis")
    assert [(english(line.name), english(line.text)) for line in detective.lines.values()] == [
        ("Sir William Gull", "Not Jack. Nobody else knows.")
    ]
    spectator = panel(walk.sight("spectator"), Note, "alibis")
    assert (spectator.lines, english(spectator.note)) == ({}, "Detective 1, Jack 0")


@pytest.mark.rule("MJ-71")
def test_panels_of_others_do_not_depend_on_jacks_identity(proof: Proof) -> None:
    bert, lestrade = round_one(jack="bert"), round_one(jack="lestrade")
    for viewer in ("detective", "spectator"):
        ours, theirs = bert.sight(viewer), lestrade.sight(viewer)
        assert panels.panels(ours.view, ours.news) == panels.panels(theirs.view, theirs.news)
    ours, theirs = bert.sight("jack"), lestrade.sight("jack")
    assert panels.panels(ours.view, ours.news) != panels.panels(theirs.view, theirs.news)


@pytest.mark.rule("MJ-34")
def test_the_sheet_shows_visibility_with_reasons() -> None:
    sheet = panel(dealt("holmes", "smith", "gull", "goodley").sight("detective"), Sheet, "suspects")
    lines = {english(person.name): english(person.line) for person in sheet.people.values()}
    assert lines["Sherlock Holmes"] == "visible now: gaslight F5"
    assert lines["Sir William Gull"] == "invisible now"
    assert english(sheet.note) == "8 of 8 left"
    assert english(sheet.hint) == (
        "If witnesses were called now: 4 suspects left if Jack is visible (cleared: Watson, Stealthy, Goodley, Gull), "
        "4 if not (cleared: Holmes, Smith, Lestrade, Bert)."
    )


@pytest.mark.rule("MJ-56", "MJ-72")
def test_the_sheet_shows_why_suspects_are_cleared_and_own_cards() -> None:
    walk = round_one(jack="goodley")
    mine = {
        english(person.name): person for person in panel(walk.sight("detective"), Sheet, "suspects").people.values()
    }
    assert english(mine["Jeremy Bert"].line) == "cleared in round 1: was visible"
    assert mine["Jeremy Bert"].cleared
    gull = mine["Sir William Gull"]
    assert (english(gull.tag), english(gull.line), gull.quiet) == (
        "Alibi", "alibi card in your hand; invisible now", True
    )  # fmt: skip
    jack = {english(person.name): person for person in panel(walk.sight("jack"), Sheet, "suspects").people.values()}
    assert english(jack["Sergeant Goodley"].tag) == "You"
    assert english(jack["Sir William Gull"].tag) == "Suspect"


def test_the_log_is_oldest_first_and_highlights_sprites() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley").take("pick smith", "lamp B6 F1")
    log = panel(walk.sight("detective"), Log, "log")
    assert [english(line.text) for line in log.lines.values()] == [
        "Jack has drawn an alibi card: his secret identity.",
        "Round 1. Character cards: Sherlock Holmes, John Smith, Sir William Gull, Sergeant Goodley.",
        "Detective: the light of B6 is moved to F1.",
    ]
    assert log.lines[2].lights == ("lamp-B6", "lamp-F1")


def test_everybody_stands_in_the_sheet_once() -> None:
    for viewer in (*board.SEATS, "spectator"):
        sheet = panel(round_one().sight(viewer), Sheet, "suspects")
        assert sorted(person.lights for person in sheet.people.values()) == sorted(
            f"tok-{name}" for name in board.CHARACTERS
        )

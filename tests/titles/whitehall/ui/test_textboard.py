"""Text board of Whitehall fits a terminal of 100 by 35 in every language."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from gaslamp.core.messages import Message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.terminal.screen import Screen
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import textboard
from gaslamp.ui.scene import Span, TextBoard
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.shown import Speaker, english
from tests.titles.whitehall.walks import dealt, sights

GAME = Whitehall()


def drawn(shown: TextBoard) -> list[str]:
    """Return the rows as plain text, in English."""
    return ["".join(_text(span) for span in row) for row in shown.rows]


def _text(span: Span) -> str:
    return english(span.text) if isinstance(span.text, Message) else span.text


def beside(view: View) -> list[str]:
    return [english(line) for line in textboard.text_board(view).beside]


def screen(view: View, language: str) -> list[str]:
    """Return the lines of a terminal of 100 columns."""
    out = io.StringIO()
    Screen(Console(file=out, width=100, color_system=None), catalogue(language)).board(GAME, view)
    return out.getvalue().rstrip("\n").split("\n")


@pytest.mark.long
def test_rows_have_equal_width_and_notes_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "whitehall text", proof.amount(test=1, proof=30)):
        for number, sight in enumerate(sights(rng)):
            if number % 9 == 0:
                shown = textboard.text_board(sight.view)
                speaker.say_all(shown.beside)
                rows = drawn(shown)
                assert {cell_len(row) for row in rows} == {textboard.WIDE}
                assert len(rows) == textboard.HIGH


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_terminal_of_100_by_35(language: str, proof: Proof) -> None:
    tallest = 0
    for _, rng in seeds(proof.seed, f"whitehall screen {language}", proof.amount(test=1, proof=10)):
        for number, sight in enumerate(sights(rng)):
            if number % 60 == 0:
                lines = screen(sight.view, language)
                assert max(cell_len(line) for line in lines) <= 100
                tallest = max(tallest, len(lines))
    assert tallest <= 35
    proof.report(f"whitehall: screen in {language}", tallest=tallest)


@pytest.mark.rule("WM-40")
def test_figures_are_on_the_map_with_their_range_listed() -> None:
    view = dealt().take("move 54", "walk x082", "walk x090", "walk x095").sight("investigator1").view
    text = "\n".join(drawn(textboard.text_board(view)))
    assert all(letters in text for letters in ("Ye", "Bl", "Re", "87", "88", "89"))
    lines = beside(view)
    assert "Yellow, x082, NOW: in range 87, 88" in lines
    assert "Red, x095: in range 86, 88, 89, 105" in lines


@pytest.mark.rule("WM-12", "WM-19")
def test_the_track_and_its_tiles_are_beside_the_map() -> None:
    lines = beside(dealt().turn("coach 54, then 55").turn("alley 53").sight("investigator1").view)
    assert lines[:2] == [
        "Round 1 of 3, move 3 of 15: ■■■□□□□□□□□□□□□",
        "On the track: Coach 1\N{EN DASH}2, Alley 3",
    ]
    assert lines[2].endswith("tiles: Coach 1, Alley 1, Boat 2")


@pytest.mark.rule("WM-60")
def test_a_tile_face_down_is_not_named() -> None:
    lines = beside(dealt(murderer_at_large="on").turn("alley 54").sight("investigator1").view)
    assert "On the track: face down 1" in lines
    assert any(line.endswith("tiles: Coach 2, Alley 2, Boat 2, less 1 face down") for line in lines)


@pytest.mark.rule("WM-71")
def test_only_jack_sees_himself_and_his_moves() -> None:
    walk = dealt().turn("move 54")
    mine = walk.sight("jack").view
    assert "54@" in "\n".join(drawn(textboard.text_board(mine)))
    assert "33!" in "\n".join(drawn(textboard.text_board(mine)))
    assert "You are on 54. Plain moves: 33, 34, 35, 36, 53, 55, 72, 73" in beside(mine)
    assert "Row 1: 33-54" in beside(mine)
    for viewer in ("investigator1", "spectator"):
        theirs = walk.sight(viewer).view
        assert "@" not in "\n".join(drawn(textboard.text_board(theirs)))
        assert not any("54" in line for line in beside(theirs))


@pytest.mark.rule("WM-71")
def test_the_window_does_not_follow_jack_for_the_others() -> None:
    here, there = dealt().turn("move 54"), dealt().turn("move 17")
    for viewer in ("investigator1", "spectator"):
        ours, theirs = (textboard.text_board(walk.sight(viewer).view) for walk in (here, there))
        assert ours == theirs

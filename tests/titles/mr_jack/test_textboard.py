"""The text board of Mr. Jack fits a terminal of 100 by 35 in every language and shows the light."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from gaslamp.core.messages import Message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.terminal.screen import Screen
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import textboard
from gaslamp.titles.mr_jack.ui.prompts import lit
from gaslamp.ui.scene import Span, TextBoard
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.mr_jack.walks import dealt, sights
from tests.titles.shown import Speaker, english

GAME = MrJack()


def drawn(shown: TextBoard) -> list[str]:
    """Return the rows as plain English text."""
    return ["".join(_text(span) for span in row) for row in shown.rows]


def _text(span: Span) -> str:
    return english(span.text) if isinstance(span.text, Message) else span.text


def screen(view: View, language: str) -> list[str]:
    """Return the lines of a terminal of 100 columns."""
    out = io.StringIO()
    Screen(Console(file=out, width=100, color_system=None), catalogue(language)).board(GAME, view)
    return out.getvalue().rstrip("\n").split("\n")


def span_of(shown: TextBoard, text: str) -> Span:
    return next(span for row in shown.rows for span in row if _text(span).startswith(text))


def test_rows_have_equal_width_and_notes_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "mr_jack text", proof.amount(test=2, proof=100)):
        for sight in sights(rng):
            shown = textboard.text_board(sight.view)
            speaker.say_all(shown.beside)
            rows = drawn(shown)
            assert {cell_len(row) for row in rows} == {65}
            assert len(rows) == 18


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_terminal_of_100_by_35(language: str, proof: Proof) -> None:
    tallest = 0
    for _, rng in seeds(proof.seed, f"mr_jack screen {language}", proof.amount(test=1, proof=10)):
        for number, sight in enumerate(sights(rng)):
            if number % 5 == 0:
                lines = screen(sight.view, language)
                assert max(cell_len(line) for line in lines) <= 100
                tallest = max(tallest, len(lines))
    assert tallest <= 35
    proof.report(f"mr_jack: screen in {language}", tallest=tallest)


@pytest.mark.rule("MJ-30", "MJ-31")
def test_light_and_shadow_are_seen_by_colour_and_by_a_sign() -> None:
    view = dealt("holmes", "smith", "gull", "goodley").sight("detective").view
    shown = textboard.text_board(view)
    assert "G5" in lit(view)
    assert "E0" not in lit(view)
    assert span_of(shown, "G5").text == "G5*"
    assert span_of(shown, "E0").text == "E0 "
    assert span_of(shown, "G5").paper != span_of(shown, "E0").paper


def test_characters_lamps_manholes_and_exits_are_drawn() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley")
    text = "\n".join(drawn(textboard.text_board(walk.sight("detective").view)))
    assert all(letters in text for letters in ("Ho", "↗Wa", "Sm", "Le", "St", "Go", "Gu", "Be"))
    assert all(tile in text for tile in ("☼1", "☼2", "☼3", "☼4", "†", "C4 ○", "B7*●"))
    assert text.count("////") == 2
    assert all(name in text for name in board.EXITS)


def test_cleared_characters_have_a_tick() -> None:
    walk = dealt("holmes", "watson", "stealthy", "gull", jack="goodley").take(
        "pick holmes", "G6", "alibi gull", "pick watson", "I6", "face N", "pick stealthy", "A5", "pick gull", "G0"
    )
    text = "\n".join(drawn(textboard.text_board(walk.sight("detective").view)))
    assert "Be✓" in text
    assert "Go " in text


@pytest.mark.rule("MJ-71")
def test_secrets_are_shown_only_to_their_owners() -> None:
    walk = dealt("holmes", "watson", "stealthy", "gull").take("pick holmes", "G6", "alibi gull")
    beside = {viewer: [english(line) for line in textboard.text_board(walk.sight(viewer).view).beside]
              for viewer in ("jack", "detective", "spectator")}  # fmt: skip
    assert "You are Jeremy Bert" in beside["jack"]
    assert "Alibi cards, Detective: Gull" in beside["detective"]
    assert "Alibi cards, Detective: 1" in beside["spectator"]
    assert not any("Bert" in line and "Jack" in line for line in beside["detective"] + beside["spectator"])

"""A title from an extra folder, with rules and little else, can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Proof
from tests.titles.added.commands import gaslamp, rules_alone, run


@pytest.mark.long
def test_the_contract_is_proved_for_it_without_a_line_changed(proof: Proof) -> None:
    suites = ("tests/contract", "tests/server/wire/test_frames.py")
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *suites, "-k", "noughts")
    told = run(*command, GASLAMP_PROOF="0", GASLAMP_QUICK="1", GASLAMP_SEED=str(proof.seed))
    assert told.code == 0, told.out
    assert " passed" in told.out
    assert "skipped" not in told.out


def typed(*first: str) -> str:
    """Return input that always takes the first choice, followed by these lines."""
    return "1\n" * 30 + "\n".join(first) + "\n"


@pytest.mark.long
def test_a_whole_game_in_the_terminal_with_its_record(tmp_path: Path) -> None:
    # Thirty choices are more than any game needs.
    paper = tmp_path / "noughts.record"
    told = gaslamp("play", "noughts", typed=typed(f"w {paper}", "q"))
    assert (told.code, told.err) == (0, "")
    assert "Hidden Noughts and Crosses" in told.out
    assert "• Squares: " in told.out
    assert gaslamp("verify", paper).code == 0
    drawn = tmp_path / "noughts.svg"
    assert gaslamp("show", paper, "--svg", drawn).code == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    assert "1 of " in gaslamp("replay", paper, typed="\n" * 40).out


@pytest.mark.long
def test_in_a_language_it_does_not_speak_it_speaks_english(tmp_path: Path) -> None:
    told = gaslamp("play", "noughts", "--lang", "ru", typed="1\nq\n")
    assert "Hidden Noughts and Crosses" in told.out
    assert "Выберите" in told.out


def test_a_title_without_messages_shows_its_ids(tmp_path: Path) -> None:
    rules_alone(tmp_path)
    said = "from gaslamp.locale import catalogue; from gaslamp.core.messages import message as m; "
    told = run("-c", said + 'print(catalogue("en").say(m("noughts.title")))', folder=tmp_path)
    assert told.out == "Noughts\n"


@pytest.mark.long
def test_the_arena_has_its_opponents_play() -> None:
    told = gaslamp("arena", "noughts", "--levels", "passer_by", "--games", 4, "--workers", 1)
    assert told.code == 0, told.err
    assert "Crosses" in told.out

"""Mr. Jack in the terminal: whole games, confirmation of accusations, invalid input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import Answer
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.locale import LANGUAGES
from gaslamp.service.games import bot_runner
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.ui import words
from tests.contract.games import random_game
from tests.ledger import rule
from tests.terminal.person import Terminal
from tests.terminal.test_commands import refused, run

every_language = pytest.mark.parametrize("language", LANGUAGES)


def accusable(terminal: Terminal) -> dict[str, str]:
    """Return the characters that can be accused, by notation."""
    there = {hex: name for name, hex in terminal.table.update(terminal.seat).view.hexes.items()}
    picked = terminal.table.update(terminal.seat).view.picked
    return {text: there[text] for text in terminal.legal if text in there and there[text] != picked}


@pytest.mark.long
@every_language
@pytest.mark.parametrize("seat", board.SEATS)
def test_a_whole_game_is_played(language: str, seat: str) -> None:
    def twice(terminal: Terminal) -> Iterator[str]:
        while terminal.legal:
            line = terminal.rng.choice(terminal.legal)
            step = terminal.table.step(terminal.seat)
            yield line
            if terminal.legal and terminal.table.step(terminal.seat) == step:
                yield line

    terminal = Terminal(twice, title="mr_jack", seat=seat, language=language, seed=language)
    outcome = terminal.table.outcome
    assert outcome is not None
    assert terminal.say(f"mr_jack.over.{outcome.reason}") in "".join(terminal.pages)


@every_language
def test_a_hint_to_accuse_says_so(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hinted = []

    def ask(terminal: Terminal) -> Iterator[str]:
        while not (found := accusable(terminal)):
            yield terminal.rng.choice(terminal.legal)
        for notation, name in found.items():
            answer = Answer(notation)
            monkeypatch.setattr(bot_runner, "think", lambda *_, answer=answer: answer)
            yield "hint"
            accusation = message("mr_jack.do.accuse", whom=message(f"mr_jack.whom.{name}"))
            assert terminal.say("terminal.advice", what=accusation) in terminal.page
            hinted.append(name)
        yield "q"

    Terminal(ask, title="mr_jack", seat="detective", language=language, seed=language)
    assert hinted


@rule("MJ-68")
@every_language
def test_every_accusation_has_the_same_confirmation(language: str) -> None:
    asked = []

    def accuse(terminal: Terminal) -> Iterator[str]:
        while not (found := accusable(terminal)):
            yield terminal.rng.choice(terminal.legal)
        for line, name in found.items():
            step = terminal.table.step(terminal.seat)
            yield line
            asked.append(name)
            assert terminal.say(words.sure(name)) in terminal.page
            assert terminal.say("terminal.sure") in terminal.page
            assert terminal.table.step(terminal.seat) == step
        yield line  # repeat the last line
        assert terminal.table.outcome is not None

    terminal = Terminal(accuse, title="mr_jack", seat="detective", language=language, seed=5)
    assert asked
    assert terminal.table.outcome is not None
    assert terminal.table.outcome.reason in {"right_arrest", "wrong_arrest"}


@every_language
def test_the_list_marks_accusations(language: str) -> None:
    def accuse(terminal: Terminal) -> Iterator[str]:
        while not (found := accusable(terminal)):
            yield terminal.rng.choice(terminal.legal)
        for name in found.values():
            assert terminal.say(words.accuse(name)) in terminal.page

    Terminal(accuse, title="mr_jack", seat="detective", language=language, seed=6)


# ---- bad input


@every_language
def test_an_unknown_edition_gets_a_one_line_error(language: str) -> None:
    told = refused(run("play", "mr_jack", "edition=lost", "--lang", language))
    assert "lost" in told
    assert "revised, original" in told


def test_a_record_of_the_other_edition_gets_a_one_line_error(tmp_path: Path) -> None:
    """Manholes and two characters differ, so some action becomes illegal."""
    rng = Random(4)
    game = titles.game("mr_jack", {"edition": "original"})
    while True:
        actions = [game.actions.format(action) for action in random_game(game, rng)]
        if len(actions) > 60:
            break
    other = titles.game("mr_jack", {"edition": "revised"})
    told = record.Record("mr_jack", 1, other.options, dict.fromkeys(other.seats, ""), tuple(actions))
    file = tmp_path / "other.record"
    file.write_text(record.write(told), "utf-8")
    sentence = refused(run("verify", file))
    assert "Line " in sentence
    assert "is not allowed at this point" in sentence


def test_an_illegal_step_gets_a_one_line_error_and_changes_nothing() -> None:
    tried = 0

    def try_some(terminal: Terminal) -> Iterator[str]:
        nonlocal tried
        before = terminal.table.record({})
        for text in ("exit NW", "G2", "jack holmes", "lamp B6 F1"):
            assert text not in terminal.legal
            yield text
            assert terminal.page.strip() == terminal.say("error.illegal")
            assert terminal.table.record({}) == before
            tried += 1

    Terminal(try_some, title="mr_jack", seat="detective", seed=2)
    assert tried == 4

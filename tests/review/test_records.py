"""Records that cannot be reviewed are refused with one sentence; the command prints summaries or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.review.review import LONGEST, Opened, open_record, review
from tests.conftest import Proof
from tests.golden.stored import Stored
from tests.review.games import TITLES, played, weak_evaluator
from tests.sealed import play_on, sealed
from tests.terminal.test_commands import refused, run


def unfinished(text: str) -> str:
    whole = record.read(text)
    return record.write(replace(whole, actions=whole.actions[:30], outcome=None))


def other_result(text: str) -> str:
    whole = record.read(text)
    assert whole.outcome is not None
    winner = "jack" if whole.outcome.winner != "jack" else "detectives"
    return record.write(replace(whole, outcome=replace(whole.outcome, winner=winner)))


BAD: dict[str, Callable[[str], str]] = {
    "review.too_long": lambda text: text + " " * LONGEST,
    "error.title": lambda text: text.replace("title: pocket", "title: chess"),
    "record.other_rules": lambda text: text.replace("rules: 1", "rules: 99"),
    "review.unfinished": unfinished,
    "record.truncated": lambda text: text[: len(text) // 2],
    "record.wrong_result": other_result,
    "record.foreign": lambda text: "\x00" * 100,
}


@pytest.mark.parametrize("reason", BAD)
def test_bad_records_are_refused_with_one_sentence(reason: str, tmp_path: Path) -> None:
    bad = BAD[reason](record.write(played("pocket", 0).record))
    with pytest.raises(GaslampError) as error:
        open_record(bad)
    assert error.value.message.id == reason
    for language in LANGUAGES:
        assert catalogue(language).say(error.value.message)
    path = tmp_path / "bad.record"
    path.write_text(bad, encoding="utf-8")
    refused(run("review", path))


def test_a_forged_record_is_refused() -> None:
    table = Table(titles.game("pocket"), seal=sealed(titles.game("pocket")))
    play_on(table, Random(1))
    opened = open_record(record.write(table.record({})))
    assert opened.record.proof is not None
    forged = replace(opened.record.proof, secret="1" * len(opened.record.proof.secret))
    with pytest.raises(GaslampError) as error:
        open_record(record.write(replace(opened.record, proof=forged)))
    assert error.value.message.id == "proof.secret"


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_stored_games_of_a_title_are_reviewed(title: str, proof: Proof) -> None:
    stored = Stored(title)
    for name in stored.names[: proof.amount(test=8, proof=40)]:
        whole = stored.record(name)
        if whole.outcome is not None:
            result = review(Opened(stored.game(name), whole), weak_evaluator(title))
            assert result.points[-1].public == 1000 * (whole.outcome.winner == "jack")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(record.write(played("pocket", 0, strong=("jack",)).record), encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_accounts_and_turning_points(file: Path, language: str) -> None:
    result = run("review", file, "--lang", language)
    assert result.exit_code == 0
    say = catalogue(language).say
    for id in ("review.accounts", "review.turning_points", "pocket.seat.jack"):
        assert say(message(id)) in result.stdout


@pytest.mark.long
def test_json_has_everything_in_the_chosen_language(file: Path) -> None:
    printed = {
        language: json.loads(run("review", file, "--json", "--lang", language).stdout) for language in ("en", "fr")
    }
    english, french = printed["en"], printed["fr"]
    assert english["complete"]
    assert english["points"][0]["kind"] == "start"
    assert english["summaries"]["jack"]["change"] == -english["summaries"]["detectives"]["change"]
    texts = [[turn["text"] for turn in shown["turning_points"]] for shown in (english, french)]
    assert texts[0] != texts[1]

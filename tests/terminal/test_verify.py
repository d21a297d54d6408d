"""`gaslamp verify` with proofs: what it says, in every language, and the exit codes a script can rely on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gaslamp import titles
from gaslamp.core import record
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.table.table import Table
from tests.sealed import play_on, sealed
from tests.terminal.test_commands import every_language, played, run


@pytest.fixture
def proved(tmp_path: Path) -> Path:
    table = Table(titles.game("pocket"), seal=sealed(titles.game("pocket")))
    play_on(table, Random(1))
    path = tmp_path / "proved.record"
    path.write_text(record.write(table.record({})), encoding="utf-8")
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain.record"
    path.write_text(record.write(played(1)), encoding="utf-8")
    return path


def head_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").splitlines()[-1].split()[2]


@every_language
def test_a_proof_that_holds_is_said_to(proved: Path, language: str) -> None:
    result = run("verify", proved, "--lang", language, "--head", head_of(proved))
    proof = record.read(proved.read_text(encoding="utf-8")).proof
    assert proof is not None
    say = catalogue(language).say
    right = say(message("proof.right", count=len(proof.entries), commitment=proof.commitment))
    assert (result.exit_code, result.stderr) == (0, "")
    told = "".join(result.stdout.split())
    for sentence in (right, say(message("proof.heads", count=1))):
        assert "".join(sentence.split()) in told


@every_language
def test_a_record_without_a_proof_says_so(plain: Path, language: str) -> None:
    result = run("verify", plain, "--lang", language)
    assert result.exit_code == 0
    assert catalogue(language).say(message("proof.none")) in result.stdout


def test_a_proof_that_does_not_hold_costs_one_sentence_and_code_1(proved: Path) -> None:
    text = proved.read_text(encoding="utf-8")
    head = head_of(proved)
    proved.write_text(text.replace(head, "0" * 64), encoding="utf-8")
    result = run("verify", proved)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    last = len(text.splitlines())
    assert result.stderr.startswith(f"Line {last}: the chain breaks here")


def test_a_head_of_another_game_costs_code_1(proved: Path) -> None:
    result = run("verify", proved, "--head", head_of(proved), "--head", "f" * 64)
    assert result.exit_code == 1
    assert "somebody was told another game" in result.stderr


def test_heads_want_a_proof(plain: Path) -> None:
    result = run("verify", plain, "--head", "f" * 64)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no proof" in result.stderr


def test_a_damaged_proof_costs_code_2(proved: Path) -> None:
    proved.write_text("\n".join(proved.read_text(encoding="utf-8").splitlines()[:-1]), encoding="utf-8")
    result = run("verify", proved)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the proof is not whole" in result.stderr


def test_a_record_with_a_proof_is_replayed_like_any_other(proved: Path) -> None:
    assert run("replay", proved, typed="q\n").exit_code == 0

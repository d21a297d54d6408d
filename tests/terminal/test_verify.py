"""`gaslamp verify` with proofs: output in every language, and exit codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING
from gaslamp.game.table import Table
from gaslamp.locale import catalogue
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
def test_a_valid_proof_is_accepted(proved: Path, language: str) -> None:
    result = run("verify", proved, "--lang", language, "--head", head_of(proved))
    proof = record.read(proved.read_text(encoding="utf-8")).proof
    assert proof is not None
    say = catalogue(language).say
    right = say(message("proof.right", count=len(proof.entries), commitment=proof.commitment))
    assert (result.exit_code, result.stderr) == (0, "")
    told = "".join(result.stdout.split())
    added = message("proof.added", seats=(message("pocket.seat.jack"),))
    absent = message("proof.absent", seats=(message("pocket.seat.detectives"),))
    for sentence in (right, say(message("proof.heads", count=1)), say(added), say(absent)):
        assert "".join(sentence.split()) in told
    assert "".join(say(message("proof.nothing_kept")).split()) not in told


@every_language
def test_without_saved_values_verify_says_so(proved: Path, language: str) -> None:
    result = run("verify", proved, "--lang", language)
    assert result.exit_code == 0
    told = "".join(result.stdout.split())
    assert "".join(catalogue(language).say(message("proof.nothing_kept")).split()) in told


@every_language
def test_saved_values_are_compared(proved: Path, language: str) -> None:
    proof = record.read(proved.read_text(encoding="utf-8")).proof
    assert proof is not None
    mine = f"jack={proof.nonces['jack'].value}"
    result = run("verify", proved, "--lang", language, "--commitment", proof.commitment.upper(), "--nonce", mine)
    assert (result.exit_code, result.stderr) == (0, "")
    told = "".join(result.stdout.split())
    for sentence in (message("proof.same_commitment"), message("proof.same_nonces", count=1)):
        assert "".join(catalogue(language).say(sentence).split()) in told


@every_language
def test_draws_without_player_nonces_are_reported(tmp_path: Path, language: str) -> None:
    game = titles.game("pocket")
    honest = sealed(game)
    bots = "detectives=constable"
    seal = replace(honest, nonces=dict.fromkeys(game.seats, NOTHING), terms=honest.terms._replace(bots=bots))
    table = Table(game, seal=seal)
    play_on(table, Random(1), hesitate=0)
    path = tmp_path / "alone.record"
    path.write_text(record.write(table.record({})), encoding="utf-8")
    result = run("verify", path, "--lang", language, "--house", "detectives")
    assert (result.exit_code, result.stderr) == (0, "")
    told = "".join(result.stdout.split())
    for sentence in (message("proof.servers_word"), message("proof.same_house")):
        assert "".join(catalogue(language).say(sentence).split()) in told


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--commitment", "f" * 64], 1),
        (["--nonce", f"jack={'f' * 64}"], 1),
        (["--nonce", f"detectives={'f' * 64}"], 1),
        (["--house", "jack"], 1),
        (["--commitment", "f" * 63], 2),
        (["--nonce", "f" * 64], 2),
        (["--nonce", "jack=x"], 2),
        (["--nonce", f"jack={'f' * 64}", "--nonce", f"jack={'f' * 64}"], 2),
        (["--head", "x"], 2),
    ],
)
def test_wrong_or_unreadable_values_get_a_one_line_error(proved: Path, words: list[str], code: int) -> None:
    result = run("verify", proved, *words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)


def test_deeply_nested_input_gets_a_one_line_error(proved: Path) -> None:
    *lines, last = proved.read_text(encoding="utf-8").splitlines()
    words = last.split(" ", 3)
    proved.write_text("\n".join([*lines, " ".join([*words[:3], "[" * 100_000])]), encoding="utf-8")
    result = run("verify", proved)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)


@every_language
def test_a_record_without_a_proof_is_reported(plain: Path, language: str) -> None:
    result = run("verify", plain, "--lang", language)
    assert result.exit_code == 0
    assert catalogue(language).say(message("proof.none")) in result.stdout


def test_an_invalid_proof_gets_a_one_line_error_and_exit_code_1(proved: Path) -> None:
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
    assert "Someone was shown a different game" in result.stderr


def test_heads_want_a_proof(plain: Path) -> None:
    result = run("verify", plain, "--head", "f" * 64)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no proof" in result.stderr


def test_a_damaged_proof_costs_code_2(proved: Path) -> None:
    proved.write_text("\n".join(proved.read_text(encoding="utf-8").splitlines()[:-1]), encoding="utf-8")
    result = run("verify", proved)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the proof is incomplete" in result.stderr


def test_a_record_with_a_proof_is_replayed_like_any_other(proved: Path) -> None:
    assert run("replay", proved, typed="q\n").exit_code == 0

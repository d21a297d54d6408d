"""The command `gaslamp arena`: output, options and error messages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gaslamp.commands import app
from gaslamp.core.records import record
from gaslamp.locale import LANGUAGES, catalogue

every_language = pytest.mark.parametrize("language", LANGUAGES)
FEW = ("pocket", "--levels", "passer_by,constable", "--games", "2", "--limit", "100n", "--workers", "1")


def run(*words: str | Path, env: dict[str, str] | None = None) -> Result:
    environment = {"LC_ALL": "C.UTF-8", "COLUMNS": "140", **(env or {})}
    return CliRunner().invoke(app, ["arena", *map(str, words)], env=environment)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return a folder with finished games, and the printed output."""
    folder = tmp_path_factory.mktemp("played")
    shown = run(*FEW, "--worst-case", "jack", "--out", folder)
    assert shown.exit_code == 0, shown.stderr
    return folder, shown.stdout


@pytest.mark.long
@every_language
def test_the_tables_are_shown_in_every_language(language: str, played: tuple[Path, str]) -> None:
    folder, first = played
    shown = run(*FEW, "--worst-case", "jack", "--out", folder, "--lang", language)
    assert shown.exit_code == 0, shown.stderr
    words = catalogue(language).sentences
    for id in ("arena.wins", "arena.strength", "arena.rating", "arena.worst_cases"):
        assert words[id][0].split()[0] in shown.stdout
    assert "constable" in shown.stdout
    assert str(folder) in shown.stdout.replace("\n", "")
    # No games are played again, so the times are equal.
    assert (shown.stdout == first) is (language == "en")


@pytest.mark.long
def test_a_record_it_wrote_can_be_verified_by_the_command(tmp_path: Path) -> None:
    run(*FEW, "--out", tmp_path)
    file = tmp_path / "records" / "000001.txt"
    assert record.read(file.read_text()).seats == {"jack": "passer_by", "detectives": "constable"}
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0


@pytest.mark.long
def test_the_result_file_has_all_printed_figures(played: tuple[Path, str]) -> None:
    folder, _ = played
    result = json.loads((folder / "result.json").read_text())
    assert {tuple(cell["levels"]): cell["games"] for cell in result["cells"]} == {
        (level, "superintendent"): 2 for level in ("passer_by", "constable")
    }
    assert {(rating["level"], rating["side"]) for rating in result["ratings"]} == {
        ("passer_by", "jack"), ("constable", "jack"), ("superintendent", "detectives"),
    }  # fmt: skip
    assert len(result["worst_cases"]) == 2
    assert all(time["mean"] > 0 and time["p95"] > 0 for time in result["times"])


def test_arena_options_are_checked_against_the_title(tmp_path: Path) -> None:
    words = ("mr_jack", "--levels", "passer_by", "--games", "1", "--workers", "1", "--out", tmp_path)
    chosen = run(*words, "--options", "edition=original")
    assert chosen.exit_code == 0, chosen.stderr
    assert record.read((tmp_path / "records" / "000000.txt").read_text()).options["edition"] == "original"


@pytest.mark.long
@every_language
@pytest.mark.parametrize(
    ("words", "id"),
    [
        (["chess"], "error.title"),
        (["pocket", "--levels", "moriarty"], "error.bot"),
        (["pocket", "--limit", "5"], "arena.limit"),
        (["pocket", "--options", "colour=red"], "error.option"),
        (["pocket", "--options", "colour"], "error.pair"),
        (["pocket", "--worst-case", "holmes"], "error.seat"),
        (["pocket", "--worst-case", "jack", "--against", "passer_by"], "arena.no_against"),
        (["pocket", "--games", "1", "--cluster", "nowhere://1"], "arena.no_cluster"),
    ],
)
def test_invalid_arguments_print_one_line_and_exit_with_2(words: list[str], id: str, language: str) -> None:
    refused = run(*words, "--lang", language)
    assert refused.exit_code == 2
    assert refused.stdout.strip() == ""
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(catalogue(language).sentences[id][0].partition("{")[0])


def test_a_missing_dask_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = run("pocket", "--games", "1", "--cluster", "tcp://127.0.0.1:1")
    assert refused.exit_code == 2
    assert "extra" in refused.stderr


def test_ctrl_c_exits_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gaslamp.terminal.results.compete", stopped)
    ended = run("pocket", "--games", "1")
    assert ended.exit_code == 130
    assert "--out" in ended.stdout

"""Whole runs: killed and resumed, with dying workers, and in occupied folders."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.folder import Folder
from gaslamp.arena.match import MatchResult, play_all
from gaslamp.arena.plan import Tournament
from gaslamp.arena.run import Batch, Processes, run
from gaslamp.core.errors import GaslampError
from gaslamp.core.records import record
from tests.arena.runs import finish, left_by, lines, start

WORDS = ("pocket", "--levels", "passer_by,constable", "--games", "8", "--limit", "400n", "--workers", "1")


class Here:
    """A crew in this process that stops after a number of batches."""

    def __init__(self, batches: int | None = None) -> None:
        self._batches = batches
        self.played: list[int] = []

    def play(self, plan: Tournament, batches: Sequence[Batch]) -> Iterator[list[MatchResult]]:
        for batch in batches[: self._batches]:
            self.played += [fixture.index for fixture in batch]
            yield play_all(plan, batch)


def plan(games: int = 5, seed: int = 1888) -> Tournament:
    return plans.make("pocket", ["passer_by", "constable"], games, limit="200n", seed=seed)


@pytest.mark.long
def test_a_killed_run_resumes_with_the_same_result(tmp_path: Path) -> None:
    finish(*WORDS, "--out", tmp_path / "whole")
    process = start(*WORDS, "--out", tmp_path / "killed")
    while lines(tmp_path / "killed") < 8:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert not (tmp_path / "killed" / "result.json").exists()
    with (tmp_path / "killed" / "games.jsonl").open("ab") as file:
        file.write(b'{"index":31,"winner":"ja')  # an incomplete line
    finish(*WORDS, "--out", tmp_path / "killed")
    assert left_by(tmp_path / "killed") == left_by(tmp_path / "whole")


def test_finished_games_are_not_played_again(tmp_path: Path) -> None:
    run(Folder(plan(), tmp_path), Here(batches=1))
    rest = Here()
    result = run(Folder(plan(), tmp_path), rest)
    assert rest.played == list(range(8, 20))
    assert result.games == 20


@pytest.mark.long
def test_a_killed_worker_loses_no_game() -> None:
    class Killed(Processes):
        def play(self, plan: Tournament, batches: Sequence[Batch]) -> Iterator[list[MatchResult]]:
            for number, played in enumerate(super().play(plan, batches)):
                if number == 0:
                    for process in _children():
                        os.kill(process, signal.SIGKILL)
                yield played

    folder = Folder(plan(games=20))
    run(folder, Killed(1))
    assert sorted(folder.games) == list(range(80))
    alone = Folder(plan(games=20))
    run(alone, Here())
    assert [folder.games[index].reason for index in range(80)] == [alone.games[index].reason for index in range(80)]


def _children() -> list[int]:
    """Return the ids of this process's workers, without the resource tracker."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_text()
            except OSError:
                continue
            if parent == os.getpid() and "spawn_main" in command:
                found.append(int(entry.name))
    return found


def test_a_record_is_there_for_every_game_and_can_be_verified(tmp_path: Path) -> None:
    run(Folder(plan(), tmp_path), Here())
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 20
    for file in files:
        paper = record.read(file.read_text())
        record.verify(titles.game(paper.title, paper.options), paper)


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    run(Folder(plan(), tmp_path), Here(batches=1))
    with pytest.raises(GaslampError) as refused:
        Folder(plan(seed=3), tmp_path)
    assert refused.value.message.id == "arena.other_plan"


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Boss")
    with pytest.raises(GaslampError) as refused:
        Folder(plan(), tmp_path)
    assert refused.value.message.id == "arena.foreign_folder"
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("name", ["plan.json", "games.jsonl"])
def test_a_damaged_file_is_an_error(tmp_path: Path, name: str) -> None:
    run(Folder(plan(), tmp_path), Here(batches=1))
    (tmp_path / name).write_text("{}\n")
    with pytest.raises(GaslampError) as refused:
        Folder(plan(), tmp_path)
    assert refused.value.message.id == "arena.damaged"


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(GaslampError) as refused:
        Folder(plan(), tmp_path / "file" / "inside")
    assert refused.value.message.id == "error.no_access"

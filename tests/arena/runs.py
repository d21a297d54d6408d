"""Helpers that run `gaslamp arena` as a process and read its folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-c", "from gaslamp.cli import main; main()", "arena")


def start(*words: str | Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
    return subprocess.Popen(
        [*COMMAND, *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def finish(*words: str | Path) -> str:
    """Run the command to its end and return its output."""
    process = start(*words)
    told, wrong = process.communicate()
    assert process.returncode == 0, wrong.decode()
    return told.decode()


def lines(folder: Path) -> int:
    """Return the number of finished games."""
    file = folder / "games.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def left_by(folder: Path) -> dict[str, Any]:
    """Return everything a run has written except times: plan, games, records, result."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    result = json.loads((folder / "result.json").read_text())
    assert result.pop("times")
    for game in games:
        game.pop("times")
    return {
        "plan": json.loads((folder / "plan.json").read_text()),
        "games": sorted(games, key=lambda game: int(game["index"])),
        "records": {file.name: file.read_text() for file in (folder / "records").iterdir()},
        "result": result,
    }

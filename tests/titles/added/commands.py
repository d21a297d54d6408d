"""The command `gaslamp` with extra titles."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.architecture.tree import ROOT

TOYS = ROOT / "tests" / "toy_title"  # a folder with an extra title
RULES = ("__init__.py", "meta.py", "position.py", "belief.py", "game.py")


class Completed(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


def gaslamp(*words: object, folder: Path | None = TOYS, typed: str = "", **more: str) -> Completed:
    """Run a command with the titles of a folder added."""
    return run("-c", "from gaslamp.cli import main; main()", *words, folder=folder, typed=typed, **more)


def run(*words: object, folder: Path | None = TOYS, typed: str = "", **more: str) -> Completed:
    """Run Python with the titles of a folder added."""
    environment = dict(os.environ) | {"LC_ALL": "C", "PYTHONUTF8": "1", "COLUMNS": "200"} | more
    if folder is not None:
        environment["GASLAMP_TITLES"] = str(folder)
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, input=typed, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    return Completed(done.returncode, done.stdout, done.stderr)


def rules_alone(folder: Path, title: str = "noughts") -> Path:
    """Copy the toy's rules into a folder, without messages and bots. Returns their path."""
    package = folder / title
    package.mkdir(parents=True)
    for name in RULES:
        shutil.copy(TOYS / "noughts" / name, package / name)
    return package

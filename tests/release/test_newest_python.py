"""The search for the newest supported Python."""

import os
from pathlib import Path

import pytest

from tools import newest_python


def installed(folder: Path, minor: int, says: str) -> Path:
    """Create a program python3.*minor* that prints *says*."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"python3.{minor}"
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    return program


@pytest.fixture(autouse=True)
def _oldest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(newest_python, "newer_minors", lambda: [14, 13, 12])
    monkeypatch.setenv("PATH", f"{tmp_path / 'one'}{os.pathsep}{tmp_path / 'two'}")


def test_the_newest_on_the_path_that_starts_is_taken(tmp_path: Path) -> None:
    installed(tmp_path / "one", 14, "exit 127")  # like a pyenv shim of an inactive version
    installed(tmp_path / "one", 13, "echo cpython 13 final")
    installed(tmp_path / "two", 12, "echo cpython 12 final")
    assert newest_python.newest() == str(tmp_path / "one" / "python3.13")
    second = installed(tmp_path / "two", 14, "echo cpython 14 final")
    assert newest_python.newest() == str(second)


def test_pyenv_versions_are_searched(tmp_path: Path) -> None:
    installed(tmp_path / "one", 13, "exit 127")
    (tmp_path / "one" / "python3.13").rename(tmp_path / "one" / "pyenv")
    (tmp_path / "one" / "pyenv").write_text(f"#!/bin/sh\necho {tmp_path / 'pyenv'}\n")
    chosen = installed(tmp_path / "pyenv" / "versions" / "3.13.2" / "bin", 13, "echo cpython 13 final")
    assert newest_python.newest() == str(chosen)


def test_a_prerelease_or_another_implementation_is_not_taken(tmp_path: Path) -> None:
    installed(tmp_path / "one", 14, "echo cpython 14 candidate")
    installed(tmp_path / "one", 13, "echo pypy 13 final")
    assert newest_python.newest() is None


def test_only_versions_of_the_classifiers_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert newest_python.newer_minors(running=12)[-1] == 13
    assert newest_python.newer_minors(running=99) == []

"""The Makefile's targets and messages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

TARGETS = {
    "help", "play", "test", "quick", "coverage", "check", "types", "pages", "docs", "screenshots", "proof", "bench",
    "arena", "build", "clean",
}  # fmt: skip


def make(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    # Remove the variables of a surrounding make.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_help_names_every_target() -> None:
    assert set(re.findall(r"^make (\w+)\t", make("help").stdout, re.MULTILINE)) == TARGETS


def test_a_fresh_clone_installs_before_it_plays(clone: Path) -> None:
    assert "uv sync" not in make("-n", "help", cwd=clone).stdout
    assert "sync --quiet --frozen" in make("-n", "play", cwd=clone).stdout


def test_the_rules_are_compiled_while_the_rest_is_installed(clone: Path) -> None:
    told = make("-n", "play", cwd=clone).stdout
    tools, compiling, rest = (told.index(words) for words in ("--only-group build", "build_ext", "--no-default-groups"))
    assert tools < compiling < rest
    assert "& compiling=$!" in told


def test_playing_a_second_time_installs_nothing(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".play").touch()
    told = make("-n", "play", cwd=clone).stdout
    assert ".venv/bin/gaslamp serve" in told
    assert "sync" not in told


def test_every_stage_of_make_play_prints_its_usual_duration(clone: Path) -> None:
    told = make("-n", "play", cwd=clone).stdout
    assert re.search(r"Fetching uv.*: usually about \d+ s", told)
    assert len(re.findall(r"Installing .* into \.venv.*: usually under \d+ s", told)) == 2
    assert "GASLAMP_PROGRESS=3" in told  # setup.py prints the duration of the build


def test_an_old_python_gets_a_one_line_error(clone: Path) -> None:
    done = make("play", "PYTHON=false", cwd=clone)
    assert done.returncode == 2
    assert done.stderr.startswith("Gaslamp needs Python 3.11 or newer")
    assert not (clone / ".venv").exists()


def test_bytecode_is_written_even_if_disabled_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert make("--eval=told: ; @echo [$$PYTHONDONTWRITEBYTECODE]", "told").stdout == "[]\n"


def test_make_and_ci_do_not_use_root() -> None:
    assert not re.search(r"\b(apt|sudo)\b", (ROOT / "Makefile").read_text() + (ROOT / ".ci" / "run").read_text())


def test_a_merge_runs_make_test() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert "export CI=true\n" in run.read_text()
    assert "\nmake test " in run.read_text()


@pytest.mark.long
def test_ci_refuses_rules_that_are_not_compiled(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.stamp", "__pycache__"))
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "conftest.py", "services.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    environment = os.environ | {"CI": "true", "GASLAMP_PURE": "0", "PYTHONPATH": str(tmp_path / "src")}
    command = [sys.executable, "-m", "pytest", "tests"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "CI tests the compiled rules" in done.stderr

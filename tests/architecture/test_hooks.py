"""The pre-commit hooks run the checks of `make check` with the same tools and download nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.architecture.test_make import make
from tests.architecture.tree import ROOT

CONFIG = ROOT / ".pre-commit-config.yaml"


def hooks() -> list[dict[str, Any]]:
    (only,) = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["repos"]
    assert only["repo"] == "local"
    found: list[dict[str, Any]] = only["hooks"]
    return found


def test_the_config_is_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(CONFIG)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_hooks_run_the_same_checks_as_make_check() -> None:
    told = make("-n", "--old-file", ".venv/.dev", "--old-file", "web-tools/node_modules/.ready", "check").stdout
    entries = [str(hook["entry"]).replace(" --force-exclude", "") for hook in hooks()]
    for line in told.splitlines():
        assert [line.startswith(entry) for entry in entries].count(True) == 1, line
    for entry in entries:
        assert f"\n{entry}" in f"\n{told}", entry
    assert {hook["language"] for hook in hooks()} == {"system"}


def test_a_style_error_stops_a_commit(tmp_path: Path) -> None:
    """Runs the style hook in a separate repository."""
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    (tmp_path / CONFIG.name).write_text(CONFIG.read_text(encoding="utf-8"))
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    run = [sys.executable, "-m", "pre_commit", "run", "ruff-check", "--all-files"]
    for text, code in (("import os\n", 1), ("print(1)\n", 0)):
        (tmp_path / "slip.py").write_text(text)
        subprocess.run([*git, "add", "slip.py", CONFIG.name], check=True)
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr

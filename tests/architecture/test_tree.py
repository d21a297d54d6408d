"""The tree has no machine-specific paths, large files or leftovers."""

import re
import tomllib
from collections import Counter

import pytest

import gaslamp
from tests.architecture.tree import ROOT, files

# Split, so that this file does not match itself. Project folders may have these names below another folder.
ELSEWHERE = re.compile(r"\.\./" + "shared" + r"|(?<![\w.])/(" + "work|root|opt|home" + ")/")
WEB = ROOT / "src" / "gaslamp" / "web"
LONGEST = 300  # maximum lines of a script, style sheet or template
FULL = 15  # maximum files in a folder
UNFINISHED = re.compile(r"\b(" + "TO" + "DO|FIX" + r"ME)\b")


def found(pattern: re.Pattern[str]) -> list[str]:
    lines = []
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                lines.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return lines


def test_no_file_names_a_path_outside_the_project() -> None:
    assert found(ELSEWHERE) == []


def test_there_are_no_todo_comments() -> None:
    assert found(UNFINISHED) == []


def test_the_lock_names_the_public_index_alone() -> None:
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text()))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_the_version_is_the_same_in_both_places() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == gaslamp.__version__


@pytest.mark.parametrize("kind", ["js", "css", "html"])
def test_browser_files_and_folders_are_small(kind: str) -> None:
    paths = [
        path for path in files() if path.suffix == f".{kind}" and (ROOT / "src" / "gaslamp" / "web") in path.parents
    ]
    assert paths
    assert [path.name for path in paths if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST] == []
    folders = Counter(path.parent for path in paths)
    assert [folder.name for folder, number in folders.items() if number > FULL] == []

"""A clone must work on any machine: no file may lean on the one it was written on."""

import re
import tomllib

import gaslamp
from tests.architecture.tree import ROOT, files

# Spelt in pieces, or this file would find itself. A folder of the project may have such a name, below another.
ELSEWHERE = re.compile(r"\.\./" + "shared" + r"|(?<![\w.])/(" + "work|root|opt|home" + ")/")
UNFINISHED = re.compile(r"\b(" + "TO" + "DO|FIX" + r"ME)\b")


def found(pattern: re.Pattern[str]) -> list[str]:
    lines = []
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                lines.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return lines


def test_no_file_names_a_place_outside_the_project() -> None:
    assert found(ELSEWHERE) == []


def test_nothing_is_left_to_do() -> None:
    assert found(UNFINISHED) == []


def test_the_lock_names_the_public_index_alone() -> None:
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text()))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_the_version_is_the_same_in_both_places() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == gaslamp.__version__

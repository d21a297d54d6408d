"""Links in the docs lead to files, and named files and methods exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

HOUSE = ROOT / "src" / "gaslamp"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`([\w./-]+\.(?:py|pxd|po|md|toml|svg|js|css|html)|(?:[\w-]+/)+)`")
TITLES = ("pocket", "mr_jack", "whitehall")
HOMES = (
    ROOT,
    ROOT / "src",
    HOUSE,
    *(HOUSE / "titles" / title / room for title in TITLES for room in ("", "rules", "ui")),
    HOUSE / "core",
    HOUSE / "ui",
    HOUSE / "terminal",
    HOUSE / "web" / "static",
)
SCRIPT_CLASS = re.compile(r"^export class (\w+) {$(.*?)^}$", re.MULTILINE | re.DOTALL)
SCRIPT_METHOD = re.compile(r"^  (?:async |get )?(\w+)\(", re.MULTILINE)
METHOD = re.compile(r"`([A-Z][a-z]\w+)\.(\w+)(?:\([^`]*\))?`")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def members() -> dict[str, set[str]]:
    """Return the attributes of every class by name."""
    found: dict[str, set[str]] = {}
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                inside = found.setdefault(node.name, set())
                inside |= {part.name for part in node.body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))}
                inside |= {ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)}
    for path in (HOUSE / "web" / "static" / "js").rglob("*.js"):
        for name, body in SCRIPT_CLASS.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).update(SCRIPT_METHOD.findall(body))
    return found


@every_page
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_every_file_it_names_exists(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not any((home / name).exists() for home in HOMES)] == []


@pytest.mark.long
@every_page
def test_every_method_it_names_exists(page: Path) -> None:
    named = METHOD.findall(page.read_text(encoding="utf-8"))
    assert [f"{owner}.{name}" for owner, name in named if name not in members().get(owner, ())] == []

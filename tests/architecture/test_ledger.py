"""Every rule in docs/rules names its tests, and every marked test names its rules."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

TESTS = ROOT / "tests"
PAGES = sorted(path for path in (ROOT / "docs" / "rules").glob("*.md") if path.name != "README.md")
ENTRY = re.compile(r"^- \*\*(?P<id>[A-Z]+-\d+[a-z]?)\*\* (?P<words>.+)$", re.MULTILINE)
PROOF = re.compile(r"\*Lives in\* (?P<files>[^*]+)\. \*Proved by\* (?P<tests>[^*]+)\.$")


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def entries(page: Path) -> dict[str, str]:
    """Return the text of every rule of a page by its id."""
    found = ENTRY.findall(page.read_text(encoding="utf-8"))
    assert len(dict(found)) == len(found), "an id stands twice"
    return dict(found)


@cache
def marked() -> dict[str, set[str]]:
    """Return the rule ids of every test, by test name."""
    claims: dict[str, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                claims.setdefault(node.name, set()).update(ids(node))
    return claims


def ids(test: ast.FunctionDef) -> set[str]:
    return {
        argument.value
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).split(".")[-1] == "rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_is_proved_by_the_tests_it_names(page: Path) -> None:
    claims = marked()
    wrong = []
    for rule, words in entries(page).items():
        proof = PROOF.search(words)
        tests = quoted(proof["tests"]) if proof else []
        if not tests:
            wrong.append(f"{rule} names no test")
        wrong += [f"{rule} names {test}, which does not exist" for test in tests if test not in claims]
        wrong += [
            f"{rule} names {test}, which does not name it" for test in tests if rule not in claims.get(test, {rule})
        ]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_lives_where_it_says(page: Path) -> None:
    home = ROOT / "src" / "gaslamp" / "titles" / page.stem
    wrong = []
    for rule, words in entries(page).items():
        proof = PROOF.search(words)
        places = quoted(proof["files"]) if proof else []
        wrong += [f"{rule} lives in {place}, which does not exist" for place in places if not (home / place).exists()]
        if not places:
            wrong.append(f"{rule} lives nowhere")
    assert wrong == []


def test_no_test_proves_a_rule_that_is_in_no_ledger() -> None:
    known = {rule for page in PAGES for rule in entries(page)}
    assert {f"{test}: {rule}" for test, rules in marked().items() for rule in rules - known} == set()


def test_every_title_has_its_ledger() -> None:
    titles = {path.parent.name for path in (ROOT / "src" / "gaslamp" / "titles").glob("*/__init__.py")}
    assert {page.stem for page in PAGES} == titles
    assert all(entries(page) for page in PAGES)

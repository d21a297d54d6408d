"""The server uses LiveGame only through its own methods and never writes its attributes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaslamp.service.games.live_game import LiveGame
from tests.architecture.tree import ROOT

SOURCES = ROOT / "src" / "gaslamp"
SERVER = SOURCES / "server"

# Internal parts of a game. `game` (the rules) may be passed on, but not accessed through a live game.
INSIDE = {"saved", "status", "game", "agreements", "nonces"}


def is_live(node: ast.expr) -> bool:
    """Return True if an expression is named like a live game: `live`, `self._live`, `found.live`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in {"live", "_live"}
        case _:
            return False


def chains(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield accesses through a live game to its parts or private attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(value=base, attr=part), attr=inner) if is_live(base):
                if part in INSIDE:
                    yield node.lineno, f"live.{part}.{inner}"
            case ast.Attribute(value=base, attr=private) if is_live(base) and private.startswith("_"):
                yield node.lineno, f"live.{private}"


def writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield assignments to attributes of a live game or its parts."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=base, attr=field, ctx=ast.Store() | ast.Del()):
                part = base.value if isinstance(base, ast.Attribute) else base
                if is_live(base) or is_live(part):
                    yield node.lineno, f"live ... {field} ="


def found(folder: Path, offence: object) -> list[str]:
    assert callable(offence)
    return [
        f"{path.relative_to(SOURCES)}:{line}: {what}"
        for path in sorted(folder.rglob("*.py"))
        for line, what in offence(ast.parse(path.read_text(encoding="utf-8")))
    ]


def test_the_server_uses_no_parts_of_a_live_game() -> None:
    assert found(SERVER, chains) == []


@pytest.mark.long
def test_no_code_writes_to_a_live_game() -> None:
    assert found(SOURCES, writes) == []


@pytest.mark.parametrize("line", ["live.saved.id", "self._live.status.offer", "found.live.game.seats", "live._table"])
def test_planted_access_to_parts_is_found(line: str) -> None:
    assert list(chains(ast.parse(line)))


@pytest.mark.parametrize("line", ["live.rematch = id", "self._live.beside += 1", "live.attendance.attended = tell"])
def test_a_planted_write_is_found(line: str) -> None:
    assert list(writes(ast.parse(line)))


def test_all_requests_go_through_submit() -> None:
    done = {"play", "undo", "resign", "abort", "offer", "answer", "resume", "take_back", "take_seat", "flag"}
    assert done.isdisjoint(dir(LiveGame))
    assert "submit" in dir(LiveGame)

"""A live game is asked through its own face: the server reaches through no part of it, nobody writes into it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaslamp.live.game.live_game import LiveGame
from tests.architecture.tree import ROOT

SOURCES = ROOT / "src" / "gaslamp"
SERVER = SOURCES / "server"

# What belongs to the inside of a game; the rules that are played are a value, to be handed on and not reached through.
INSIDE = {"saved", "status", "game", "agreements", "nonces"}


def is_live(node: ast.expr) -> bool:
    """Tell whether an expression is a live game by its name: `live`, `self._live`, `found.live`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in {"live", "_live"}
        case _:
            return False


def chains(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Give whatever reaches through a live game into one of its parts, or into what is private to it."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(value=base, attr=part), attr=inner) if is_live(base):
                if part in INSIDE:
                    yield node.lineno, f"live.{part}.{inner}"
            case ast.Attribute(value=base, attr=private) if is_live(base) and private.startswith("_"):
                yield node.lineno, f"live.{private}"


def writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Give whatever writes a field of a live game, or of one of its parts."""
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


def test_the_server_reaches_through_no_live_game() -> None:
    assert found(SERVER, chains) == []


@pytest.mark.long
def test_nobody_writes_into_a_live_game() -> None:
    assert found(SOURCES, writes) == []


@pytest.mark.parametrize("line", ["live.saved.id", "self._live.status.offer", "found.live.game.seats", "live._table"])
def test_what_reaches_through_is_found(line: str) -> None:
    assert list(chains(ast.parse(line)))


@pytest.mark.parametrize("line", ["live.rematch = id", "self._live.beside += 1", "live.attendance.attended = tell"])
def test_what_writes_is_found(line: str) -> None:
    assert list(writes(ast.parse(line)))


def test_a_live_game_has_one_door_for_whatever_is_done_to_it() -> None:
    done = {"play", "undo", "resign", "abort", "offer", "answer", "resume", "take_back", "take_seat", "flag"}
    assert done.isdisjoint(dir(LiveGame))
    assert "submit" in dir(LiveGame)

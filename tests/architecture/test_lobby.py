"""Pages, sockets and API use the lobby service for games and members."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

SERVER = ROOT / "src" / "gaslamp" / "server"
DOORS = ("api", "http", "wire")

# Functions that only the lobby may call.
ITS_OWN = {
    ("people", "members"), ("people", "join"), ("people", "watch"), ("people", "rename"), ("people", "add"),
    ("live_games", "open"), ("live_games", "create"), ("live_games", "rematch"), ("live_games", "check_room"),
    ("open_games", "close"), ("open_games", "is_open"), ("chat", "say"), ("chat", "open"),
}  # fmt: skip


def asked(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(attr=whom) | ast.Name(id=whom), attr=what):
                if (whom.lstrip("_"), what) in ITS_OWN:
                    yield f"{whom}.{what}"


@pytest.mark.parametrize("door", DOORS)
def test_pages_sockets_and_api_use_the_lobby(door: str) -> None:
    found = {
        f"{path.relative_to(SERVER)}: {question}"
        for path in (SERVER / door).rglob("*.py")
        for question in asked(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == set()


def test_a_planted_bypass_is_found() -> None:
    text = Path(SERVER.parent / "service" / "lobby" / "lobby.py").read_text(encoding="utf-8")
    assert set(asked(ast.parse(text))) >= {"_people.members", "_live_games.open", "_chat.say"}

"""Golden games of a title: whole records, and for some the news of each viewer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from gaslamp import titles
from gaslamp.core.game import Game, News, Viewer, redact
from gaslamp.core.records import record
from gaslamp.core.records.record import Record

REGOLD = os.environ.get("GASLAMP_REGOLD") == "1"  # rewrite the stored files; review the changes


class Stored:
    """The stored files of one title."""

    def __init__(self, title: str) -> None:
        self.folder = Path(__file__).parent / title
        self.names = sorted(path.stem for path in self.folder.glob("*.record"))

    def text(self, name: str) -> str:
        return (self.folder / f"{name}.record").read_bytes().decode("utf-8")

    def record(self, name: str) -> Record:
        return record.read(self.text(name))

    def records(self) -> list[Record]:
        return [self.record(name) for name in self.names]

    def game(self, name: str) -> Game[Any, Any]:
        played = self.record(name)
        return titles.game(played.title, played.options)

    def steps(self, name: str) -> list[tuple[int, Any]]:
        """Every action of a game with the position after it."""
        return list(record.replay(self.game(name), self.record(name)))

    def told(self, name: str, viewer: Viewer) -> list[tuple[int, tuple[News, ...]]]:
        """A viewer's news of each action; actions are counted from 1."""
        game = self.game(name)
        before = game.start()
        news = []
        for number, (action, after) in enumerate(self.steps(name), 1):
            news.append((number, redact(game.events(before, action, after), viewer)))
            before = after
        return news

    def news(self, name: str, viewer: Viewer) -> list[News]:
        """All news of a viewer."""
        return [piece for _, pieces in self.told(name, viewer) for piece in pieces]


def assert_golden(path: Path, lines: list[str]) -> None:
    """Compare byte for byte with the stored file."""
    if REGOLD:
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    assert "".join(lines) == path.read_bytes().decode("utf-8")


def line(news: News) -> str:
    """Format a news item as in the stored files."""
    details = (
        f"{key}={','.join(value) or '-' if isinstance(value, tuple) else value}" for key, value in news.details.items()
    )
    return " ".join([news.kind, *details])

"""What is stored beside golden records, for every title: the news that each viewer gets, compared byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gaslamp.core.game import Game, News, Viewer, redact

REGOLD = os.environ.get("GASLAMP_REGOLD") == "1"  # write what is stored anew, to be read before it is kept


def assert_golden(path: Path, lines: list[str]) -> None:
    """Compare byte for byte with what was stored."""
    if REGOLD:
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    assert "".join(lines) == path.read_bytes().decode("utf-8")


def news_of(
    game: Game[Any, Any], steps: Iterable[tuple[int, Any]], viewer: Viewer
) -> list[tuple[int, tuple[News, ...]]]:
    """Give what a viewer learns of each action of a game; actions are counted from 1."""
    before = game.start()
    news = []
    for number, (action, after) in enumerate(steps, 1):
        news.append((number, redact(game.events(before, action, after), viewer)))
        before = after
    return news


def line(news: News) -> str:
    """Write a piece of news as it is stored."""
    details = (
        f"{key}={','.join(value) or '-' if isinstance(value, tuple) else value}" for key, value in news.details.items()
    )
    return " ".join([news.kind, *details])

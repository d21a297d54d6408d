"""What a computer opponent is given, and what it must do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from gaslamp.core.game import News, Seat


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a seat may know when it is to move; never a position."""

    title: str
    options: Mapping[str, str]
    seat: Seat
    view: Any  # the title's view
    legal: tuple[str, ...]
    news: tuple[News, ...]


class Bot(Protocol):
    """An opponent. It keeps nothing between two questions: the news tell the whole story each time."""

    def choose(self, situation: Situation, rng: Random) -> str:
        """Give one of the legal notations."""

"""What was agreed before a game, and how chance draws in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Seal
from gaslamp.game.clock import Timing


class Chance(Protocol):
    def draw(self, number: int, weights: Sequence[int], /) -> int:
        """Return the index of draw *number* (from 0), by weight."""


class RandomDraws:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def draw(self, _number: int, weights: Sequence[int]) -> int:
        return self._rng.choices(range(len(weights)), weights)[0]


@dataclass(frozen=True, slots=True)
class Setup:
    game: Game[Any, Any]
    chance: Chance | None = None  # None while the nonce of a seat is awaited; a Seal also commits each entry
    bots: Mapping[Seat, str] = field(default_factory=dict)  # seat -> level
    timing: Timing | None = None
    hints: bool = False  # whether hints may be given
    prefix: tuple[str, ...] = ()  # actions that a practice game continues from
    created: int = 0  # milliseconds since 1970

    @property
    def seal(self) -> Seal | None:
        return self.chance if isinstance(self.chance, Seal) else None

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.seats if seat not in self.bots)

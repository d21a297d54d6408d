"""Where a beginner thinks that Jack may be and may have been: what everybody can conclude, a sample of it counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.belief.suspicion import Manner, Suspicion
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES

MANNERS: Final = (Manner("strolling", 1.0, stray=0.25),)
_CROWD: Final = 512


class Inkling:
    """What follows from a suspicion."""

    def __init__(self, suspicion: Suspicion, dice: Dice, track: int) -> None:
        self._suspicion = suspicion
        self._dice = dice
        self._track = track

    @cached_property
    def now(self) -> Mapping[int, float]:
        """The chance of each circle where Jack may be."""
        return self._suspicion.now()

    @cached_property
    def been(self) -> Mapping[int, float]:
        """The chance of each circle that it is in his row."""
        jacks = self._jacks
        return (
            {circle: jacks.having(circle) / jacks.size for circle in board.current().town.circles} if jacks.size else {}
        )

    @cached_property
    def _jacks(self) -> Crowd:
        return self._suspicion.crowd(_CROWD, self._dice)

    def after(self, kind: str, figures: frozenset[str]) -> dict[int, float]:
        """Where Jack will be after one more turn."""
        number = board.current().number
        ahead = self._copy(self._jacks)
        word = sum(number[name] << 8 * k for k, name in enumerate(sorted(figures)))
        ahead.step(KINDS[kind], word, self._suspicion.pull(SPACES - self._track - 1), self._dice)
        return _counted(ahead)

    def ahead(self, turns: int) -> list[Mapping[int, float]]:
        """Where Jack is now, where he will be a turn later, and so on, if nobody stands in his way."""
        found, jacks = [self.now], self._copy(self._jacks)
        for turn in range(1, turns + 1):
            jacks.step(0, 0, self._suspicion.pull(SPACES - self._track - turn), self._dice)
            found.append(_counted(jacks))
        return found

    @staticmethod
    def _copy(jacks: Crowd) -> Crowd:
        new = Crowd(_CROWD)
        new.become(jacks)
        return new


def _counted(jacks: Crowd) -> dict[int, float]:
    jacks.count()
    return {circle: jacks.at(circle) / jacks.size for circle in board.current().town.circles if jacks.at(circle)}

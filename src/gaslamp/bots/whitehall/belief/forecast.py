"""Forecast of Jack's circle for the beginner's level, from a small sample of the posterior."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES

PLAYER_TYPES: Final = (PlayerType("strolling", 1.0, stray=0.25),)
_PARTICLES: Final = 512  # sample size


class Forecast:
    def __init__(self, posterior: Posterior, dice: Dice, track: int) -> None:
        self._posterior = posterior
        self._dice = dice
        self._track = track

    @cached_property
    def now(self) -> Mapping[int, float]:
        return self._posterior.now()

    @cached_property
    def been(self) -> Mapping[int, float]:
        """The probability by circle that it is in this round's path."""
        jacks = self._jacks
        return (
            {circle: jacks.having(circle) / jacks.size for circle in board.current().town.circles} if jacks.size else {}
        )

    @cached_property
    def _jacks(self) -> Particles:
        return self._posterior.sample(_PARTICLES, self._dice)

    def after(self, kind: str, figures: frozenset[str]) -> dict[int, float]:
        """Return the probability of each circle after one more move of this kind past *figures*."""
        number = board.current().number
        ahead = self._copy(self._jacks)
        word = sum(number[name] << 8 * k for k, name in enumerate(sorted(figures)))
        ahead.step(KINDS[kind], word, self._posterior.pull(SPACES - self._track - 1), self._dice)
        return _counted(ahead)

    def ahead(self, turns: int) -> list[Mapping[int, float]]:
        """Return the probability of each circle now and after each of the next *turns*, ignoring the figures."""
        forecasts, jacks = [self.now], self._copy(self._jacks)
        for turn in range(1, turns + 1):
            jacks.step(0, 0, self._posterior.pull(SPACES - self._track - turn), self._dice)
            forecasts.append(_counted(jacks))
        return forecasts

    @staticmethod
    def _copy(jacks: Particles) -> Particles:
        new = Particles(_PARTICLES)
        new.become(jacks)
        return new


def _counted(jacks: Particles) -> dict[int, float]:
    jacks.count()
    return {circle: jacks.at(circle) / jacks.size for circle in board.current().town.circles if jacks.at(circle)}

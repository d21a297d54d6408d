"""The draws of one game, the same whoever plays it: as far as the players lead to the same draws."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gaslamp.core.game import Game


class Deal:
    """Dice for each kind of draw: a card more or less for one player does not change what the others are dealt."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game = game
        self._seed = seed
        self._dice: dict[str, Random] = {}

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        """Draw one of the actions of chance. Their kind is the first word of their notation."""
        kind, _, _ = self._game.actions.format(actions[0]).partition(" ")
        dice = self._dice.setdefault(kind, Random(f"{self._seed} {kind}"))
        return dice.choices(actions, weights)[0]

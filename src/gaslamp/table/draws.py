"""What chance does at a table: it draws until a seat is to move, by the seal of the game or by a generator."""

from __future__ import annotations

from random import Random
from typing import Any

from gaslamp.core.game import CHANCE, Game
from gaslamp.core.records.fairness import Seal


class Draws:
    """Draws for one game; with a seal each draw follows from how many there were before."""

    def __init__(self, game: Game[Any, Any], seal: Seal | None, rng: Random) -> None:
        self._game = game
        self._seal = seal
        self._rng = rng
        self.made = 0  # so many of the actions that took effect were drawn

    def after(self, position: Any) -> list[int]:
        """Draw until a seat is to move or the game is over; nothing takes effect."""
        drawn: list[int] = []
        while self._game.to_move(position) == CHANCE:
            drawn.append(self._draw(position, len(drawn)))
            position = advanced(position, drawn[-1])
        return drawn

    def _draw(self, position: Any, since: int) -> int:
        """Draw an action; so many draws were made since those that took effect."""
        actions: list[int] = position.legal()
        weights = self._game.weights(position)
        if self._seal is None:
            return self._rng.choices(actions, weights)[0]
        return actions[self._seal.draw(self.made + since, weights)]


def advanced(position: Any, action: int) -> Any:
    """The position after an action; the one before stays as it is."""
    after = position.copy()
    after.advance(action)
    return after

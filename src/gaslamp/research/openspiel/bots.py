"""Our opponents as bots of OpenSpiel."""

from __future__ import annotations

from typing import Any

import pyspiel

from gaslamp.bots import Limit
from gaslamp.research.openspiel.games import GaslampState
from gaslamp.research.opponents import Opponent


class LevelBot(pyspiel.Bot):  # type: ignore[misc] # it has no types
    """A level of ours as a player of one of our games: `LevelBot("inspector", player=1)`.

    It is handed the whole state, as any bot of OpenSpiel is, and looks at what its seat was told and nothing else.
    """

    def __init__(self, level: str, player: int, seed: int = 0, limit: Limit | None = None) -> None:
        super().__init__()
        self._level, self._player, self._seed, self._limit = level, player, seed, limit
        self._opponent = Opponent(level, seed, limit)

    def player_id(self) -> int:
        """The number of its seat."""
        return self._player

    def step(self, state: GaslampState) -> int:
        """Choose."""
        return self._opponent.choose(state.play, state.play.game.seats[self._player])

    def restart(self) -> None:
        """Begin a new game as the first one."""
        self._opponent = Opponent(self._level, self._seed, self._limit)

    def restart_at(self, state: Any) -> None:
        """Go on from any state: what it needs to know is in there."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """It is told by the state."""

    def provides_force_action(self) -> bool:
        """It plays on from wherever the game has gone."""
        return True

    def force_action(self, state: Any, action: int) -> None:
        """It has no plan that this could spoil."""

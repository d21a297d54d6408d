"""Our opponents as policies of an environment: from an observation to an action."""

from __future__ import annotations

from typing import Any

from gaslamp.bots import Limit
from gaslamp.research.opponents import Opponent
from gaslamp.research.pettingzoo.environment import GaslampEnv


class LevelPolicy:
    """A level of ours for one environment: `LevelPolicy(env, "inspector")`. It plays for whoever is to move.

    The numbers of an observation do not say all that a seat was told, so it looks at that seat's view and news, and at
    nothing else of the environment.
    """

    def __init__(self, env: Any, level: str, seed: int = 0, limit: Limit | None = None) -> None:
        raw = getattr(env, "unwrapped", None)
        if not isinstance(raw, GaslampEnv):
            raise TypeError("these opponents play in environments of Gaslamp")
        self._env = raw
        self._opponent = Opponent(level, seed, limit)

    def __call__(self, observation: Any = None) -> int:
        """Choose for the seat to move, whose observation it is."""
        return self._opponent.choose(self._env.play, self._env.agent_selection)

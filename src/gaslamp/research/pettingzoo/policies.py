"""Bot levels as policies for a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from gaslamp.bots import Limit
from gaslamp.research.opponents import Opponent
from gaslamp.research.pettingzoo.environment import GaslampEnv


class LevelPolicy:
    """A bot level for one environment: `LevelPolicy(env, "inspector")`. It plays for the agent to move.

    Observations do not contain all news, so the view and news of that seat are read from the environment, and nothing
    else. Raises TypeError for an environment that is not Gaslamp's.
    """

    def __init__(self, env: Any, level: str, seed: int = 0, limit: Limit | None = None) -> None:
        raw = getattr(env, "unwrapped", None)
        if not isinstance(raw, GaslampEnv):
            raise TypeError("these opponents play in environments of Gaslamp")
        self._env = raw
        self._opponent = Opponent(level, seed, limit)

    def __call__(self, observation: Any = None) -> int:
        return self._opponent.choose(self._env.episode, self._env.agent_selection)

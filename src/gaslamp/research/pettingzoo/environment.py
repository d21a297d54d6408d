"""PettingZoo environment of a game, and bot levels as policies for it.

The agents are the seats. Chance is drawn from the environment's seed.

>>> from gaslamp.research.pettingzoo import pocket_v0
>>> env = pocket_v0.env()
>>> env.reset(seed=1888)
>>> env.agent_selection
'detectives'
>>> env.step(LevelPolicy(env, "passer_by")())  # takes a token
>>> env.step(LevelPolicy(env, "passer_by")())  # and uses it
>>> env.agent_selection
'jack'
"""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from secrets import randbits
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from gaslamp import titles
from gaslamp.bots import Limit
from gaslamp.core.dice import Dice
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Seat, Viewer
from gaslamp.research import rendering
from gaslamp.research.encodings import encoding_of
from gaslamp.research.episode import Episode
from gaslamp.research.observations import ObservationEncoder
from gaslamp.research.opponents import Opponent

MODES: Final = ("human", "ansi", "svg", "rgb_array")


class GaslampEnv(AECEnv[Seat, Any, Any], EzPickle):  # type: ignore[misc] # EzPickle has no types
    """A game of one title; *options* are its options, *viewer* selects the view that is rendered.

    *max_cycles* truncates a game after that number of actions. An illegal action raises IllegalAction, or loses the
    game with *forfeits*. No PettingZoo wrappers are needed: their checks are made here, much faster.
    """

    title: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        render_mode: str | None = None,
        viewer: Viewer = SPECTATOR,
        max_cycles: int | None = None,
        *,
        forfeits: bool = False,
        **options: str,
    ) -> None:
        super().__init__()
        EzPickle.__init__(self, render_mode, viewer, max_cycles, forfeits=forfeits, **options)
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode is one of {', '.join(MODES)}")
        self.game = titles.game(self.title, options)
        self.render_mode = render_mode
        self.viewer = viewer
        self.max_cycles = max_cycles
        self._forfeits = forfeits
        self._cycles = 0
        encoding = encoding_of(self.title)
        assert encoding is not None, "an environment needs an encoding"
        self._encoder = ObservationEncoder(self.game, encoding, public=True, own=True, everyone=False, recall=False)
        self._dice = Dice(randbits(64))
        self.possible_agents = list(self.game.seats)
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.episode = Episode(self.game)

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """Return the space of all actions of the title; chance actions are part of it but never legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. *seed* fixes all draws."""
        if seed is not None:
            self._dice = Dice(seed)
        self.episode = Episode(self.game)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Apply an action of the seat to move, and the chance draws after it. Raises IllegalAction."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = action in self.episode.position.legal()
        if not legal and not self._forfeits:
            raise IllegalAction("error.illegal")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if legal:
            self._advance(int(action))
        else:
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Seat) -> dict[str, Any]:
        """Return the observation and the action mask, which is all zeros unless the seat is to move."""
        mask = np.zeros(len(self.game.actions), np.int8)
        if agent == self.game.to_move(self.episode.position):
            mask[self.episode.position.legal()] = 1
        return {"observation": self._encoder.numbers(self.episode, agent), "action_mask": mask}

    def render(self) -> Any:
        """Render the board: text (`ansi`), `svg`, pixels (`rgb_array`), or printed (`human`)."""
        drawn = {"ansi": rendering.characters, "svg": rendering.svg, "rgb_array": rendering.pixels}
        if self.render_mode == "human":
            print(rendering.characters(self.episode, self.viewer))
        return drawn[self.render_mode](self.episode, self.viewer) if self.render_mode in drawn else None

    def close(self) -> None: ...

    def _space(self) -> spaces.Space[Any]:
        observation = spaces.Box(0, 1, self._encoder.tensor.shape, np.int8)
        mask = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        return spaces.Dict({"observation": observation, "action_mask": mask})

    def _advance(self, action: int) -> None:
        self.episode.advance(action)
        self._cycles += 1
        self._go_on()
        if self._cycles == self.max_cycles and not self.terminations[self.agent_selection]:
            self.truncations = dict.fromkeys(self.agents, True)

    def _go_on(self) -> None:
        while (mover := self.game.to_move(self.episode.position)) == CHANCE:
            self.episode.advance(self._drawn())
        if mover is not None:
            self.agent_selection = mover
            return
        self.rewards = dict(zip(self.possible_agents, self.episode.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def _drawn(self) -> int:
        position = self.episode.position
        sums = list(accumulate(self.game.weights(position)))
        legal: list[int] = position.legal()
        return legal[bisect(sums, self._dice.below(sums[-1]))]


class LevelPolicy:
    """A bot level for one environment: `LevelPolicy(env, "superintendent")`. It plays for the agent to move.

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

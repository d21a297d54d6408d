"""One game as an environment of PettingZoo: agents are seats, chance is drawn by the environment from its seed."""

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
from gaslamp.core.dice import Dice
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Seat, Viewer
from gaslamp.research import pictures
from gaslamp.research.encodings import encoding_of
from gaslamp.research.observing import Observing
from gaslamp.research.play import Play

MODES: Final = ("human", "ansi", "svg", "rgb_array")


class GaslampEnv(AECEnv[Seat, Any, Any], EzPickle):  # type: ignore[misc] # EzPickle has no types
    """A game from its deal to its end. Options of the title are arguments; a picture is what `viewer` may see.

    With `max_cycles` a game is cut off after so many actions. What is illegal is refused, or with `forfeits` loses the
    game for who did it. There are no wrappers around it: what they would guard is guarded here, in far less time.
    """

    title: ClassVar[str]
    metadata: dict[str, Any]

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
        self._observing = Observing(self.game, encoding, public=True, own=True, everyone=False, recall=False)
        self._dice = Dice(randbits(64))
        self.possible_agents = list(self.game.seats)
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.play = Play(self.game)

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """The space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """The space of a seat's actions: all actions of the title, those of chance among them, never legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, always the same draws."""
        if seed is not None:
            self._dice = Dice(seed)
        self.play = Play(self.game)
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
        """Carry out an action of the seat to move, and the draws that follow it."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = action in self.play.position.legal()
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
        """What a seat sees, and a mask of what it may do: all zeros for who is not to move."""
        mask = np.zeros(len(self.game.actions), np.int8)
        if agent == self.game.to_move(self.play.position):
            mask[self.play.position.legal()] = 1
        return {"observation": self._observing.numbers(self.play, agent), "action_mask": mask}

    def render(self) -> Any:
        """Draw the board: as text (`ansi`), a drawing (`svg`), pixels (`rgb_array`), or on the terminal (`human`)."""
        drawn = {"ansi": pictures.characters, "svg": pictures.svg, "rgb_array": pictures.pixels}
        if self.render_mode == "human":
            print(pictures.characters(self.play, self.viewer))
        return drawn[self.render_mode](self.play, self.viewer) if self.render_mode in drawn else None

    def close(self) -> None:
        """Nothing is open."""

    def _space(self) -> spaces.Space[Any]:
        seen = spaces.Box(0, 1, self._observing.tensor.shape, np.int8)
        mask = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def _advance(self, action: int) -> None:
        self.play.advance(action)
        self._cycles += 1
        self._go_on()
        if self._cycles == self.max_cycles and not self.terminations[self.agent_selection]:
            self.truncations = dict.fromkeys(self.agents, True)

    def _go_on(self) -> None:
        """Let chance draw while it is to move; then somebody is, or the game is over."""
        while (mover := self.game.to_move(self.play.position)) == CHANCE:
            self.play.advance(self._drawn())
        if mover is not None:
            self.agent_selection = mover
            return
        self.rewards = dict(zip(self.possible_agents, self.play.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def _drawn(self) -> int:
        """Let the dice choose among what chance may do, by its weights: as in a batch."""
        position = self.play.position
        sums = list(accumulate(self.game.weights(position)))
        legal: list[int] = position.legal()
        return legal[bisect(sums, self._dice.below(sums[-1]))]

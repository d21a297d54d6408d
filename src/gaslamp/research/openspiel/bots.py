"""Gaslamp's levels as OpenSpiel bots, and OpenSpiel's bots as arena players.

For the arena, name a module with `BOT = OpenSpielBot(make)` in `--against`.

>>> from gaslamp.research.openspiel.games import load_game
>>> state = load_game("python_gaslamp_whitehall").new_initial_state()
>>> LevelBot("passer_by", player=0, seed=1).step(state) in state.legal_actions()
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from gaslamp import titles
from gaslamp.bots import Limit
from gaslamp.bots.bot import Answer, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.research.episode import Episode
from gaslamp.research.openspiel.games import PREFIX, GaslampState, state_of
from gaslamp.research.opponents import Opponent


class LevelBot(pyspiel.Bot):  # type: ignore[misc] # it has no types
    """A bot level as a player of an OpenSpiel game: `LevelBot("superintendent", player=1)`.

    OpenSpiel passes the whole state; only the view and news of the player's seat are used.
    """

    def __init__(self, level: str, player: int, seed: int = 0, limit: Limit | None = None) -> None:
        super().__init__()
        self._level, self._player, self._seed, self._limit = level, player, seed, limit
        self._opponent = Opponent(level, seed, limit)

    def player_id(self) -> int:
        return self._player

    def step(self, state: GaslampState) -> int:
        return self._opponent.choose(state.episode, state.episode.game.seats[self._player])

    def restart(self) -> None:
        self._opponent = Opponent(self._level, self._seed, self._limit)

    def restart_at(self, state: Any) -> None:
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing: the state contains all actions."""

    def provides_force_action(self) -> bool:
        return True

    def force_action(self, state: Any, action: int) -> None:
        """Do nothing: no plan is kept between actions."""


class OpenSpielBot:
    """An OpenSpiel bot as an arena player, created for each question by `make(game, player, seed)`.

    The arena passes no state, so one is built from a world of the exact belief, sampled with the question's seed. The
    bot may search, clone and resample it.
    """

    def __init__(self, make: Callable[[Any, int, int], Any]) -> None:
        self._make = make

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        game = pyspiel.load_game(PREFIX + situation.title, parameters(situation.title, situation.options))
        belief = game.rules.belief(situation.seat)
        for piece in situation.news:
            belief.observe(piece)
        worlds = belief.worlds()
        world = rng.choices(list(worlds), list(worlds.values()))[0]
        state = state_of(game, Episode.from_world(game.rules, situation.view, situation.news, world))
        bot = self._make(game, game.rules.seats.index(situation.seat), rng.getrandbits(31))
        return Answer(game.rules.actions.format(bot.step(state)))


def parameters(title: str, options: Any) -> dict[str, str | int]:
    """Convert options to OpenSpiel parameters, numbers as int."""
    specified = {option.id: option for option in titles.meta(title).options}
    return {
        name: int(value) if all(choice.isdigit() for choice in specified[name].choices) else value
        for name, value in options.items()
    }

"""Any bot of OpenSpiel as a player of the arena: a module with `BOT = Guest(make)` is named in `--against`.

The arena tells a player what its seat was told, and no state. So the bot is handed one that was imagined: a world of
the exact belief, drawn by the seed of the question. It may search it, clone it, and resample it as often as it likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from gaslamp import titles
from gaslamp.bots.bot import Answer, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.research.openspiel.games import PREFIX, state_of
from gaslamp.research.play import Play


class Guest:
    """A bot of OpenSpiel, made anew for each question: `make(game, player, seed)`."""

    def __init__(self, make: Callable[[Any, int, int], Any]) -> None:
        self._make = make

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        """Choose."""
        asked, rng = question.situation, question.rng
        game = pyspiel.load_game(PREFIX + asked.title, parameters(asked.title, asked.options))
        belief = game.rules.belief(asked.seat)
        for piece in asked.news:
            belief.observe(piece)
        worlds = belief.worlds()
        world = rng.choices(list(worlds), list(worlds.values()))[0]
        state = state_of(game, Play.imagine(game.rules, asked.view, asked.news, world))
        bot = self._make(game, game.rules.seats.index(asked.seat), rng.getrandbits(31))
        return Answer(game.rules.actions.format(bot.step(state)))


def parameters(title: str, options: Any) -> dict[str, str | int]:
    """Options as parameters of OpenSpiel, which writes numbers as numbers."""
    specified = {option.id: option for option in titles.meta(title).options}
    return {
        name: int(value) if all(choice.isdigit() for choice in specified[name].choices) else value
        for name, value in options.items()
    }

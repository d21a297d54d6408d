"""The constable of Whitehall Mystery: the beginner's level, with simple heuristics."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.forecast import PLAYER_TYPES, Forecast
from gaslamp.bots.whitehall.belief.posterior import Posterior, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.beginner import Hunt
from gaslamp.bots.whitehall.jack import beginner as jack
from gaslamp.core.dice import Dice
from gaslamp.core.messages import message


class Constable:
    """Plays either side. Ignores the search limit."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        posterior = learnt(Posterior, PLAYER_TYPES, situation, cache)
        forecast = Forecast(posterior, Dice(rng.getrandbits(64)), situation.view.track)
        if situation.seat == "jack":
            return jack.choose(situation, forecast, rng)
        return turn.choose(situation, Hunt(situation, forecast), rng)


BOT: Final[Bot] = Constable()

"""The inspector of Whitehall Mystery: tracks all of Jack's paths and goals, and searches one step ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.hunters import Hunters
from gaslamp.bots.whitehall.jack import escape
from gaslamp.bots.whitehall.jack.escape import Escape
from gaslamp.core.messages import message

PLAYER_TYPES: Final = (PlayerType("direct", 1.0, stray=0.22),)


class Inspector:
    """Plays either side. Ignores the search limit."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        posterior = learnt(Posterior, PLAYER_TYPES, situation, cache)
        if situation.seat == "jack":
            return escape.choose(situation, Escape(situation, posterior, rng), rng)
        return turn.choose(situation, Hunters(situation, posterior, rng), rng)


BOT: Final[Bot] = Inspector()

"""The sergeant of Whitehall Mystery: follows every way Jack may go to some goal, and looks one step ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.suspicion import Manner, Suspicion, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.hunters import Hunters
from gaslamp.bots.whitehall.jack import escape
from gaslamp.bots.whitehall.jack.escape import Escape
from gaslamp.core.messages import message

MANNERS: Final = (Manner("direct", 1.0, stray=0.22),)


class Sergeant:
    """Plays either side. What there is to weigh is always the same, so no limit changes an answer."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        suspicion = learnt(Suspicion, MANNERS, situation, cache)
        if situation.seat == "jack":
            return escape.choose(situation, Escape(situation, suspicion, rng), rng)
        return turn.choose(situation, Hunters(situation, suspicion, rng), rng)


BOT: Final[Bot] = Sergeant()

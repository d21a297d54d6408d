"""The constable of Whitehall Mystery: an honest beginner, with a few rules of thumb for where Jack may have gone."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.inkling import MANNERS, Inkling
from gaslamp.bots.whitehall.belief.suspicion import Suspicion, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.beginner import Hunt
from gaslamp.bots.whitehall.jack import beginner as jack
from gaslamp.core.dice import Dice
from gaslamp.core.messages import message


class Constable:
    """Plays either side. What there is to weigh is always the same, so no limit changes an answer."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        suspicion = learnt(Suspicion, MANNERS, situation, cache)
        inkling = Inkling(suspicion, Dice(rng.getrandbits(64)), situation.view.track)
        if situation.seat == "jack":
            return jack.choose(situation, inkling, rng)
        return turn.choose(situation, Hunt(situation, inkling), rng)


BOT: Final[Bot] = Constable()

"""The sergeant of Whitehall Mystery: follows every way Jack may go to some goal, and looks one step ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.brains.bot import Answer, Bot, Question, Why
from gaslamp.brains.kept import Kept
from gaslamp.brains.whitehall.figures import hunters
from gaslamp.brains.whitehall.figures.hunters import Hunters
from gaslamp.brains.whitehall.jack import escape
from gaslamp.brains.whitehall.jack.escape import Escape
from gaslamp.brains.whitehall.suspicion import Manner, Suspicion
from gaslamp.core.messages import message

MANNERS: Final = (Manner("direct", 1.0, stray=0.22),)


class Sergeant:
    """Plays either side. What there is to weigh is always the same, so no limit changes an answer."""

    def answer(self, question: Question, kept: Kept) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        same = (situation.title, "one manner", situation.seat, *sorted(situation.options.items()))
        suspicion = kept.learnt(same, situation.news, lambda: Suspicion(situation.options, MANNERS))
        rng = question.rng
        if situation.seat == "jack":
            return escape.choose(situation, Escape(situation, suspicion, rng), rng)
        return hunters.choose(situation, Hunters(situation, suspicion, rng), rng)


BOT: Final[Bot] = Sergeant()

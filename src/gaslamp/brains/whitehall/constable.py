"""The constable of Whitehall Mystery: an honest beginner, who thinks of this action without imagining worlds.

A fast exact belief would be better; until there is one, a few rules of thumb over the ways that Jack may have gone.
"""

from __future__ import annotations

from typing import Final

from gaslamp.brains.bot import Answer, Bot, Question, Why
from gaslamp.brains.kept import Kept
from gaslamp.brains.whitehall import investigators, jack
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.belief.chronicle import Chronicle


class Constable:
    """Plays either side. What there is to weigh is always the same, so no limit changes an answer."""

    def answer(self, question: Question, kept: Kept) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        same = (situation.title, "chronicle", situation.seat)
        chronicle = kept.learnt(same, situation.news, Chronicle)
        choose = jack.choose if situation.seat == "jack" else investigators.choose
        return choose(situation, chronicle.nights, question.rng)


BOT: Final[Bot] = Constable()

"""The constable of Whitehall Mystery: an honest beginner, with a few rules of thumb for where Jack may have gone."""

from __future__ import annotations

from typing import Final

from gaslamp.brains.bot import Answer, Bot, Question, Why
from gaslamp.brains.kept import Kept
from gaslamp.brains.whitehall.figures import beginner as figures
from gaslamp.brains.whitehall.jack import beginner as jack
from gaslamp.brains.whitehall.suspicion import Suspicion
from gaslamp.brains.whitehall.trail import MANNERS, Trail
from gaslamp.core.dice import Dice
from gaslamp.core.messages import message


class Constable:
    """Plays either side. What there is to weigh is always the same, so no limit changes an answer."""

    def answer(self, question: Question, kept: Kept) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        same = (situation.title, "a stroll", situation.seat, *sorted(situation.options.items()))
        suspicion = kept.learnt(same, situation.news, lambda: Suspicion(situation.options, MANNERS))
        rng = question.rng
        trail = Trail(suspicion, Dice(rng.getrandbits(64)), situation.view.track)
        choose = jack.choose if situation.seat == "jack" else figures.choose
        return choose(situation, trail, rng)


BOT: Final[Bot] = Constable()

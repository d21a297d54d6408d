"""The inspector of Whitehall Mystery: reckons with several manners of Jack, and plays out what seems best."""

from __future__ import annotations

from typing import Final

from gaslamp import kernel
from gaslamp.brains.bot import Answer, Bot, Question, Why
from gaslamp.brains.kept import Kept
from gaslamp.brains.whitehall import sergeant
from gaslamp.brains.whitehall.figures import hunters
from gaslamp.brains.whitehall.figures.manhunt import Manhunt
from gaslamp.brains.whitehall.jack import escape
from gaslamp.brains.whitehall.jack.evasion import Evasion
from gaslamp.brains.whitehall.suspicion import Manner, Suspicion
from gaslamp.core.messages import message

NODES: Final = 120_000 if kernel.COMPILED else 2_000  # for an answer, where nobody limits them
FEW: Final = 5_000  # with fewer he thinks of one manner of Jack and looks one step ahead, as the sergeant does
MANNERS: Final = (
    Manner("direct", 0.3, stray=0.12),
    Manner("loitering", 0.2, stray=0.45),
    Manner("avoiding", 0.4, stray=0.22, shy=3),
    Manner("at random", 0.1, stray=1.0),
)


class Inspector:
    """Plays either side. A node is a turn of one Jack of a crowd that is led on."""

    def answer(self, question: Question, kept: Kept) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        nodes, rng = question.limit.nodes or NODES, question.rng

        def suspicion(manners: tuple[Manner, ...]) -> Suspicion:
            same = (situation.title, manners, situation.seat, *sorted(situation.options.items()))
            return kept.learnt(same, situation.news, lambda: Suspicion(situation.options, manners))

        several = MANNERS if nodes >= FEW else sergeant.MANNERS
        if situation.seat == "jack":
            models = [suspicion(sergeant.MANNERS), suspicion(several)]
            return escape.choose(situation, Evasion(situation, models, rng, nodes), rng)
        return hunters.choose(situation, Manhunt(situation, suspicion(several), rng, nodes), rng)


BOT: Final[Bot] = Inspector()

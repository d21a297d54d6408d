"""The inspector of Whitehall Mystery: reckons with several manners of Jack, and plays out what seems best."""

from __future__ import annotations

from array import array
from random import Random
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Answer, Bot, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall import sergeant, weights
from gaslamp.bots.whitehall.belief.suspicion import Manner, Suspicion, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.manhunt import Manhunt
from gaslamp.bots.whitehall.jack import escape
from gaslamp.bots.whitehall.jack.evasion import Evasion
from gaslamp.bots.whitehall.jack.onlooker import Onlooker
from gaslamp.core.messages import message

# For an answer, where nobody limits them; Jack moves once where the figures walk three times.
FLEEING: Final = 480_000 if kernel.COMPILED else 4_000
HUNTING: Final = 120_000 if kernel.COMPILED else 2_000
FEW: Final = 5_000  # with fewer he thinks of one manner of Jack and looks one step ahead, as the sergeant does
MANNERS: Final = (
    Manner("direct", 0.3, stray=0.12),
    Manner("loitering", 0.2, stray=0.45),
    Manner("avoiding", 0.4, stray=0.22, shy=3),
    Manner("at random", 0.1, stray=1.0),
)


class Inspector:
    """Plays either side. A node is a turn of one Jack of a crowd that is led on."""

    def __init__(self, hopes: array[float]) -> None:
        self._hopes = hopes

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        if situation.seat == "jack":
            nodes = question.limit.nodes or FLEEING
            return escape.choose(situation, self.evasion(situation, cache, rng, nodes), rng)
        nodes = question.limit.nodes or HUNTING
        suspicion = learnt(Suspicion, _manners(nodes), situation, cache)
        return turn.choose(situation, Manhunt(situation, suspicion, rng, nodes, self._hopes), rng)

    def evasion(self, situation: Situation, cache: BeliefCache, rng: Random, nodes: int) -> Evasion:
        """What he thinks as Jack."""
        onlooker = learnt(Onlooker, sergeant.MANNERS, situation, cache)
        others = learnt(Suspicion, _manners(nodes), situation, cache)
        return Evasion(situation, (onlooker, others), rng, nodes, self._hopes)


def _manners(nodes: int) -> tuple[Manner, ...]:
    return MANNERS if nodes >= FEW else sergeant.MANNERS


BOT: Final[Bot] = Inspector(weights.hopes())

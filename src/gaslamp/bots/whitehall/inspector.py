"""The inspector of Whitehall Mystery tracks all of Jack's paths and goals.

As the investigators it searches one step ahead, as Jack with a few rollouts.
The sergeant searches one step ahead on both sides, and forgets what was cleared some turns ago.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall import weights
from gaslamp.bots.whitehall.belief.forecast import PLAYER_TYPES as STROLLING
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.hunters import Hunters
from gaslamp.bots.whitehall.jack import escape
from gaslamp.bots.whitehall.jack.escape import Escape
from gaslamp.bots.whitehall.jack.evasion import Evasion, InvestigatorModel
from gaslamp.core.game import News
from gaslamp.core.messages import message

PLAYER_TYPES: Final = (PlayerType("direct", 1.0, stray=0.22),)
_FLEEING: Final = 20_000 if kernel.COMPILED else 4_000  # nodes per answer of Jack: two or three rollouts of each move
_HOPES: Final = weights.hopes()
# The sergeant's.
_EAGER: Final = 0.25  # minimum probability for an arrest
MEMORY: Final = 3  # turns of Jack after which a cleared circle is forgotten
_MOVES: Final = {"moved", "jack_moved"}


class Inspector:
    """Plays either side. As the investigators it ignores the search limit."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        if situation.seat == "jack":
            investigators = learnt(InvestigatorModel, PLAYER_TYPES, situation, cache)
            nodes = min(question.limit.nodes or _FLEEING, _FLEEING)
            return escape.choose(situation, Evasion(situation, investigators, (), rng, nodes, _HOPES), rng)
        posterior = learnt(Posterior, PLAYER_TYPES, situation, cache)
        return turn.choose(situation, Hunters(situation, posterior, rng), rng)


class Sergeant:
    """Plays either side. Ignores the search limit."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        recent = replace(situation, news=remembered(situation.news))
        posterior = learnt(Posterior, STROLLING, recent, cache)
        if situation.seat == "jack":
            return escape.choose(situation, Bold(situation, posterior, rng), rng)
        return turn.choose(situation, Eager(situation, posterior, rng), rng)


class Bold(Escape):
    """Jack's one-step search, but half as afraid of circles where he is expected."""

    wariness = 0.5


class Eager(Hunters):
    """The investigators' one-step search, but arrests too soon."""

    def sure(self) -> float:
        return _EAGER


def remembered(news: Sequence[News]) -> tuple[News, ...]:
    """Drop what was cleared more than MEMORY turns ago: searches without a clue, and arrests in vain."""
    moves = sum(piece.kind in _MOVES for piece in news)
    return tuple(_remembered(news, moves - MEMORY))


def _remembered(news: Sequence[News], since: int) -> Iterator[News]:
    moves = 0
    for piece in news:
        moves += piece.kind in _MOVES
        cleared = piece.kind == "arrested_in_vain" or (piece.kind == "searched" and piece.details["answer"] == "no")
        if moves > since or not cleared:
            yield piece


BOT: Final[Bot] = Inspector()
SERGEANT: Final[Bot] = Sergeant()

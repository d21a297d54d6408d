"""The inspector of Pocket: thinks the turn through, asks what Jack's choices tell, and as Jack tells little by them."""

from __future__ import annotations

from functools import cache
from typing import Final

from gaslamp import kernel
from gaslamp.brains.bot import Answer, Bot, Question, Situation, Why
from gaslamp.brains.kept import Kept
from gaslamp.brains.pocket.inquiry import Inquiry, public
from gaslamp.brains.pocket.judgement.judgement import Judgement
from gaslamp.brains.pocket.judgement.weights import learnt
from gaslamp.brains.pocket.moment import moment, own_hand
from gaslamp.brains.pocket.reasons import reasons
from gaslamp.core.messages import message

# Values of a type that are found or learnt from for an answer, where nobody limits them.
NODES: Final = 15_000_000 if kernel.COMPILED else 40_000
_ALIKE: Final = 1e-9
_LOOKS_BACK: Final = 8  # with fewer nodes, each look back has so much less of them than the look ahead


@cache
def _judge() -> Judgement:
    return Judgement(learnt())


class Inspector:
    """Both sides think what all can think; Jack then plays the part of the secret he has."""

    def answer(self, question: Question, kept: Kept) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        nodes = question.limit.nodes or NODES
        plan = self._inquiry(situation, nodes, kept).plan(nodes)
        now = moment(situation)
        open_moves = [at for at, move in enumerate(plan.moves) if now.taken in {None, move[0]}]
        rng = question.rng
        if situation.seat == "jack":
            own = plan.types.number(*own_hand(situation))
            winning = [1.0 - value for value in plan.values(own)]
            shares = [plan.mixed(own)[at] for at in open_moves]
            if sum(shares) > 0:
                chosen = rng.choices(open_moves, shares)[0]
            else:
                chosen = max(open_moves, key=lambda at: winning[at])
        else:
            winning = plan.worth()
            best = max(winning[at] for at in open_moves)
            chosen = rng.choice([at for at in open_moves if winning[at] >= best - _ALIKE])
        take, action, _ = plan.moves[chosen]
        likely = min(1.0, max(0.0, winning[chosen]))
        why = reasons(now, action, likely)
        return Answer(now.notation(take, action), Why((*why, message("why.mixed")) if plan.jack else why, likely))

    def _inquiry(self, situation: Situation, nodes: int, kept: Kept) -> Inquiry:
        back = nodes if nodes >= NODES else nodes // _LOOKS_BACK
        chase = situation.options["both_goals_while_seen"] == "chase"
        what = (situation.title, "inquiry", chase, back)
        return kept.learnt(what, [*public(situation.news)], lambda: Inquiry(_judge(), back, chase=chase))


BOT: Final[Bot] = Inspector()

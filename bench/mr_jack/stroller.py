"""A plain opponent of Mr. Jack to be measured against: any legal action, but he accuses nobody whom he is not sure of.

Who accuses anybody at random finds Jack now and then, however well he plays; this one is beaten by play alone.
`gaslamp arena mr_jack --against bench.mr_jack.stroller` seats him.
"""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Situation
from gaslamp.bots.cache import BeliefCache


class Stroller:
    """Goes anywhere; arrests the last suspect who is left wherever he meets him."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        accused = {notation: who for notation in situation.legal if (who := accuses(situation, notation))}
        known = {notation for notation, who in accused.items() if suspects(situation) == {who}}
        calm = [notation for notation in situation.legal if notation not in accused]
        return Answer(question.rng.choice(sorted(known) or calm or situation.legal))


def suspects(situation: Situation) -> set[str]:
    """Give whom this seat holds for possible: calls have cleared the others, or alibi cards of its own."""
    own = situation.view.detective_alibis if situation.seat == "detective" else None
    return {*situation.view.suspects} - {*(own or ())}


def accuses(situation: Situation, notation: str) -> str | None:
    """Tell whom an action accuses: a move of one's own on to somebody does, and its notation is the hex."""
    return next((who for who, here in situation.view.hexes.items() if here == notation), None)


BOT: Final[Bot] = Stroller()

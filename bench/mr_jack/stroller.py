"""Reference bot for Mr. Jack: plays random legal actions, but accuses only the last remaining suspect.

A bot with random accusations sometimes wins by luck; this one does not. Play against it with
`gaslamp arena mr_jack --against bench.mr_jack.stroller`.
"""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Situation
from gaslamp.bots.cache import BeliefCache


class Stroller:
    """Moves at random and arrests the last remaining suspect."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        accused = {notation: who for notation in situation.legal if (who := accuses(situation, notation))}
        known = {notation for notation, who in accused.items() if suspects(situation) == {who}}
        calm = [notation for notation in situation.legal if notation not in accused]
        return Answer(question.rng.choice(sorted(known) or calm or situation.legal))


def suspects(situation: Situation) -> set[str]:
    """Return the characters that neither calls nor this seat's alibi cards have cleared."""
    own = situation.view.detective_alibis if situation.seat == "detective" else None
    return {*situation.view.suspects} - {*(own or ())}


def accuses(situation: Situation, notation: str) -> str | None:
    """Return the character accused by an action: the one on the hex that is moved to."""
    return next((who for who, here in situation.view.hexes.items() if here == notation), None)


BOT: Final[Bot] = Stroller()

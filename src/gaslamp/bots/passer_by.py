"""The passer-by of every title: a uniformly random legal action, outside the ladder of levels."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.messages import message


class PasserBy:
    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        return Answer(question.rng.choice(question.situation.legal), Why((message("why.chance"),)))


BOT: Final[Bot] = PasserBy()

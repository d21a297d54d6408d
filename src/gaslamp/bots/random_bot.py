"""The weakest opponent of any title: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.messages import message


class RandomBot:
    """Plays anything."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        return Answer(question.rng.choice(question.situation.legal), Why((message("why.chance"),)))


BOT: Final[Bot] = RandomBot()

"""Bot for Pocket that sees one reply to its token, and usually overlooks the next."""

from __future__ import annotations

from random import Random
from typing import Final

from gaslamp.bots.bot import Bot, Question
from gaslamp.bots.pocket.inspector import Inspector

_SEES_FARTHER: Final = {"jack": 0.45, "detectives": 0.1}  # probability per decision


class Sergeant(Inspector):
    """An inspector that looks two tokens ahead, sometimes three, and then as if the call came."""

    def tokens(self, question: Question) -> int:
        return 2 + (Random(f"tokens {question.seed}").random() < _SEES_FARTHER[question.situation.seat])


BOT: Final[Bot] = Sergeant()

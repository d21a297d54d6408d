"""Bot for Mr. Jack that plays for the next call and overlooks most replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.bot import Bot, Situation
from gaslamp.bots.mr_jack.inspector import Inspector
from gaslamp.bots.mr_jack.search_bot import ALL_CARDS
from gaslamp.titles.mr_jack.rules import board

_SEES_REPLY: Final = {"jack": 0.3, "detective": 0.35}  # probability per decision


class Sergeant(Inspector):
    """An inspector that evaluates a board as if the call came at once, or after one reply, until the last round."""

    def horizons(self, situation: Situation) -> Mapping[int, float]:
        if situation.view.round == board.LAST_ROUND:  # accusing later must not be overlooked
            return {ALL_CARDS: 1.0}
        sees_reply = _SEES_REPLY[situation.seat]
        return {1: 1.0 - sees_reply, 2: sees_reply}


BOT: Final[Bot] = Sergeant()

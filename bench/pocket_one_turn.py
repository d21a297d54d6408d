"""A plain opponent of Pocket to be measured against: minimax over one turn, all suspects alike, judged by hand.

It stands in for what programs of this game usually do. `gaslamp arena pocket --against bench.pocket_one_turn` seats it.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import NEEDS, SIZE
from gaslamp.bots.pocket.sergeant import Sergeant
from gaslamp.titles.pocket.rules.board import LAST_TURN

_SUSPECT: Final = 0.6  # what a suspect more is worth to Jack, in hourglasses


@cache
def judge() -> Judgement:
    """Judge a turn's end by the race alone: calls that Jack still needs, or has left, against suspects to clear."""
    weights = array("d", bytes(8 * SIZE))
    for turn in range(1, LAST_TURN + 1):
        for suspects in range(1, 10):
            for need in range(NEEDS):
                calls = min(need, LAST_TURN + 1 - turn)
                weights[(10 * turn + suspects) * NEEDS + need] = calls - _SUSPECT * (suspects - 1)
    return Judgement(weights)


BOT: Final[Bot] = Sergeant(judge, errs=0.0)

"""Reference bot for Pocket: minimax over one turn with a hand-written evaluation and equally likely suspects.

It represents a typical program for this game. Play against it with
`gaslamp arena pocket --against bench.pocket_one_turn`.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.pocket.inspector import Inspector
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import NEEDS, SIZE
from gaslamp.titles.pocket.rules.board import LAST_TURN

_SUSPECT: Final = 0.6  # value of one more suspect, in hourglasses


@cache
def judge() -> Judgement:
    """Evaluate the end of a turn by the race: hourglasses Jack needs or turns left, against suspects to clear."""
    weights = array("d", bytes(8 * SIZE))
    for turn in range(1, LAST_TURN + 1):
        for suspects in range(1, 10):
            for need in range(NEEDS):
                calls = min(need, LAST_TURN + 1 - turn)
                weights[(10 * turn + suspects) * NEEDS + need] = calls - _SUSPECT * (suspects - 1)
    return Judgement(weights)


BOT: Final[Bot] = Inspector(judge, errs=0.0)

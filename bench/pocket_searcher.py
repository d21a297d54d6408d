"""Reference bot for Pocket: searches one turn with the learnt evaluation, all hands equally likely, and hides nothing.

It is harder to beat than `bench.pocket_one_turn`. Play against it with `gaslamp arena pocket --against
bench.pocket_searcher`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.pocket.inspector import Inspector
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt


@cache
def judge() -> Judgement:
    return Judgement(learnt())


BOT: Final[Bot] = Inspector(judge, errs=0.0)

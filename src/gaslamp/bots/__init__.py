"""Computer opponents. They get what a person in their seat gets, and answer with a notation.

`bot.py` has the contract, `levels.py` the registry; each title's opponents are in the folder of its name.
"""

from __future__ import annotations

from gaslamp.bots.bot import Answer, Bot, Limit, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache

__all__ = ["Answer", "BeliefCache", "Bot", "Limit", "Question", "Situation", "Why"]

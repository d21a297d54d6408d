"""Computer opponents. A bot receives what a human player in its seat receives, and answers with a notation.

`bot.py` defines the interface, `levels.py` the registry; each title's bots are in the folder of its name.

>>> from gaslamp import titles
>>> from gaslamp.bots import levels
>>> game = titles.game(min(titles.titles()))
>>> levels.of_seat(game, game.seats[0])
('passer_by', 'constable', 'sergeant', 'inspector', 'superintendent')
"""

from __future__ import annotations

from gaslamp.bots.bot import Answer, Bot, Limit, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache

__all__ = ["Answer", "BeliefCache", "Bot", "Limit", "Question", "Situation", "Why"]

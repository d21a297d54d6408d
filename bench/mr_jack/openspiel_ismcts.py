"""OpenSpiel's own tree search with random playouts as an opponent of Mr. Jack, thinking ten times as long as ours.

`gaslamp arena mr_jack --levels inspector --against bench.mr_jack.openspiel_ismcts --limit 60000n` seats it; under that
limit our inspector takes some 15 ms of a processor for a decision, and so many simulations take some 150.
"""

from __future__ import annotations

from typing import Any, Final

from gaslamp.bots.bot import Bot
from gaslamp.research.openspiel import ismcts
from gaslamp.research.openspiel.bots import OpenSpielBot

SIMULATIONS: Final = 130


def searcher(game: Any, player: int, seed: int) -> Any:
    """Give the search of one seat."""
    return ismcts.searcher(game, player, seed, SIMULATIONS)


BOT: Final[Bot] = OpenSpielBot(searcher)

"""Reference bot for Mr. Jack: OpenSpiel's ISMCTS with random playouts and ten times our CPU time.

Play against it with
`gaslamp arena mr_jack --levels superintendent --against bench.mr_jack.openspiel_ismcts --limit 60000n`. With that limit
our superintendent needs about 15 ms of CPU time per decision, and this bot about 150 ms.
"""

from __future__ import annotations

from typing import Any, Final

from gaslamp.bots.bot import Bot
from gaslamp.research.openspiel import ismcts
from gaslamp.research.openspiel.bots import OpenSpielBot

SIMULATIONS: Final = 130


def searcher(game: Any, player: int, seed: int) -> Any:
    return ismcts.searcher(game, player, seed, SIMULATIONS)


BOT: Final[Bot] = OpenSpielBot(searcher)

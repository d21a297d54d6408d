"""OpenSpiel's search over information sets as a player of the arena: `--against gaslamp.research.openspiel.ismcts`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from gaslamp.bots.bot import Bot
from gaslamp.research.openspiel.guests import Guest

SIMULATIONS: Final = 50


def searcher(game: Any, player: int, seed: int, simulations: int = SIMULATIONS) -> Any:
    """The search with random playouts, its worlds drawn from our exact beliefs by its seed."""
    random = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, simulations, random_state=random)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
    return bot


BOT: Final[Bot] = Guest(searcher)

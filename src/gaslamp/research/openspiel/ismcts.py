"""OpenSpiel's information set Monte Carlo search as an arena player: `--against gaslamp.research.openspiel.ismcts`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from gaslamp.bots.bot import Bot
from gaslamp.research.openspiel.bots import OpenSpielBot

SIMULATIONS: Final = 50


def searcher(game: Any, player: int, seed: int, simulations: int = SIMULATIONS) -> Any:
    """Return a search bot with random rollouts that resamples worlds from the exact belief."""
    random = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, simulations, random_state=random)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
    return bot


BOT: Final[Bot] = OpenSpielBot(searcher)

"""A player that knows the policy of the other side and answers it as well as it can.

Its posterior comes from the other side's choices, and its actions from `lookahead.py`. Its wins are a lower bound of
what the best response wins, whatever the reader overlooks.

The reader also estimates its result with less variance (`aivat.py`).
"""

from __future__ import annotations

from random import Random
from typing import Any

from gaslamp.arena.aivat import Luck
from gaslamp.arena.lookahead import GREEDY, LOCAL, POINTS, Breadth, Lookahead
from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import PublicState, Reading, extended, of_token
from gaslamp.arena.sampled_reading import SampledReading
from gaslamp.bots import Limit
from gaslamp.bots.bot import Planning
from gaslamp.core.game import Game, Side
from gaslamp.core.history import Playthrough


class Reader:
    """Plays *side* with the values of *level*, against *policy*.

    Call `step` after every action of the game, and `choose` where the side is to move. None for *breadth* selects the
    usual size of the search: none ahead where positions are sampled or the policy is estimated.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        side: Side,
        level: Planning,
        policy: Policy,
        limit: Limit,
        *,
        seed: str,
        breadth: Breadth | None = None,
    ) -> None:
        self._policy = policy
        self._reading = Reading(game, side, policy)
        usual = POINTS if game.sampled else LOCAL if policy.known else GREEDY
        if game.sampled and side != "jack":  # nothing is hidden from Jack
            self._reading = SampledReading(game, side, policy, Random(f"{seed} paths"))
            usual = GREEDY
        self._lookahead = Lookahead(self._reading, level, limit, breadth or usual)
        self._rng = Random(f"{seed} reader")
        self.luck = Luck(self._reading, self._lookahead.estimates)
        self.state: PublicState = self._reading.start()
        self.adjusted: float | None = None  # AIVAT estimate of the result; None before the end or if inexact

    def choose(self) -> int:
        action, _ = self._lookahead.best(self.state, self._rng)
        return action

    def step(self, playthrough: Playthrough[Any, Any]) -> None:
        """Update the posterior with the last action of *playthrough*."""
        reading, action = self._reading, playthrough.actions[-1]
        news = playthrough.news(reading.seat, self.state.length)
        outcome = reading.game.outcome(playthrough.position)
        if isinstance(reading, SampledReading):
            if not outcome:
                state = reading.observed(self.state, action, news)
                self.state = reading.refilled(state, playthrough.actions, playthrough.news(reading.seat))
            return
        states, token = reading.possible(self.state, action), extended(self.state.token, news)
        if self._policy.exact:
            self.luck.step(self.state, action, states, token)
        after = of_token(states, token)
        assert after is not None, "no position explains the news"
        self.state = after
        if outcome and self._policy.exact:
            self.adjusted = (outcome.winner == reading.reader) - self.luck.total

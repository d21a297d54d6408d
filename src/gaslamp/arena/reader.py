"""A player that knows the policy of the other side and answers it as well as it can.

Its posterior comes from the other side's choices, and its actions from `lookahead.py`. Its wins are a lower bound of
what the best response wins, whatever the reader overlooks.

The reader also estimates its result with less variance (AIVAT, Burch et al. 2018). At each decision of the policy the
luck is subtracted: the value after the action, minus its mean over the policy and the posterior. Values are those of
the read level. The end counts as its probability under the posterior. The mean over all games is the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gaslamp.arena.lookahead import GREEDY, LOCAL, POINTS, Breadth, Lookahead
from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import PublicState, Reading
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
        self._exact = policy.exact and not isinstance(self._reading, SampledReading)
        self._luck = 0.0
        self.state: PublicState = self._reading.start()
        self.adjusted: float | None = None  # AIVAT estimate of the result; None before the end or if inexact

    def choose(self) -> int:
        action, _ = self._lookahead.best(self.state, self._rng)
        return action

    def step(self, playthrough: Playthrough[Any, Any]) -> None:
        """Update the posterior with the last action of *playthrough*."""
        reading, action = self._reading, playthrough.actions[-1]
        if self._exact and reading.decides(self.state):
            self._luck += self._lucky(action)
        if reading.game.outcome(playthrough.position):
            self.adjusted = self._expected(action) - self._luck if self._exact else None
            return
        state = reading.observed(self.state, action, playthrough.news(reading.seat, self.state.length))
        if isinstance(reading, SampledReading):
            state = reading.refilled(state, playthrough.actions, playthrough.news(reading.seat))
        assert state is not None, "no position explains the news"
        self.state = state

    def _lucky(self, action: int) -> float:
        """Return the reader's value after an action of the policy, minus the mean over all of its actions."""
        mean, value, likely = 0.0, 0.0, 0.0
        for playthrough, weight in self.state.weighted:
            shares = self._policy.shares(playthrough, self.state.token)
            values = self._policy.values(playthrough, self.state.token)
            least = min(values.values())
            worth = {done: 1.0 - values.get(done, least) for done in shares}
            mean += weight * sum(share * worth[done] for done, share in shares.items())
            if action in shares:
                value += weight * shares[action] * worth[action]
                likely += weight * shares[action]
        return value / likely - mean

    def _expected(self, action: int) -> float:
        """Return the probability that the last action, which ended the game, won it for the reader."""
        game, reading = self._reading.game, self._reading
        won = ended = 0.0
        likelihoods = reading.likelihoods(self.state, action)
        for (playthrough, weight), share in zip(self.state.weighted, likelihoods, strict=True):
            if share > 0 and action in playthrough.position.legal():
                after = playthrough.copy()
                after.advance(action)
                outcome = game.outcome(after.position)
                ended += weight * share * (outcome is not None)
                won += weight * share * (outcome is not None and outcome.winner == reading.reader)
        return won / ended

"""A player that knows the policy of the other side and answers it as well as it can.

Its posterior comes from the other side's choices, and its actions from `lookahead.py`. Its wins are a lower bound of
what the best response wins, whatever the reader overlooks.

The reader also estimates its result with less variance (`aivat.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gaslamp.arena.aivat import Luck
from gaslamp.arena.lookahead import GREEDY, LOCAL, POINTS, Breadth, Lookahead
from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import PublicState, Reading, Weighted, extended, normalised, of_token
from gaslamp.bots import Limit
from gaslamp.bots.bot import Planning
from gaslamp.core.game import CHANCE, Game, News, Side
from gaslamp.core.history import Playthrough

# Of a sampled posterior.
PATHS: Final = 48  # positions
_TRIES: Final = 4  # drawn actions per position and decision
_FRESH: Final = 0.2  # weight of positions drawn from the exact belief


class SampledReading(Reading):
    """A particle filter, for titles whose worlds are sampled: *PATHS* positions follow the policy.

    Positions that do not explain the news are dropped. The rest is copied, and some are drawn from the exact belief.
    """

    def __init__(self, game: Game[Any, Any], reader: Side, policy: Policy, rng: Random) -> None:
        super().__init__(game, reader, policy)
        self._rng = rng

    def start(self) -> PublicState:
        return PublicState(b"", 0, tuple((Playthrough(self.game), 1.0 / PATHS) for _ in range(PATHS)))

    def observed(self, state: PublicState, action: int, news: Sequence[News]) -> PublicState | None:
        explained: list[Weighted] = []
        for playthrough, weight in state.weighted:
            for _ in range(_TRIES):
                after = playthrough.copy()
                after.advance(self._drawn(after, action))
                if after.news(self.seat, state.length) == tuple(news):
                    explained.append((after, weight))
                    break
                if self.reads(state):
                    break
        total = sum(weight for _, weight in explained)
        token = extended(state.token, news)
        return PublicState(token, state.length + len(news), normalised(explained, total)) if explained else None

    def _drawn(self, playthrough: Playthrough[Any, Any], action: int) -> int:
        position = playthrough.position
        seat = self.game.to_move(position)
        if seat == CHANCE:
            (drawn,) = self._rng.choices(position.legal(), self.game.weights(position))
            return int(drawn)
        if seat is not None and self.game.side(seat) == self.reader:
            return action
        return self.policy.draw(playthrough, self._rng)

    def refilled(self, state: PublicState | None, actions: Sequence[int], news: Sequence[News]) -> PublicState:
        """Return a state with *PATHS* positions again: copies, and rewritten games of the exact belief."""
        kept = state.weighted if state else ()
        if len(kept) > PATHS // 2:
            assert state is not None
            return state
        copies = [
            (playthrough.copy(), (1 - _FRESH) / (PATHS // 2))
            for playthrough, _ in self._rng.choices(kept, [weight for _, weight in kept], k=PATHS // 2)
        ] if kept else []  # fmt: skip
        belief = self.game.belief(self.seat)
        for piece in news:
            belief.observe(piece)
        worlds = list(belief.worlds())
        fresh = [self._rewritten(actions, world) for world in self._rng.sample(worlds, min(PATHS // 2, len(worlds)))]
        share = (_FRESH if copies else 1.0) / len(fresh)
        weighted = (*copies, *((playthrough, share) for playthrough in fresh))
        return PublicState(extended(b"", news), len(news), weighted)

    def _rewritten(self, actions: Sequence[int], world: Any) -> Playthrough[Any, Any]:
        playthrough = Playthrough(self.game)
        for action in self.game.rewrite_history(actions, self.seat, world):
            playthrough.advance(action)
        return playthrough


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

"""Posterior of a reader by sampled positions, for titles whose worlds are too many to enumerate."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import PublicState, Reading, Weighted, extended, normalised
from gaslamp.core.game import CHANCE, Game, News, Side
from gaslamp.core.history import Playthrough

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

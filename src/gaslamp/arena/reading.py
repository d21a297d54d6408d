"""Leak meter: a belief weighted by the policy of the other side.

For each world consistent with the news, the other side's policy is queried at each of its past decisions. Worlds in
which it would have acted differently get less weight. All worlds use the same seeds, so that noise cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, cast

from gaslamp.arena import players
from gaslamp.bots import BeliefCache, Limit, Question, Situation
from gaslamp.bots.bot import Mixing
from gaslamp.bots.cache import L
from gaslamp.core.belief import Belief
from gaslamp.core.game import CHANCE, Game, News, Side
from gaslamp.core.history import Playthrough

WORLDS: Final = 40  # sample size; stable between decisions
SEEDS: Final = 12  # queries of a policy without `shares`
_SCALE: Final = 10**6


class Reading(BeliefCache):
    """Belief cache of a player that knows the policy (level) of the other side."""

    def __init__(
        self, game: Game[Any, Any], read: Side, level: str, limit: Limit, actions: Sequence[int], deal: int
    ) -> None:
        super().__init__()
        self._game = game
        self._read = read
        self._level = level
        self._limit = limit
        self._actions = actions  # live list, rewritten for each world
        self._deal = deal
        self._likelihoods: dict[tuple[int, ...], float] = {}
        self._cache = BeliefCache()

    def observed(self, key: Hashable, news: Sequence[News], new: Callable[[], L]) -> L:
        """Return the learner for these news; a belief is replaced by one weighted by the other side's actions."""
        learner = super().observed(key, news, new)
        if not hasattr(learner, "worlds"):
            return learner
        (seat, *_) = (seat for seat in self._game.seats if self._game.side(seat) != self._read)
        return cast("L", WeightedBelief(self._weighed(cast("Belief[Any]", learner).worlds(), seat)))

    def _weighed(self, worlds: Mapping[Any, int], viewer: str) -> dict[Any, int]:
        few = sorted(worlds, key=self._rank)[:WORLDS]
        shares = {world: worlds[world] * self._likelihood(world, viewer) for world in few}
        most = max(shares.values())
        weights = {world: round(_SCALE * share / most) for world, share in shares.items()}
        return {world: weight for world, weight in weights.items() if weight}

    def _rank(self, world: Any) -> bytes:
        return blake2b(f"{self._deal} {world}".encode(), digest_size=8).digest()

    def _likelihood(self, world: Any, viewer: str) -> float:
        game = self._game
        actions = game.rewrite_history(self._actions, viewer, world)
        playthrough = Playthrough(game)
        product = 1.0
        for number, action in enumerate(actions):
            position = playthrough.position
            seat = game.to_move(position)
            if seat is not None and seat != CHANCE and game.side(seat) == self._read and len(position.legal()) > 1:
                key = tuple(actions[: number + 1])
                if key not in self._likelihoods:
                    situation = Situation.at(playthrough, seat)
                    self._likelihoods[key] = self._share(situation, game.actions.format(action), number)
                product *= self._likelihoods[key]
            playthrough.advance(action)
        return product

    def _share(self, situation: Situation, done: str, number: int) -> float:
        """Return the smoothed probability that the policy does *done* in a situation."""
        bot = players.bot(situation.title, self._level)
        hits: float
        if isinstance(bot, Mixing):
            hits = SEEDS * bot.shares(Question(situation, self._limit), self._cache)[done]
        else:
            hits = sum(
                bot.answer(Question(situation, self._limit, seed), self._cache).notation == done
                for seed in range(number * SEEDS, (number + 1) * SEEDS)
            )
        return (hits + 1 / len(situation.legal)) / (SEEDS + 1)


class WeightedBelief:
    """A belief with fixed weights. It is built anew for each decision."""

    def __init__(self, worlds: Mapping[Any, int]) -> None:
        self._worlds = worlds

    def observe(self, news: News) -> None:
        """Ignore the news: the cache builds another belief for the next decision."""

    def worlds(self) -> Mapping[Any, int]:
        return self._worlds

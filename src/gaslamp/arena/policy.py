"""The policy of a level as a reader knows it: the probability of each action in a situation, and the level's values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any, Final

from gaslamp.arena import players
from gaslamp.bots import BeliefCache, Limit, Question, Situation
from gaslamp.bots.bot import Mixing, Planning
from gaslamp.core.game import Seat
from gaslamp.core.history import Playthrough

SEEDS: Final = 12  # queries of a level without `shares`
_ENTRIES: Final = 4096  # cached beliefs and searches


class Policy:
    """A level with its limit. Its probabilities are exact if the level exposes them, else estimated from answers."""

    def __init__(self, title: str, level: str, limit: Limit) -> None:
        self._bot = players.bot(title, level)
        self._limit = limit
        self._cache = BeliefCache(_ENTRIES)
        self._shares: dict[Hashable, Mapping[int, float]] = {}
        self._values: dict[Hashable, Mapping[int, float]] = {}

    @property
    def known(self) -> bool:
        """True if the level exposes its mixed strategy."""
        return isinstance(self._bot, Mixing)

    @property
    def exact(self) -> bool:
        """True if the level exposes its mixed strategy and its values."""
        return self.known and isinstance(self._bot, Planning)

    def secret(self, position: Any, seat: Seat) -> Hashable:
        """Return the hidden part of a position that the policy depends on; all of it for an unknown level."""
        return self._bot.secret(position, seat) if isinstance(self._bot, Mixing) else position.key()

    def shares(self, playthrough: Playthrough[Any, Any], public: Hashable) -> Mapping[int, float]:
        """Return the probability of each action of the seat to move.

        *public* identifies the reader's news: positions with equal news and secrets share one query.
        """
        return self._cached(self._shares, playthrough, public, self._query)

    def values(self, playthrough: Playthrough[Any, Any], public: Hashable) -> Mapping[int, float]:
        """Return the level's own win probability after each candidate action. The policy must be exact."""
        return self._cached(self._values, playthrough, public, self._query_values)

    def draw(self, playthrough: Playthrough[Any, Any], rng: Random) -> int:
        game = playthrough.game
        situation = Situation.at(playthrough, _seat(playthrough))
        question = Question(situation, self._limit, rng.getrandbits(64))
        return game.actions.parse(self._bot.answer(question, self._cache).notation)

    def _cached(
        self,
        results: dict[Hashable, Mapping[int, float]],
        playthrough: Playthrough[Any, Any],
        public: Hashable,
        query: Callable[[Situation, Any], Mapping[str, float]],
    ) -> Mapping[int, float]:
        seat = _seat(playthrough)
        key = public, self.secret(playthrough.position, seat)
        if key not in results:
            actions = playthrough.game.actions
            found = query(Situation.at(playthrough, seat), playthrough.position)
            results[key] = {actions.parse(notation): number for notation, number in found.items()}
        return results[key]

    def _query(self, situation: Situation, position: Any) -> Mapping[str, float]:
        legal = situation.legal
        if len(legal) == 1:
            return {legal[0]: 1.0}
        if isinstance(self._bot, Mixing):
            shares = self._bot.shares(Question(situation, self._limit), self._cache)
            return {notation: share for notation, share in shares.items() if share > 0}
        counts = dict.fromkeys(legal, 1.0 / len(legal))  # smoothed
        for seed in range(SEEDS):
            counts[self._bot.answer(Question(situation, self._limit, seed), self._cache).notation] += 1.0
        return {notation: count / (SEEDS + 1) for notation, count in counts.items()}

    def _query_values(self, situation: Situation, position: Any) -> Mapping[str, float]:
        assert isinstance(self._bot, Planning)
        if len(situation.legal) == 1:
            return {situation.legal[0]: 0.5}
        return self._bot.values(Question(situation, self._limit), [(position, 1.0)], self._cache)


def _seat(playthrough: Playthrough[Any, Any]) -> Seat:
    seat = playthrough.game.to_move(playthrough.position)
    assert seat is not None
    return seat

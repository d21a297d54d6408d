"""What an opponent's choices tell about it: the belief of somebody who knows how it chooses.

The leak meter gives this belief to a player in place of its own. In each world that agrees with the news the policy of
the other side is asked what it would have done there, and a world in which it would have done something else counts
for less. The same seeds are used in all worlds: what chance alone decides cancels out.
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

WORLDS: Final = 40  # looked at; where there are more, a sample that stays the same as far as it can
SEEDS: Final = 12  # a policy that cannot tell how often it does what is asked so often what it does
_SCALE: Final = 10**6


class Reading(BeliefCache):
    """The memory of a player who knows by which policy the other side plays: its beliefs are weighed by that."""

    def __init__(
        self, game: Game[Any, Any], read: Side, level: str, limit: Limit, actions: Sequence[int], deal: int
    ) -> None:
        super().__init__()
        self._game = game
        self._read = read
        self._level = level
        self._limit = limit
        self._actions = actions  # as they are done: told again in other worlds, they tell only what those have
        self._deal = deal
        self._likelihoods: dict[tuple[int, ...], float] = {}
        self._cache = BeliefCache()

    def observed(self, what: Hashable, news: Sequence[News], new: Callable[[], L]) -> L:
        """What has been told these news, if it is a belief weighed by what the other side has done."""
        learner = super().observed(what, news, new)
        if not hasattr(learner, "worlds"):
            return learner
        (seat, *_) = (seat for seat in self._game.seats if self._game.side(seat) != self._read)
        return cast("L", Weighed(self._weighed(cast("Belief[Any]", learner).worlds(), seat)))

    def _weighed(self, worlds: Mapping[Any, int], viewer: str) -> dict[Any, int]:
        few = sorted(worlds, key=self._rank)[:WORLDS]
        shares = {world: worlds[world] * self._likelihood(world, viewer) for world in few}
        most = max(shares.values())
        weights = {world: round(_SCALE * share / most) for world, share in shares.items()}
        return {world: weight for world, weight in weights.items() if weight}

    def _rank(self, world: Any) -> bytes:
        return blake2b(f"{self._deal} {world}".encode(), digest_size=8).digest()

    def _likelihood(self, world: Any, viewer: str) -> float:
        """Return the likelihood in a world of all that the other side has done."""
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

    def _share(self, asked: Situation, done: str, number: int) -> float:
        """How often the policy does in a situation what was done; what it never did may still be done."""
        bot = players.bot(asked.title, self._level)
        hits: float
        if isinstance(bot, Mixing):
            hits = SEEDS * bot.shares(Question(asked, self._limit), self._cache)[done]
        else:
            hits = sum(
                bot.answer(Question(asked, self._limit, seed), self._cache).notation == done
                for seed in range(number * SEEDS, (number + 1) * SEEDS)
            )
        return (hits + 1 / len(asked.legal)) / (SEEDS + 1)


class Weighed:
    """A belief that has been told everything, with weights of its own."""

    def __init__(self, worlds: Mapping[Any, int]) -> None:
        self._worlds = worlds

    def observe(self, news: News) -> None:
        """Learn nothing: whoever asks again is given another one."""

    def worlds(self) -> Mapping[Any, int]:
        """Every world that was looked at, with its weight."""
        return self._worlds

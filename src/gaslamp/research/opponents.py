"""Gaslamp's bot levels as opponents in an `Episode`, and trained policies as arena players.

Both see their seat's view and news only. For the arena, name a module with `BOT = PolicyBot(policy)` in `--against`.

>>> from gaslamp import titles
>>> from gaslamp.research.episode import Episode
>>> episode = Episode(titles.game("pocket"))
>>> while episode.game.to_move(episode.position) == "chance":
...     episode.advance(episode.position.legal()[0])
>>> Opponent("passer_by", seed=1).choose(episode, "detectives") in episode.position.legal()
True
>>> first = PolicyBot(lambda observation, mask, rng: int(mask.argmax()))
>>> asked = situation(episode, "detectives")
>>> first.answer(Question(asked), BeliefCache()).notation in asked.legal
True
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gaslamp import titles
from gaslamp.bots import Limit, levels
from gaslamp.bots.bot import Answer, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Seat
from gaslamp.research.encodings import encoding_of
from gaslamp.research.episode import Episode
from gaslamp.research.observations import ObservationEncoder


def situation(episode: Episode, seat: Seat) -> Situation:
    game = episode.game
    legal = game.actions.formatted(episode.position.legal())
    return Situation.of(game, seat, episode.view(seat), legal, episode.news(seat))


class Opponent:
    """A bot level: `passer_by`, `constable`, `sergeant`, `inspector` or `superintendent`.

    The same seed gives the same answers. Without a *limit* the level's own is used.
    """

    def __init__(self, level: str, seed: int = 0, limit: Limit | None = None) -> None:
        self.level = level
        self._limit = limit
        self._seeds = Random(seed)
        self._cache = BeliefCache()

    def choose(self, episode: Episode, seat: Seat) -> int:
        """Return an action for *seat*, which is to move. Raises Unreadable for a level that cannot play it."""
        levels.check(episode.game, seat, self.level)
        question = Question(situation(episode, seat), self._limit or Limit(), self._seeds.getrandbits(64))
        return episode.game.actions.parse(levels.answer(self.level, question, self._cache).notation)


Numbers: TypeAlias = NDArray[np.int8]


class PolicyBot:
    """A bot for a policy, which maps an observation, an action mask and a random generator to an action."""

    def __init__(self, policy: Callable[[Numbers, Numbers, np.random.Generator], int]) -> None:
        self._policy = policy

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        actions = titles.game(situation.title, situation.options).actions
        mask = np.zeros(len(actions), np.int8)
        mask[[actions.parse(notation) for notation in situation.legal]] = 1
        chosen = self._policy(observation(situation), mask, np.random.default_rng(question.seed))
        return Answer(actions.format(int(chosen)))


def observation(situation: Situation) -> Numbers:
    """Return the observation of a situation's seat, as the environments encode it."""
    game = titles.game(situation.title, situation.options)
    encoding = encoding_of(situation.title)
    assert encoding is not None, "there is no encoding"
    belief: Any = game.belief(situation.seat)
    for piece in situation.news:
        belief.observe(piece)
    episode = Episode.from_world(game, situation.view, situation.news, next(iter(belief.worlds())))
    encoder = ObservationEncoder(game, encoding, public=True, own=True, everyone=False, recall=False)
    encoder.fill(episode, situation.seat)
    return encoder.tensor.astype(np.int8)

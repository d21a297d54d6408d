"""Trained policies as arena players: name a module with `BOT = PolicyBot(policy)` in `--against`.

The arena passes a seat's view and news. The observation follows from them: the public planes are the same in every
world of the seat's belief, so they are computed from any one of these.

>>> from gaslamp.bots import Question
>>> from gaslamp.core.history import Playthrough
>>> first = PolicyBot(lambda observation, mask, rng: int(mask.argmax()))
>>> situation = Situation.at(Playthrough(titles.game("whitehall")), "jack")
>>> first.answer(Question(situation), BeliefCache()).notation
'locate 1'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gaslamp import titles
from gaslamp.bots.bot import Answer, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.research.encodings import encoding_of
from gaslamp.research.episode import Episode
from gaslamp.research.observations import ObservationEncoder

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

"""What was trained on observations as a player of the arena: name a module with `BOT = Pupil(policy)` in `--against`.

The arena tells a player what its seat sees and was told. The numbers of an observation follow from that: the public
planes are the same in every world that the seat thinks possible, so any one of them gives these.
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
from gaslamp.research.observing import Observing
from gaslamp.research.play import Play

Numbers: TypeAlias = NDArray[np.int8]


class Pupil:
    """A policy: from an observation, a mask of what is legal, and a random generator to the number of an action."""

    def __init__(self, policy: Callable[[Numbers, Numbers, np.random.Generator], int]) -> None:
        self._policy = policy

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        """Choose."""
        asked = question.situation
        actions = titles.game(asked.title, asked.options).actions
        mask = np.zeros(len(actions), np.int8)
        mask[[actions.parse(notation) for notation in asked.legal]] = 1
        chosen = self._policy(observation(asked), mask, np.random.default_rng(question.seed))
        return Answer(actions.format(int(chosen)))


def observation(asked: Situation) -> Numbers:
    """What a seat sees as the numbers of the environments."""
    game = titles.game(asked.title, asked.options)
    encoding = encoding_of(asked.title)
    assert encoding is not None, "there is no encoding"
    belief: Any = game.belief(asked.seat)
    for piece in asked.news:
        belief.observe(piece)
    play = Play.imagine(game, asked.view, asked.news, next(iter(belief.worlds())))
    seen = Observing(game, encoding, public=True, own=True, everyone=False, recall=False)
    seen.fill(play, asked.seat)
    return seen.tensor.astype(np.int8)

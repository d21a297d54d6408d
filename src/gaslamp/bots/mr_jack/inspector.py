"""The inspector of Mr. Jack searches the round with few boards per card and holds all suspects equally likely.

The sergeant is an inspector that overlooks most replies.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Final

from gaslamp.bots.bot import Bot, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.reasons import holding_out
from gaslamp.bots.mr_jack.search_bot import (
    ALL_CARDS,
    Candidate,
    SearchBot,
    SearchInput,
    Weights,
    best,
    choices,
    escape_action,
    expected_value,
    identities,
    public_weights,
    searcher,
    whistle_sampling,
)
from gaslamp.bots.mr_jack.worth import ONE
from gaslamp.core.game import Seat
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position

_WIDTH: Final = 1
_AT_FIRST: Final = 5  # boards per card at the root
_SURE: Final = 0.7  # minimum probability for an early accusation
_LATE: Final = 7  # first round without that minimum
_MOST: Final = 1 << 40  # nodes: no limit
# The sergeant's: how many cards ahead he looks, with probabilities, and the minimum for an accusation in round 7.
_HORIZONS: Final = {"jack": {2: 0.8, ALL_CARDS: 0.2}, "detective": {1: 0.9, 2: 0.1}}
_HASTY: Final = 0.5


class Inspector(SearchBot):
    """Infers nothing from the other side's actions. As Jack it maximises its own value only."""

    def weights(self, situation: Situation, worlds: Mapping[World, int], cache: BeliefCache) -> Weights:
        if situation.seat == "jack":
            return public_weights(situation)
        return identities(worlds)

    def horizons(self, situation: Situation) -> Mapping[int, float]:
        """Return how many cards ahead the search looks, with probabilities."""
        return {ALL_CARDS: 1.0}

    def search(self, now: SearchInput) -> list[Candidate]:
        horizons = self.horizons(now.question.situation)
        (horizon,) = Random(f"horizon {now.question.seed}").choices([*horizons], [*horizons.values()])
        return self._search(now, horizon)

    def _search(self, now: SearchInput, horizon: int) -> list[Candidate]:
        search, position = searcher(), now.position
        nodes = now.question.limit.nodes
        search.nodes, search.most = 0, _MOST if nodes is None else nodes
        search.width, search.thin, search.through, search.everybody = _WIDTH, whistle_sampling(nodes), False, 0
        search.soft, search.horizon = 0, horizon
        search.jack, search.own = position.jack if position.seat == board.JACK else board.NONE, 16
        search.prospects.learn(())
        return choices(search, position, now.weights, _AT_FIRST)

    def choose(self, choices: Sequence[Candidate], now: SearchInput) -> Candidate:
        return now.question.rng.choice(best(choices, lambda choice: self._liking(choice, now)))

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        now = self.search_input(question, cache)
        escapes = now.position.seat == board.JACK and escape_action(now.position) is not None
        if len(question.situation.legal) == 1 or escapes:
            return {self.answer(question, cache).notation: 1.0}
        probabilities = dict.fromkeys(question.situation.legal, 0.0)
        for horizon, probability in self.horizons(question.situation).items():
            liked = best(holding_out(self._search(now, horizon), now), lambda choice: self._liking(choice, now))
            for choice in liked:
                probabilities[ACTIONS.format(choice.action)] += probability / len(liked)
        return probabilities

    def secret(self, position: Position, seat: Seat) -> Hashable:
        """Return Jack's identity; the Detective's alibi cards."""
        return position.jack if seat == "jack" else position.detective_alibis

    def sure(self, number: int) -> float:
        """Return the minimum probability for an accusation in a round."""
        return _SURE if number < _LATE else 0.0

    def _liking(self, choice: Candidate, now: SearchInput) -> float:
        position, weights = now.position, now.weights
        if position.seat == board.JACK:
            return -choice.values[position.jack]
        if choice.accused != board.NONE and weights[choice.accused] < self.sure(position.round) * ONE:
            return -1.0
        return expected_value(choice.values, weights)


class Sergeant(Inspector):
    """An inspector that overlooks replies until round 8. In round 7 the Detective accuses one of two suspects."""

    def horizons(self, situation: Situation) -> Mapping[int, float]:
        if situation.view.round == board.LAST_ROUND:  # accusing later must not be overlooked
            return {ALL_CARDS: 1.0}
        return _HORIZONS[situation.seat]

    def sure(self, number: int) -> float:
        return _HASTY if number == board.LAST_ROUND - 1 else super().sure(number)


BOT: Final[Bot] = Inspector()
SERGEANT: Final[Bot] = Sergeant()

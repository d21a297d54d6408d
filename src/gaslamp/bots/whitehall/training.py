"""Training of the superintendent's evaluation weights for Whitehall Mystery, by self-play.

The weights estimate Jack's chance at the end of a rollout. Every state in which he moves is a training example; the
target is whether he survived that round.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from gaslamp.bots import learning
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.learning import Training
from gaslamp.bots.whitehall.superintendent import Superintendent
from gaslamp.bots.whitehall.weights import BY_HAND
from gaslamp.core.game import CHANCE, Side
from gaslamp.core.history import Playthrough
from gaslamp.titles.whitehall.game import Whitehall

SideWeights: TypeAlias = Mapping[Side, Sequence[float]]


class SelfPlayGame:
    """One game between superintendents, each side with its own evaluation weights."""

    def __init__(self, rng: Random, weights: SideWeights, nodes: int) -> None:
        self.rng = rng
        self._nodes = nodes
        self._game = Whitehall()
        self._playthrough = Playthrough(self._game)
        self._superintendents = {side: Superintendent(array("d", hopes)) for side, hopes in weights.items()}
        self._cache = {side: BeliefCache() for side in weights}
        self.examples: list[tuple[int, list[float]]] = []  # round, features

    def play(self, hopes: list[float] | None = None, rate: float = 0.0) -> Side:
        """Play to the end and return the winner. Updates *hopes* with learning rate *rate*, unless None."""
        playthrough = self._playthrough
        while (seat := self._game.to_move(playthrough.position)) is not None:
            if seat == CHANCE:
                playthrough.advance(self.rng.choice(playthrough.position.legal()))
                continue
            side = self._game.side(seat)
            situation = Situation.at(playthrough, seat)
            if hopes is not None and situation.view.stage == "moving":
                self._add_example(situation)
            question = Question(situation, Limit(nodes=self._nodes), self.rng.getrandbits(64))
            answer = self._superintendents[side].answer(question, self._cache[side])
            playthrough.advance(self._game.actions.parse(answer.notation))
        outcome = self._game.outcome(playthrough.position)
        assert outcome is not None
        if hopes is not None:
            lost_round = playthrough.position.round if outcome.winner != "jack" else 0
            for number, features in self.examples:
                learn(hopes, features, float(number != lost_round), rate)
        return outcome.winner

    def _add_example(self, situation: Situation) -> None:
        evasion = self._superintendents["jack"].evasion(situation, self._cache["jack"], self.rng, self._nodes)
        self.examples.append((situation.view.round, evasion.described()))


def learn(hopes: list[float], features: Sequence[float], target: float, rate: float) -> float:
    """Make one gradient step. Returns the error before it."""
    value = sum(hope * feature for hope, feature in zip(hopes, features, strict=True))
    off = target - max(0.05, min(0.98, value))
    for k, feature in enumerate(features):
        hopes[k] += rate * off * feature
    return off


def contest(ours: Sequence[float], theirs: Sequence[float], pairs: int, seed: str, nodes: int) -> float:
    """Play pairs of games with the same dice and swapped sides. Returns the share that *ours* wins."""
    won = 0
    for number in range(pairs):
        for side, weights in (
            ("jack", {"jack": ours, "investigators": theirs}),
            ("investigators", {"jack": theirs, "investigators": ours}),
        ):
            won += SelfPlayGame(Random(f"{seed} {number}"), weights, nodes).play() == side
    return won / (2 * pairs)


_RATE: Final = 0.02  # initial learning rate
_SLOWER: Final = 200  # games until the learning rate is halved


class WhitehallTrainer:
    title = "whitehall"
    round = 100
    pairs = 20
    nodes = 30_000  # per answer

    def begin(self, seed: int) -> list[float]:
        return [*BY_HAND]

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        for number in games:
            rate = _RATE / (1.0 + number / _SLOWER)
            sides = {"jack": [*weights], "investigators": [*weights]}
            SelfPlayGame(Random(f"lesson {seed} {number}"), sides, self.nodes).play(weights, rate)
        return [round(weight, 4) for weight in weights]

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        return contest(ours, theirs, pairs, seed, self.nodes)


def train(path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    return learning.train(WhitehallTrainer(), path, games, seed, report)

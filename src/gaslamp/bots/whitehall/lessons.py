"""Games that a judgement of Whitehall Mystery plays against itself or another, to learn and to see which is better.

What it judges is Jack's chances where the playing out is left off. In a game there is such a moment whenever he is to
move, and how the round ended is what it should have said.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.inspector import Inspector
from gaslamp.core.game import CHANCE, Side
from gaslamp.core.history import Playthrough
from gaslamp.titles.whitehall.game import Whitehall

Judges: TypeAlias = Mapping[Side, Sequence[float]]  # the weights that each side judges by


class Lesson:
    """One game, each side with its own judgement."""

    def __init__(self, rng: Random, judges: Judges, nodes: int) -> None:
        self.rng = rng
        self._nodes = nodes
        self._game = Whitehall()
        self._playthrough = Playthrough(self._game)
        self._inspectors = {side: Inspector(array("d", hopes)) for side, hopes in judges.items()}
        self._cache = {side: BeliefCache() for side in judges}
        self.moments: list[tuple[int, list[float]]] = []  # the round, and what was to be seen

    def play(self, hopes: list[float] | None = None, rate: float = 0.0) -> Side:
        """Play to the end; where hopes are given, they learn at a rate. Give who won."""
        playthrough = self._playthrough
        while (seat := self._game.to_move(playthrough.position)) is not None:
            if seat == CHANCE:
                playthrough.advance(self.rng.choice(playthrough.position.legal()))
                continue
            side = self._game.side(seat)
            situation = Situation.at(playthrough, seat)
            if hopes is not None and situation.view.stage == "moving":
                self._look(situation)
            question = Question(situation, Limit(nodes=self._nodes), self.rng.getrandbits(64))
            answer = self._inspectors[side].answer(question, self._cache[side])
            playthrough.advance(self._game.actions.parse(answer.notation))
        outcome = self._game.outcome(playthrough.position)
        assert outcome is not None
        if hopes is not None:
            last = playthrough.position.round if outcome.winner != "jack" else 0  # the only round that he may have lost
            for number, features in self.moments:
                learn(hopes, features, float(number != last), rate)
        return outcome.winner

    def _look(self, situation: Situation) -> None:
        thinking = self._inspectors["jack"].evasion(situation, self._cache["jack"], self.rng, self._nodes)
        self.moments.append((situation.view.round, thinking.described()))


def learn(hopes: list[float], features: Sequence[float], target: float, rate: float) -> float:
    """Move the weights a little towards a better value; give how far off they were."""
    value = sum(hope * feature for hope, feature in zip(hopes, features, strict=True))
    off = target - max(0.05, min(0.98, value))
    for k, feature in enumerate(features):
        hopes[k] += rate * off * feature
    return off


def contest(one: Sequence[float], other: Sequence[float], pairs: int, seed: str, nodes: int) -> float:
    """Play pairs of games with the same dice, each judgement once on each side; give which share the first wins."""
    won = 0
    for number in range(pairs):
        for side, judges in (
            ("jack", {"jack": one, "investigators": other}),
            ("investigators", {"jack": other, "investigators": one}),
        ):
            won += Lesson(Random(f"{seed} {number}"), judges, nodes).play() == side
    return won / (2 * pairs)

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
from gaslamp.core.game import CHANCE, News, Seat, Side, redact
from gaslamp.titles.whitehall.game import Whitehall

Judges: TypeAlias = Mapping[Side, Sequence[float]]  # the weights that each side judges by


class Lesson:
    """One game, each side with its own judgement."""

    def __init__(self, rng: Random, judges: Judges, nodes: int) -> None:
        self.rng = rng
        self._nodes = nodes
        self._game = Whitehall()
        self._position = self._game.start()
        self._inspectors = {side: Inspector(array("d", hopes)) for side, hopes in judges.items()}
        self._cache = {side: BeliefCache() for side in judges}
        self._news: dict[Seat, list[News]] = {seat: [] for seat in self._game.seats}
        self.moments: list[tuple[int, list[float]]] = []  # the round, and what was to be seen

    def play(self, hopes: list[float] | None = None, rate: float = 0.0) -> Side:
        """Play to the end; where hopes are given, they learn at a rate. Give who won."""
        while (seat := self._game.to_move(self._position)) is not None:
            legal = self._position.legal()
            if seat == CHANCE:
                self._advance(self.rng.choice(legal))
                continue
            side = self._game.side(seat)
            situation = self._situation(seat, legal)
            if hopes is not None and situation.view.stage == "moving":
                self._look(situation)
            question = Question(situation, Limit(nodes=self._nodes), self.rng.getrandbits(64))
            answer = self._inspectors[side].answer(question, self._cache[side])
            self._advance(self._game.actions.parse(answer.notation))
        outcome = self._game.outcome(self._position)
        assert outcome is not None
        if hopes is not None:
            last = self._position.round if outcome.winner != "jack" else 0  # the only round that he may have lost
            for number, features in self.moments:
                learn(hopes, features, float(number != last), rate)
        return outcome.winner

    def _look(self, situation: Situation) -> None:
        thinking = self._inspectors["jack"].evasion(situation, self._cache["jack"], self.rng, self._nodes)
        self.moments.append((situation.view.round, thinking.described()))

    def _situation(self, seat: Seat, legal: list[int]) -> Situation:
        game = self._game
        words = tuple(map(game.actions.format, legal))
        view = game.view(self._position, seat)
        return Situation(game.title, dict(game.options), seat, view, words, tuple(self._news[seat]))

    def _advance(self, action: int) -> None:
        before = self._position
        self._position = before.copy()
        self._position.advance(action)
        events = self._game.events(before, action, self._position)
        for seat in self._game.seats:
            self._news[seat] += redact(events, seat)


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

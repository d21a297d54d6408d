"""The public situations of a game under review, and what could follow each by a draw or by an answer.

The evaluator of a title evaluates situations; `TreeEvaluator` follows the game from one to the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from gaslamp.core.game import CHANCE, OVER, SPECTATOR, Game, News, Side
from gaslamp.core.history import Playthrough
from gaslamp.review.moments import Chances, JudgedChoice, Kind, Moment

Story: TypeAlias = tuple[News, ...]  # public news
Secret: TypeAlias = Any  # hashable; each title has its own


@dataclass(slots=True)
class PublicSituation:
    """A public situation: the probability of each secret, and Jack's chance in it."""

    weights: Mapping[Secret, float]
    values: Mapping[Secret, float]
    following: dict[Hashable, Self] = field(default_factory=dict)  # by public news

    @property
    def public(self) -> float:
        return self.mean(self.weights)

    def mean(self, secrets: Iterable[Secret]) -> float:
        """Return Jack's chance if it is one of these secrets; those without weight count if there are no others."""
        total = value = plain = count = 0.0
        for secret in secrets:
            total += self.weights[secret]
            value += self.weights[secret] * self.values[secret]
            plain, count = plain + self.values[secret], count + 1
        return value / total if total else plain / count

    def after(self, news: Story) -> Self:
        return self.following[story_key(news)]


S = TypeVar("S", bound=PublicSituation)


class TreeEvaluator(ABC, Generic[S]):
    """Evaluates one title; a subclass is an `Evaluator`."""

    answers: ClassVar[frozenset[str]]  # kinds of news that begin the answer to an activation
    answer: ClassVar[Kind] = "call"  # what such an answer is
    judges = True

    def moments(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[Moment]:
        course = Playthrough(game, (SPECTATOR,))
        situation = self.start(course, actions)
        yield self._moment("start", course, situation)
        while len(course.actions) < len(actions):
            rest = actions[len(course.actions) :]
            if game.to_move(course.position) == CHANCE:
                situation = self.drawn(situation, self._draw(course, rest))
                yield self._moment("draw", course, situation)
                continue
            activation = whole_activation(game, course.position, rest)
            if not activation:
                return
            before, secret = situation, self.secret(situation, course.position)
            news: Story = ()
            for action in activation:
                news += self.step(course, action)
            story, answer = self.split(news)
            situation = self.played(before, course.game, activation, story)
            choice = self.judge(before, activation, secret, situation) if self.judges else None
            yield self._moment("activation", course, situation, choice, secret)
            if story_key(story) in situation.following:
                situation = situation.after(story)
                yield self._moment("draw", course, situation)
            if answer and situation.following:
                situation = situation.after(answer)
                yield self._moment(self.answer, course, situation)

    # ---- of a title

    @abstractmethod
    def start(self, course: Playthrough[Any, Any], actions: Sequence[int]) -> S:
        """Play the set-up in *course* and return the first situation."""

    def drawn(self, situation: S, news: Story) -> S:
        """Return the situation after a draw between two activations."""
        return situation.after(news)

    @abstractmethod
    def played(self, before: S, game: Game[Any, Any], activation: Sequence[int], story: Story) -> S:
        """Return the situation after an activation, before its card and its answer. *story* are its public news."""

    @abstractmethod
    def judge(self, before: S, activation: Sequence[int], secret: Secret, after: S) -> JudgedChoice: ...

    @abstractmethod
    def secret(self, situation: S, position: Any) -> Secret:
        """Return the secret of *situation* that is true in *position*."""

    @abstractmethod
    def knowledge(self, side: Side, secret: Secret) -> Hashable:
        """Return what a side knows of a secret."""

    def step(self, course: Playthrough[Any, Any], action: int) -> Story:
        """Carry out an action and return its public news."""
        before = len(course.news(SPECTATOR))
        course.advance(action)
        return course.news(SPECTATOR, before)

    # ---- of all titles

    @classmethod
    def split(cls, news: Story) -> tuple[Story, Story]:
        """Split the news of an activation into its own and those of the answer."""
        at = next((number for number, piece in enumerate(news) if piece.kind in cls.answers), len(news))
        return news[:at], news[at:]

    def _draw(self, course: Playthrough[Any, Any], actions: Sequence[int]) -> Story:
        news: Story = ()
        for action in actions:
            if course.game.to_move(course.position) != CHANCE:
                break
            news += self.step(course, action)
        return news

    def _moment(
        self,
        kind: Any,
        course: Playthrough[Any, Any],
        situation: S,
        choice: JudgedChoice | None = None,
        secret: Secret = None,
    ) -> Moment:
        true = self.secret(situation, course.position) if secret is None else secret
        sides = {}
        for side in course.game.sides:
            knowledge = self.knowledge(side, true)
            sides[side] = situation.mean(
                other for other in situation.weights if self.knowledge(side, other) == knowledge
            )
        chances = Chances(situation.public, sides, situation.values[true])
        return Moment(kind, len(course.actions), chances, choice)


def whole_activation(game: Game[Any, Any], position: Any, actions: Sequence[int]) -> list[int]:
    """Return the actions up to the end of the activation; [] if the game ended inside it."""
    position = position.copy()
    for count, action in enumerate(actions, 1):
        position.advance(action)
        if game.turn_complete(position):
            return list(actions[:count])
    return []


def corrected(chance: float, logits: float) -> float:
    """Return a chance whose odds are multiplied by a constant; 0 and 1 are certain."""
    if not 0.0 < chance < 1.0:
        return chance
    odds = chance / (1.0 - chance) * exp(logits)
    return odds / (1.0 + odds)


def story_key(news: Story) -> Hashable:
    """Return a key of public news, without what is revealed after the end."""
    end = next((number for number, piece in enumerate(news, 1) if piece.kind == OVER), len(news))
    return tuple((piece.kind, tuple(sorted(piece.details.items()))) for piece in news[:end])

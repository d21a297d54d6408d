"""What a computer opponent is asked, and what it answers: the contract of every level of every title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Game, News, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a seat may know when it is to move; never a position."""

    title: str
    options: Mapping[str, str]
    seat: Seat
    view: Any  # the title's view
    legal: tuple[str, ...]
    news: tuple[News, ...]

    @classmethod
    def of(
        cls, game: Game[Any, Any], seat: Seat, view: Any, legal: tuple[str, ...], news: tuple[News, ...]
    ) -> Situation:
        """Build the situation of a seat from its view, its legal actions (as notations) and its news."""
        return cls(game.title, dict(game.options), seat, view, legal, news)

    @classmethod
    def at(cls, playthrough: Playthrough[Any, Any], seat: Seat) -> Situation:
        """Build the situation of the seat to move in *playthrough*."""
        game, position = playthrough.game, playthrough.position
        legal = game.actions.formatted(position.legal())
        return cls.of(game, seat, game.view(position, seat), legal, playthrough.news(seat))


@dataclass(frozen=True, slots=True)
class Limit:
    """How much may be thought: so many seconds, or so many nodes. Neither is for those who answer at once.

    A node is whatever a level counts its work in, positions looked at as a rule. What is limited by nodes looks at no
    clock: the same question has the same answer on every machine.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and self.nodes is not None:
            raise ValueError("seconds or nodes, not both")


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be done here? All that an answer may depend on: chance is the seed."""

    situation: Situation
    limit: Limit = Limit()
    seed: int = 0

    @property
    def rng(self) -> Random:
        """The dice of this question, not yet thrown."""
        return Random(self.seed)


@dataclass(frozen=True, slots=True)
class Why:
    """The main reasons of a choice, and how likely the seat's side seems to win; None where a level has no idea.

    Where the choice is the first step of something, `then` is what is to follow it, by its notation.

    It tells what its seat knows. Nobody else is told while the game goes on.
    """

    reasons: tuple[Message, ...] = ()
    winning: float | None = None
    then: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the legal notations, and why."""

    notation: str
    why: Why = Why()


class Bot(Protocol):
    """One level of one title. It has no memory but what it is handed, which must not change any answer."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        """Choose."""


@runtime_checkable
class Mixing(Protocol):
    """A level that can tell how often it would give which answer, whatever the seed."""

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        """How often each answer would be given, all of them together once."""

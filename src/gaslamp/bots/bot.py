"""Interface of the bots: a `Question` with a `Situation` and a `Limit` goes in, an `Answer` comes out.

>>> from gaslamp.bots.bot import Limit, Question
>>> Limit(nodes=500)
Limit(nodes=500)
>>> Limit().nodes is None  # the level's own limit
True
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Game, News, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, message

WeightedPositions: TypeAlias = Sequence[tuple[Any, float]]  # possible positions with their weights


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
    """Search limit in nodes; None for the level's own limit.

    A node is a level's unit of work, usually one evaluated position. A search reads no clock, so the same question gets
    the same answer on every machine and under every load.
    """

    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Everything an answer may depend on, including the seed of the random numbers.

    `plan` is the plan of an earlier answer in the same turn (`Why.plan`). The bot keeps to it while it can be followed.
    """

    situation: Situation
    limit: Limit = Limit()
    seed: int = 0
    plan: tuple[int, ...] = ()

    @property
    def rng(self) -> Random:
        return Random(self.seed)


class Rival(NamedTuple):
    """The best other action, and its chance by the measure of the last reason."""

    notation: str
    chance: float


@dataclass(frozen=True, slots=True)
class Why:
    """Main reasons for an answer, and the estimated probability that the seat's side wins (None if unknown).

    `then` is the notation of the planned next step, None if there is none; `plan` is the whole plan in the bot's own
    terms. If there is a `rival`, the last reason states the chance of the chosen action. A `Why` contains what the seat
    knows: it must not be shown to other viewers before the game ends.
    """

    reasons: tuple[Message, ...] = ()
    winning: float | None = None
    then: str | None = None
    plan: tuple[int, ...] = ()
    rival: Rival | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    notation: str
    why: Why = Why()


class Bot(Protocol):
    """One level of one title. It has no state of its own; *cache* saves work and must not change any answer."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer: ...


class PasserBy:
    """A uniformly random legal action: the weakest level of every title."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        return Answer(question.rng.choice(question.situation.legal), Why((message("why.chance"),)))


PASSER_BY: Final[Bot] = PasserBy()


@runtime_checkable
class Mixing(Protocol):
    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        """Return the probability of each legal notation, over all seeds."""

    def secret(self, position: Any, seat: Seat) -> Hashable:
        """Return the hidden part of a position on which the strategy of *seat* depends."""


@runtime_checkable
class Planning(Protocol):
    """A level that evaluates actions under a belief given by the caller."""

    def values(self, question: Question, imagined: WeightedPositions, cache: BeliefCache) -> Mapping[str, float]:
        """Return the value of each candidate action for the side to move; a higher value is better.

        *imagined* are the possible positions with their weights. Values are win probabilities, except in titles whose
        worlds are sampled. Actions that are not worth considering may be missing.
        """

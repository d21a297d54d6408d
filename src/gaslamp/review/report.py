"""A review as data: curves, accounts, judged decisions and a summary for each side.

Chances and changes are whole numbers of 0.1 points of Jack's win chance, 0 to 1000, so that accounts add up exactly and
the same record gives the same review on every machine. A summary counts from the view of its own side.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from gaslamp.core.game import Seat, Side
from gaslamp.core.messages import Message
from gaslamp.review.moments import Kind
from gaslamp.ui import Part

WHOLE: Final = 1000  # a certain win
AccountKind: TypeAlias = Literal["chance", "decision", "news"]
Judgement: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]
LEVELS: Final[tuple[tuple[int, Judgement], ...]] = ((150, "blunder"), (100, "mistake"), (50, "inaccuracy"))


class Account(Part, frozen=True):
    """A change of the public chance, and its cause."""

    kind: AccountKind
    change: int
    side: Side = ""  # of a decision


class Alternative(Part, frozen=True):
    """A way to play an activation; *chance* is that of the deciding side."""

    actions: tuple[str, ...]  # notations
    labels: tuple[Message, ...]
    chance: int
    share: int = 0  # how often the bot plays it


class Decision(Part, frozen=True):
    seat: Seat
    side: Side
    choices: int  # number of alternatives that were compared; 1: forced
    played: Alternative
    best: tuple[Alternative, ...] = ()  # the best alternatives, best first
    good: tuple[tuple[str, ...], ...] = ()  # of a judged decision: all alternatives that would not be judged
    loss: int = 0
    judgement: Judgement = ""
    belief: tuple[int, int] | None = None  # Jack's: public probability of the truth before and after
    remarks: tuple[Message, ...] = ()


class Point(Part, frozen=True):
    """The curves after an activation, a draw or a call, and the accounts of the change to it."""

    kind: Kind
    actions: int  # played so far, chance included
    public: int
    open: int
    sides: dict[Side, int]
    accounts: tuple[Account, ...] = ()
    decision: Decision | None = None


class Summary(Part, frozen=True):
    """One side's account of the game: luck + own + other + news = change."""

    change: int  # result minus start
    luck: int
    own: int  # own decisions; never above 0
    other: int  # the other side's decisions
    news: int
    choices: int  # real choices, forced ones left out: the divisor of the mean loss
    loss: int  # in all choices
    inaccuracies: int
    mistakes: int
    blunders: int

    @property
    def mean_loss(self) -> float:
        """Points of win chance lost per real choice."""
        return self.loss / 10 / self.choices if self.choices else 0.0


class TurningPoint(Part, frozen=True):
    point: int  # index in `Review.points`
    change: int
    text: Message


class Review(Part, frozen=True):
    """A review, complete or still growing."""

    title: str
    done: int  # actions reviewed
    total: int
    complete: bool
    points: tuple[Point, ...]
    summaries: dict[Side, Summary]
    turning_points: tuple[TurningPoint, ...]  # in the order of the game

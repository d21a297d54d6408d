"""The rules of a title as the rest of the house knows them: seats, positions, events, and the fixed half of a game.

How a game is shown is another matter: `ui.presentation`. What is here is enough to be played, by people and programs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, Self, TypeAlias, TypeVar

from gaslamp.core.actions import ActionSpace
from gaslamp.core.errors import IllegalAction
from gaslamp.core.options import Option, choose

if TYPE_CHECKING:
    from gaslamp.core.belief import Belief

Seat: TypeAlias = str
Viewer: TypeAlias = str  # a seat, or SPECTATOR
Side: TypeAlias = str  # seats that win and lose together; most titles have one seat a side

CHANCE: Final = "chance"
SPECTATOR: Final = "spectator"

# What a position's to_move() gives besides the number of a seat.
CHANCE_MOVES: Final = 8
NOBODY_MOVES: Final = 9

# The kinds of news that mean the same in every title; all others are the title's own.
DEALT: Final = "dealt"  # something was laid out in the open before anybody acted: a board shows it without a word
OVER: Final = "over"  # the rules ended the game; told once, to everybody, with `winner` and `reason` as its outcome has
REVEALED: Final = "revealed"  # what was hidden is laid open, as the game ends; of several the last is right

EVERYONE: Final[frozenset[Viewer]] = frozenset({"everyone"})

Detail: TypeAlias = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class News:
    """What one viewer learns of an event: its kind and details, and nothing of who else learns it."""

    kind: str
    details: Mapping[str, Detail]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and who sees it. There is no default audience: unknown would mean nobody."""

    kind: str
    details: Mapping[str, Detail]
    audience: frozenset[Viewer]
    instead: Event | None = field(default=None)  # what the others see

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether a viewer sees it as it is."""
        return self.audience is EVERYONE or viewer in self.audience

    def masked(self) -> Event | None:
        """What the others see instead, or None for nothing."""
        return self.instead


def redact(events: Sequence[Event], viewer: Viewer) -> tuple[News, ...]:
    """What one viewer learns of some events."""
    return redacted(events, (viewer,))[viewer]


def redacted(events: Sequence[Event], viewers: Sequence[Viewer]) -> dict[Viewer, tuple[News, ...]]:
    """What each viewer learns of some events; those who learn the same have the same piece of news."""
    learnt: dict[Viewer, list[News]] = {viewer: [] for viewer in viewers}
    for event in events:
        told: Event | None = event
        left = viewers  # who sees nothing of it yet
        while told is not None and left:
            piece = News(told.kind, told.details)
            for viewer in left:
                if told.seen_by(viewer):
                    learnt[viewer].append(piece)
            left = [viewer for viewer in left if not told.seen_by(viewer)]
            told = told.masked()
    return {viewer: tuple(pieces) for viewer, pieces in learnt.items()}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side and the reason, an id of the title (or of the table: resigned, time).

    Somebody always wins: a title whose rules know a draw says whose victory that is.
    """

    winner: Side
    reason: str


class Position(Protocol):
    """A moment of a game, hidden things and all: small numbers, quick to copy. The compiled ones look the same."""

    def to_move(self) -> int:
        """The number of the seat to move, CHANCE_MOVES or NOBODY_MOVES."""

    def legal(self) -> list[int]:
        """Every legal action in rising order; none when the game is over."""

    def advance(self, action: int) -> None:
        """Carry out an action, trusting that it is legal."""

    def copy(self) -> Self:
        """The same moment, to be played on freely."""

    def key(self) -> tuple[int, ...]:
        """Every field: equal keys, equal positions, and its class makes it again of them."""


P = TypeVar("P", bound=Position)
V = TypeVar("V")


class Game(ABC, Generic[P, V]):
    """A title with its options chosen: everything about a game that does not change while it is played."""

    title: ClassVar[str]
    rules_version: ClassVar[int]  # counted up when an old record would replay differently
    seats: tuple[Seat, ...]  # a position numbers them in this order; options may leave the last ones out
    option_list: ClassVar[tuple[Option, ...]]
    actions: ClassVar[ActionSpace]
    longest: ClassVar[int]  # no game has more actions, chance included
    presentation: ClassVar[type[Any] | None] = None  # a subclass of ui.Presentation; None for the plain one
    sampled: ClassVar[bool] = False  # its beliefs are samples of the worlds there are, which may lack the true one

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options: Mapping[str, str] = choose(self.option_list, options or {}, self.title)

    # ---- the rules

    @abstractmethod
    def start(self) -> P:
        """The position before anything is dealt or chosen."""

    def weights(self, position: P) -> list[int]:
        """The integer weight of each legal action while chance is to move, in the order of `legal`."""
        return [1] * len(position.legal())

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def turn_complete(self, position: P) -> bool:
        """Whether no activation is under way: only then are the other seats told what was done."""
        return True

    def ends_undo(self, before: P, action: int, after: P) -> bool:
        """Whether an action cannot be taken back freely: it drew, was answered, or ended the activation."""
        return self.turn_complete(after) or after.to_move() == CHANCE_MOVES

    def irreversible(self, before: P, action: int, after: P) -> bool:
        """Whether an action is never taken back, not even by consent: somebody drew, or was answered."""
        return CHANCE_MOVES in {before.to_move(), after.to_move()} or self.outcome(after) is not None

    def to_move(self, position: P) -> Seat | None:
        """The seat to move, CHANCE, or None when the game is over."""
        number = position.to_move()
        if number == NOBODY_MOVES:
            return None
        return CHANCE if number == CHANCE_MOVES else self.seats[number]

    # ---- who knows what

    @abstractmethod
    def events(self, before: P, action: int, after: P) -> tuple[Event, ...]:
        """What happened when an action led from one position to the next."""

    def closing_events(self, position: P) -> tuple[Event, ...]:
        """What is shown to all when the table ends a game that the rules have not ended: no OVER is among it."""
        return ()

    @abstractmethod
    def view(self, position: P, viewer: Viewer, *, ended: bool = False) -> V:
        """What a viewer may know of a position, built field by field; the table may have ended the game.

        It is a frozen dataclass of plain values, and its field `viewer` says whose view it is.
        """

    @abstractmethod
    def belief(self, viewer: Viewer) -> Belief[Any]:
        """The exact belief of a viewer before anything has happened; it is told the news as it comes."""

    @abstractmethod
    def rewrite_history(self, actions: Sequence[int], viewer: Viewer, world: Any) -> list[int]:
        """The same game as this viewer saw it, with the hidden things of another world of its belief."""

    @abstractmethod
    def position_from(self, view: V, world: Any) -> P:
        """The position that a view and a world of its belief make: what an opponent may think ahead from."""

    def side(self, seat: Seat) -> Side:
        """The side a seat belongs to: its own, where every seat plays for itself."""
        return seat

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The two sides, in the order of their first seats: what one loses the other wins."""
        return tuple(dict.fromkeys(self.side(seat) for seat in self.seats))

    def other_side(self, side: Side) -> Side:
        """The side that plays against a side."""
        first, second = self.sides
        return second if side == first else first

    def allies(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of a seat's side, itself among them: they know the same and share each step."""
        return self._allies[seat]

    @cached_property
    def _allies(self) -> Mapping[Seat, tuple[Seat, ...]]:
        sides = {seat: self.side(seat) for seat in self.seats}
        return {seat: tuple(other for other in sides if sides[other] == side) for seat, side in sides.items()}

    @cached_property
    def viewers(self) -> tuple[Viewer, ...]:
        """The seats and the spectator."""
        return (*self.seats, SPECTATOR)

    # ---- the deduction aid, where a title has one

    @property
    def aided(self) -> bool:
        """Whether the players agreed on the aid."""
        return False

    def aid_from(self, viewer: Viewer) -> Viewer | None:
        """From whose news the aid of a viewer is concluded; None where there is none to give."""
        return None

    def conclude(self, news: Sequence[News]) -> Any:
        """Conclude from one viewer's news: plain data, made in another process, for it may take long."""
        return None


def apply(game: Game[P, V], position: P, action: int) -> tuple[P, tuple[Event, ...]]:
    """Check that *action* is legal, then `advance`. Raises IllegalAction."""
    if action not in position.legal():
        raise IllegalAction("error.illegal")
    return advance(game, position, action)


def advance(game: Game[P, V], position: P, action: int) -> tuple[P, tuple[Event, ...]]:
    """Return the position after a legal action, and its events. *position* itself does not change."""
    after = position.copy()
    after.advance(action)
    return after, game.events(position, action, after)

"""The rules of a title: seats, positions, events, views and beliefs.

A `Game` is a title with its options; a `Position` changes while it is played. `ui.presentation` renders games.

>>> from gaslamp import titles
>>> game = titles.game("pocket")
>>> position = game.start()
>>> game.to_move(position)
'chance'
>>> after, events = apply(game, position, position.legal()[0])
>>> [piece.kind for piece in redact(events, SPECTATOR)]
['dealt']
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
Side: TypeAlias = str  # seats that win together

CHANCE: Final = "chance"
SPECTATOR: Final = "spectator"

# Results of Position.to_move() besides seat numbers.
CHANCE_MOVES: Final = 8
NOBODY_MOVES: Final = 9

# Kinds of news common to all titles.
DEALT: Final = "dealt"  # public setup; shown by the board, not logged
OVER: Final = "over"  # ended by the rules; details `winner` and `reason`
REVEALED: Final = "revealed"  # hidden information at the end; the last counts

EVERYONE: Final[frozenset[Viewer]] = frozenset({"everyone"})

Detail: TypeAlias = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class News:
    """An event as one viewer receives it, without its audience."""

    kind: str
    details: Mapping[str, Detail]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with its audience. There is no default audience."""

    kind: str
    details: Mapping[str, Detail]
    audience: frozenset[Viewer]
    instead: Event | None = field(default=None)  # for viewers outside the audience

    def seen_by(self, viewer: Viewer) -> bool:
        """True if *viewer* sees the event itself, not its substitute."""
        return self.audience is EVERYONE or viewer in self.audience

    def masked(self) -> Event | None:
        """Return the event for viewers outside the audience, or None if they receive nothing."""
        return self.instead


def redact(events: Sequence[Event], viewer: Viewer) -> tuple[News, ...]:
    return redacted(events, (viewer,))[viewer]


def redacted(events: Sequence[Event], viewers: Sequence[Viewer]) -> dict[Viewer, tuple[News, ...]]:
    """Return the news of each viewer. Viewers that learn the same share one News object."""
    learnt: dict[Viewer, list[News]] = {viewer: [] for viewer in viewers}
    for event in events:
        variant: Event | None = event
        left = viewers  # viewers without news of this event
        while variant is not None and left:
            piece = News(variant.kind, variant.details)
            for viewer in left:
                if variant.seen_by(viewer):
                    learnt[viewer].append(piece)
            left = [viewer for viewer in left if not variant.seen_by(viewer)]
            variant = variant.masked()
    return {viewer: tuple(pieces) for viewer, pieces in learnt.items()}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winning side and the reason: an id of the title, or of the table (resigned, time).

    There are no draws: the rules of each title name a winner.
    """

    winner: Side
    reason: str


class Position(Protocol):
    """Complete state of a game, hidden information included. Compiled positions have the same methods."""

    def to_move(self) -> int:
        """Return the number of the seat to move, CHANCE_MOVES or NOBODY_MOVES."""

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order; [] when the game is over."""

    def advance(self, action: int) -> None:
        """Carry out an action without checking that it is legal."""

    def copy(self) -> Self: ...

    def key(self) -> tuple[int, ...]:
        """Return all fields. Equal positions have equal keys, and the class rebuilds a position from its key."""


P = TypeVar("P", bound=Position)
V = TypeVar("V")


class Game(ABC, Generic[P, V]):
    """A title with its options: everything that does not change during a game."""

    title: ClassVar[str]
    rules_version: ClassVar[int]  # incremented when old records replay differently
    seats: tuple[Seat, ...]  # in position order; options may drop the last
    option_list: ClassVar[tuple[Option, ...]]
    actions: ClassVar[ActionSpace]
    longest: ClassVar[int]  # maximum number of actions, chance included
    presentation: ClassVar[type[Any] | None] = None  # subclass of ui.Presentation; None for the default
    sampled: ClassVar[bool] = False  # beliefs are samples that may lack the true world

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options: Mapping[str, str] = choose(self.option_list, options or {}, self.title)

    # ---- the rules

    @abstractmethod
    def start(self) -> P:
        """Return the position before the first draw or action."""

    def weights(self, position: P) -> list[int]:
        """Return integer weights of the legal chance actions, in the order of `legal`."""
        return [1] * len(position.legal())

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return the outcome by the rules, or None while the game goes on."""

    def turn_complete(self, position: P) -> bool:
        """True between activations. Only then do other seats receive the news of an activation."""
        return True

    def ends_undo(self, before: P, action: int, after: P) -> bool:
        """True if an action cannot be undone freely: it drew, was answered, or ended the activation."""
        return self.turn_complete(after) or after.to_move() == CHANCE_MOVES

    def irreversible(self, before: P, action: int, after: P) -> bool:
        """True if an action cannot be undone even by agreement: it drew, was answered, or ended the game."""
        return CHANCE_MOVES in {before.to_move(), after.to_move()} or self.outcome(after) is not None

    def to_move(self, position: P) -> Seat | None:
        """Return the seat to move, CHANCE, or None when the game is over."""
        number = position.to_move()
        if number == NOBODY_MOVES:
            return None
        return CHANCE if number == CHANCE_MOVES else self.seats[number]

    # ---- information

    @abstractmethod
    def events(self, before: P, action: int, after: P) -> tuple[Event, ...]: ...

    def closing_events(self, position: P) -> tuple[Event, ...]:
        """Return the public events of a game that the table ended (resigned, time); OVER is not among them."""
        return ()

    @abstractmethod
    def view(self, position: P, viewer: Viewer, *, ended: bool = False) -> V:
        """Return the viewer's information about a position; *ended* reveals everything, as after resignation.

        A view is a frozen dataclass of plain values with a field `viewer`.
        """

    @abstractmethod
    def belief(self, viewer: Viewer) -> Belief[Any]:
        """Return the viewer's exact belief at the start; call `observe` with each piece of its news."""

    @abstractmethod
    def rewrite_history(self, actions: Sequence[int], viewer: Viewer, world: Any) -> list[int]:
        """Return actions that give *viewer* the same news, with the hidden information of *world*."""

    @abstractmethod
    def position_from(self, view: V, world: Any) -> P:
        """Combine a view and a world of its belief into a position that a bot can search from."""

    def side(self, seat: Seat) -> Side:
        """Return the side of a seat; by default each seat is its own side."""
        return seat

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The two sides, in the order of their first seats. The game is zero-sum between them."""
        return tuple(dict.fromkeys(self.side(seat) for seat in self.seats))

    def other_side(self, side: Side) -> Side:
        first, second = self.sides
        return second if side == first else first

    def allies(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats of the same side, *seat* included. Allies share news and see each step at once."""
        return self._allies[seat]

    @cached_property
    def _allies(self) -> Mapping[Seat, tuple[Seat, ...]]:
        sides = {seat: self.side(seat) for seat in self.seats}
        return {seat: tuple(other for other in sides if sides[other] == side) for seat, side in sides.items()}

    @cached_property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*self.seats, SPECTATOR)

    # ---- the deduction aid, where a title has one

    @property
    def aided(self) -> bool:
        """True if the deduction aid was chosen as an option."""
        return False

    def aid_from(self, viewer: Viewer) -> Viewer | None:
        """Return the viewer from whose news the aid is computed, or None if *viewer* has no aid."""
        return None

    def conclude(self, news: Sequence[News]) -> Any:
        """Compute the aid from one viewer's news, as plain data. Runs in a worker process: it may be slow."""
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

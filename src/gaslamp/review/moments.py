"""Results of an evaluator: win chances after each activation, draw and call, and the choices of each activation.

All chances are those of Jack's side, from 0 to 1; those of an `ValuedOption` are of the side that chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

from gaslamp.core.game import Game, Seat, Side
from gaslamp.core.messages import Message

JACK: Final[Side] = "jack"
Kind: TypeAlias = Literal["start", "activation", "draw", "call", "answer", "end"]  # answer: to a search or an arrest


@dataclass(frozen=True, slots=True)
class Chances:
    """Jack's win chance: for a spectator, for each side with what it knows, and given the true secret."""

    public: float
    sides: Mapping[Side, float]
    open: float

    @classmethod
    def final(cls, sides: Sequence[Side], winner: Side) -> Chances:
        won = float(winner == JACK)
        return cls(won, dict.fromkeys(sides, won), won)


@dataclass(frozen=True, slots=True)
class ValuedOption:
    """A way to play an activation, with the mover's win chance at its belief, and how often the bot plays it."""

    actions: tuple[int, ...]
    chance: float
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """An activation as its seat could judge it; a single option is no choice."""

    seat: Seat
    played: ValuedOption
    options: tuple[ValuedOption, ...]  # best first; the played one may be missing
    belief: tuple[float, float] | None = None  # Jack's: public probability of the true secret, before and after
    remarks: tuple[Message, ...] = ()

    @property
    def is_real(self) -> bool:
        return len(self.options) > 1

    @property
    def loss(self) -> float:
        """Best alternative minus the played option; 0 for an option that the bot plays too."""
        if not self.is_real or self.played.share > 0:
            return 0.0
        return max(0.0, self.options[0].chance - self.played.chance)


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after an activation, a draw or a call; *actions* of the record have been played."""

    kind: Kind
    actions: int
    chances: Chances
    choice: JudgedChoice | None = None  # of an activation


class Evaluator(Protocol):
    """Evaluates the games of one title with a fixed number of nodes per search."""

    judges: bool  # False: moments have no choices

    def moments(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[Moment]:
        """Yield the start and every moment after it, except the end that the table set (resigned, time)."""

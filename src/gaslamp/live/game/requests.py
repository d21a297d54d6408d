"""What can be asked of a game, each as a small value: by the people and programs at it, and by the house itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gaslamp.core.game import Seat
from gaslamp.storage.deadlines import Outage


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action for a seat that has seen so many updates."""

    seat: Seat
    notation: str
    step: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of the activation under way."""

    seat: Seat
    step: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Abort:
    """Close a game before a player has finished anything."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the others to agree to something."""

    seat: Seat
    what: str  # pause, undo, or hand_over with a seat


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer an offer."""

    seat: Seat
    number: int
    agree: bool


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a pause."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a seat back that was handed over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Hint:
    """Note for everybody that a seat is given a hint in this turn."""

    seat: Seat
    step: int


@dataclass(frozen=True, slots=True)
class BotPlay:
    """Play what an opponent chose, unless its seat was taken back meanwhile."""

    seat: Seat
    notation: str
    step: int


@dataclass(frozen=True, slots=True)
class StartClocks:
    """Let the clocks begin to run."""


@dataclass(frozen=True, slots=True)
class Flag:
    """End the game because the time of a seat is up."""


@dataclass(frozen=True, slots=True)
class TakeOff:
    """Take the time off the clocks in which no server was up."""

    outage: Outage


Request: TypeAlias = (
    Play | Undo | Resign | Abort | Ask | Reply | Resume | TakeSeat | Hint | BotPlay | StartClocks | Flag | TakeOff
)

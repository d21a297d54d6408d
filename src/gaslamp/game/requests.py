"""What can be asked of a game: by the player of a seat, by bots, and by the server itself.

Clients send the requests of players as they are here; their first field tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from gaslamp.core.game import Seat

Step: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]  # number of updates that the player has seen
Word: TypeAlias = Annotated[str, Meta(max_length=80)]


class _Sent(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Play(_Sent, frozen=True):
    """Play an action, by its notation; the step is that of the table the player saw."""

    notation: Word = field(name="play")
    step: Step
    again: bool = False  # resent after a reconnect: if it was played already, only the table is sent


class BotPlay(Play, frozen=True):
    """The answer of a bot; refused if a player has taken the seat back meanwhile."""


class Undo(_Sent, frozen=True):
    """Take back the last step."""

    step: Step = field(name="undo")
    again: bool = False


class Resign(_Sent, frozen=True):
    """Give up."""

    step: Step = field(name="resign", default=0)
    again: bool = False


class Hint(_Sent, frozen=True):
    """Say what a bot would do here, and why."""

    step: Step = field(name="hint")


class Reply(_Sent, frozen=True):
    """Answer the offer with this number, or withdraw it."""

    number: Step = field(name="reply")
    agree: bool


class Resume(_Sent, frozen=True):
    """Go on after a pause."""

    resume: bool = True


class TakeSeat(_Sent, frozen=True):
    """Take one's seat back from the bot it was handed to."""

    take_seat: bool = True


class Abort(_Sent, frozen=True):
    """Close the game before it has begun."""

    abort: bool = True


class Ask(_Sent, frozen=True):
    """Offer a pause, to undo the last activation, or to hand over a deserted seat."""

    offer: Word = field(name="ask")  # "pause", "undo" or "hand_over SEAT"


class Start(Struct, frozen=True):  # deal
    pass


class StartClocks(Struct, frozen=True):
    pass


class Flag(Struct, frozen=True):
    """End the game if the time of a seat is up."""


class TakeOff(Struct, frozen=True):
    """Do not count an outage of the server, in milliseconds since 1970, on the clocks."""

    since: int
    until: int


Request: TypeAlias = (
    Play | Undo | Hint | Resign | Abort | Ask | Reply | Resume | TakeSeat | Start | StartClocks | Flag | TakeOff
)


def is_resent(request: object) -> bool:
    """Return True for an action that the client sent before, on a connection it then lost."""
    return isinstance(request, (Play, Undo, Resign)) and request.again


class SeatPresence(msgspec.Struct, frozen=True):
    """Which players are connected, which the log does not contain."""

    present: frozenset[Seat] = frozenset()
    away: Mapping[Seat, int] = {}  # absent players, and when a bot may take their seats (ms since 1970)
    substitutes: Mapping[Seat, str] = {}  # level that would take a seat


NOBODY: Final = SeatPresence()

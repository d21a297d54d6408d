"""What can be asked of a game: by players and programs, by bots, and by the server itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from gaslamp.core.game import Seat
from gaslamp.game.entries import OfferKind


class _Request(msgspec.Struct, frozen=True):
    pass


class Start(_Request, frozen=True):  # deal
    pass


class StartClocks(_Request, frozen=True):
    pass


class Play(_Request, frozen=True):
    seat: Seat
    notation: str
    step: int  # number of updates the player has seen


class BotPlay(Play, frozen=True):
    """The answer of a bot; refused if a player has taken the seat back meanwhile."""


class Undo(_Request, frozen=True):
    seat: Seat
    step: int


class Hint(_Request, frozen=True):
    """Announce that the seat receives its first hint of this turn."""

    seat: Seat
    step: int


class Resign(_Request, frozen=True):
    seat: Seat


class Abort(_Request, frozen=True):
    seat: Seat


class Ask(_Request, frozen=True):
    """Offer a pause, to undo the last activation, or to hand the seat of a player who has left to a bot."""

    seat: Seat
    what: OfferKind
    target: Seat = ""  # the seat to hand over


class Reply(_Request, frozen=True):
    """Answer an offer, or withdraw it."""

    seat: Seat
    number: int  # of the offer
    agree: bool


class Resume(_Request, frozen=True):
    seat: Seat


class TakeSeat(_Request, frozen=True):
    seat: Seat  # that was handed over


class Flag(_Request, frozen=True):
    """End the game if the time of a seat is up."""


class TakeOff(_Request, frozen=True):
    """Do not count an outage of the server, in milliseconds since 1970, on the clocks."""

    since: int
    until: int


Request: TypeAlias = (
    Start | StartClocks | Play | Undo | Hint | Resign | Abort | Ask | Reply | Resume | TakeSeat | Flag | TakeOff
)


class SeatPresence(msgspec.Struct, frozen=True):
    """Which players are connected, which the log does not contain."""

    present: frozenset[Seat] = frozenset()
    away: Mapping[Seat, int] = {}  # absent players, and when a bot may take their seats (ms since 1970)
    substitutes: Mapping[Seat, str] = {}  # level that would take a seat


NOBODY: Final = SeatPresence()

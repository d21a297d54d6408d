"""The log of a game. Each entry says what was done and when; the state of a game follows from its entries alone.

Entries are stored and committed as JSON, with the kind of entry in the field "kind":

>>> encode(Resigned("jack", at=1700000000000))
b'{"kind":"resign","seat":"jack","at":1700000000000}'
>>> decode(b'{"kind":"resign","seat":"jack"}')
Resigned(seat='jack', at=0)
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from gaslamp.core.game import Seat

OfferKind: TypeAlias = Literal["pause", "undo", "hand_over"]


class _Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", kw_only=True):
    at: int = 0  # milliseconds since 1970


class Started(_Entry, frozen=True, tag="start"):
    """The deal: what chance drew before the first turn. A practice game continues from *prefix*."""

    actions: tuple[str, ...]
    prefix: tuple[str, ...] = ()  # actions of another game, draws included


class ClocksStarted(_Entry, frozen=True, tag="begin"):
    pass


class Played(_Entry, frozen=True, tag="action"):
    seat: Seat
    actions: tuple[str, ...]  # the action and the draws that followed it


class Undone(_Entry, frozen=True, tag="undo"):  # of the last action in the unfinished activation
    seat: Seat


class Resigned(_Entry, frozen=True, tag="resign"):
    seat: Seat


class Flagged(_Entry, frozen=True, tag="flag"):
    seat: Seat  # whose time was up


class Aborted(_Entry, frozen=True, tag="abort"):  # before a player had finished an activation
    seat: Seat


class OutageEnded(_Entry, frozen=True, tag="outage"):
    """No server was running from *since* until `at`; the clocks did not run."""

    since: int


class Offered(_Entry, frozen=True, tag="offer"):
    seat: Seat
    what: OfferKind
    target: Seat = ""  # the seat to hand over


class Consented(_Entry, frozen=True, tag="consent"):  # others still have to
    seat: Seat


class Declined(_Entry, frozen=True, tag="decline"):
    seat: Seat  # that of the offer, if it was withdrawn


class Paused(_Entry, frozen=True, tag="pause"):
    seat: Seat  # of the player who asked for it


class Resumed(_Entry, frozen=True, tag="resume"):
    seat: Seat


class TurnUndone(_Entry, frozen=True, tag="undo_agreed"):  # the last finished activation
    seat: Seat  # of the player who asked for it


class HandedOver(_Entry, frozen=True, tag="hand_over"):
    seat: Seat
    level: str  # of the bot that plays now


class SeatTakenBack(_Entry, frozen=True, tag="take_back"):
    seat: Seat  # that was handed over


class Hinted(_Entry, frozen=True, tag="hint"):
    seat: Seat  # which received its first hint of this turn


Entry: TypeAlias = (
    Started | ClocksStarted | Played | Undone | Resigned | Flagged | Aborted | OutageEnded | Offered | Consented
    | Declined | Paused | Resumed | TurnUndone | HandedOver | SeatTakenBack | Hinted
)  # fmt: skip
_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def decode(text: bytes | str) -> Entry:
    """Return the entry of some bytes. Raises msgspec.ValidationError or msgspec.DecodeError."""
    entry: Entry = _DECODER.decode(text)
    return entry

"""How a game stands, as far as everybody may know: what lists tell of it without opening it.

It is kept in the same transaction as the entry that brings it about, so it is worked out before that takes effect.
Inside an activation nothing of it changes, whatever is done and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from gaslamp.core.game import Game, Seat
from gaslamp.table import timing
from gaslamp.table.log import Entry
from gaslamp.table.status import Status
from gaslamp.table.table import Table

Phase: TypeAlias = Literal["waiting", "playing", "over", "closed", "lost"]  # lost: it cannot be opened any more


class Standing(NamedTuple):
    """How a game stands."""

    phase: Phase
    at: int  # when everybody last learned something, in milliseconds since 1970
    turn: Seat | None = None  # the seat of a person that is awaited
    winner: str | None = None  # the side that has won
    reason: str | None = None


class _Around(NamedTuple):
    """What the status of a table has to do with it."""

    closed: bool
    still: bool
    bots: frozenset[Seat]
    at: int


def now(table: Table, status: Status) -> Standing:
    """How a game stands."""
    return _standing(table, status, None)


def after(table: Table, status: Status, entry: Entry) -> Standing:
    """How a game will stand when an entry has taken effect; nothing takes effect here."""
    return _standing(table, status, entry)


def kept(game: Game[Any, Any], clock: str, bots: dict[Seat, str], entries: Sequence[Entry], created: int) -> Standing:
    """How a game stands from what is kept of it."""
    table, status = Table(game, begin=False), Status(game, timing.read(clock), bots)
    for entry in entries:
        table.take_in(entry)
        status.take_in(entry, table.awaited, table.told)
    standing = now(table, status)
    return standing if standing.at else standing._replace(at=created * timing.SECOND)


def _standing(table: Table, status: Status, entry: Entry | None) -> Standing:
    foreseen = table.foresee(entry)
    around = _around(status, entry, public=foreseen.public)
    if foreseen.outcome is not None:
        return Standing("over", around.at, winner=foreseen.outcome.winner, reason=foreseen.outcome.reason)
    if around.closed:
        return Standing("closed", around.at)
    if not foreseen.started:
        return Standing("waiting", around.at)
    idle = around.still or foreseen.awaited in around.bots
    return Standing("playing", around.at, turn=None if idle else foreseen.awaited)


def _around(status: Status, entry: Entry | None, *, public: bool) -> _Around:
    kind = entry.kind if entry is not None else ""
    closed = status.closed or kind == "abort"
    paused = kind == "pause" or (status.paused and kind != "resume")
    begun = status.begun or kind == "begin"
    bots = set(status.bots)
    if entry is not None and kind == "hand_over":
        bots.add(entry.seat)
    elif entry is not None and kind == "take_back":
        bots.discard(entry.seat)
    seen = entry.at if entry is not None and public else status.seen
    return _Around(closed, closed or paused or not begun, frozenset(bots), seen)

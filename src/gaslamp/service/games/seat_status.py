"""What one viewer may ask and answer at a game, beyond the state that everybody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from gaslamp.bots import levels
from gaslamp.core.game import Seat, Viewer
from gaslamp.game import agreements
from gaslamp.game.clock import Clock
from gaslamp.game.entries import OfferKind
from gaslamp.game.state import State

if TYPE_CHECKING:
    from gaslamp.service.games.live_game import LiveGame

BlockedReason: TypeAlias = Literal["paused", "not_begun", "handed"]


class SeatStatus(NamedTuple):
    asked: bool  # the offer waits for this viewer's answer
    declined: bool  # an offer of this viewer's side
    may_ask: tuple[OfferKind, ...]
    gone: tuple[tuple[Seat, int], ...]  # seats the viewer may ask to hand over, and since when


class SeatClock(msgspec.Struct, frozen=True):
    """Time left of a seat, in milliseconds; if it runs, when it started to run."""

    seat: str
    left: int
    runs: bool


def seat_clocks(clock: Clock) -> tuple[SeatClock, ...]:
    return tuple(SeatClock(seat, left, seat == clock.runs) for seat, left in clock.left.items())


def blocked_reason(state: State, viewer: Viewer) -> BlockedReason | None:
    """Return why a viewer may not act, even on its turn; None if it may."""
    if state.paused:
        return "paused"
    if not state.clocks_started:
        return "not_begun"
    return "handed" if viewer in state.handed_over else None


def seat_status(live: LiveGame, viewer: Viewer, *, both_sides: bool = False) -> SeatStatus:
    """With *both_sides* the viewer has seats of several sides at one device."""
    state, game = live.state, live.game
    side = game.side(viewer) if viewer in game.seats else None
    return SeatStatus(
        asked=state.offer is not None and agreements.awaits(state, viewer, live.presence),
        declined=any(asking == side for asking, _, _ in state.declined),
        may_ask=tuple(kind for kind in agreements.may_ask(state, viewer) if kind != "undo" or not both_sides),
        gone=() if both_sides else _replaceable(live, viewer),
    )


def _replaceable(live: LiveGame, viewer: Viewer) -> tuple[tuple[Seat, int], ...]:
    absent = [seat for seat in live.game.seats if seat not in live.attendance.present]
    seats = [seat for seat in absent if agreements.may_replace(live.state, viewer, seat)]
    since = {seat: live.time.deserted_from(seat) for seat in seats if levels.of_seat(live.game, seat)}
    return tuple((seat, moment) for seat, moment in since.items() if moment is not None)

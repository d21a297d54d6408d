"""The status of a game as one viewer may know it: time, pauses, offers seats handed over, what it may ask for."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gaslamp.core.game import Seat, Viewer
from gaslamp.live import bot_runner
from gaslamp.live.game.game_time import GameTime
from gaslamp.live.game.state import GameState
from gaslamp.table.agreements import HAND_OVER, UNDO, Agreements
from gaslamp.table.clock import Clock
from gaslamp.table.status import Offer

BlockedReason: TypeAlias = Literal[
    "paused", "not_begun", "handed"
]  # why a viewer may not act for now, whosever turn it is


class SeatStatus(NamedTuple):
    """What is no part of the game, at one moment, for one viewer."""

    clock: Clock | None
    begun: bool
    paused: bool
    handed: tuple[Seat, ...]  # seats of people that opponents have for now
    still: BlockedReason | None
    offer: Offer | None
    asked: bool  # the offer waits for this viewer's answer
    declined: bool  # something that this viewer's side asked for
    may_ask: tuple[str, ...]
    gone: tuple[tuple[Seat, int], ...]  # seats it may ask to hand over, each with the moment from which on


def still(state: GameState, viewer: Viewer) -> BlockedReason | None:
    """Why a viewer may not act for now, if it may not."""
    if state.status.paused:
        return "paused"
    if not state.status.begun:
        return "not_begun"
    return "handed" if viewer in state.status.handed else None


def seat_status(
    state: GameState, agreements: Agreements, time: GameTime, viewer: Viewer, *, both_sides: bool
) -> SeatStatus:
    """Give the status to a viewer; who has both sides needs nobody's consent, and nobody else's seat."""
    status, game = state.status, state.game
    side = game.side(viewer) if viewer in game.seats else None
    may = agreements.may_ask(viewer) if state.outcome is None else ()
    return SeatStatus(
        clock=status.clock,
        begun=status.begun,
        paused=status.paused,
        handed=tuple(seat for seat in game.seats if seat in status.handed),
        still=still(state, viewer),
        offer=status.offer,
        asked=agreements.awaits(viewer),
        declined=any(asking == side for asking, _ in status.declined),
        may_ask=tuple(what for what in may if what != UNDO or not both_sides),
        gone=() if both_sides else _gone(state, time, viewer),
    )


def _gone(state: GameState, time: GameTime, viewer: Viewer) -> tuple[tuple[Seat, int], ...]:
    status, game = state.status, state.game
    if status.still or status.offer is not None or viewer not in game.seats or viewer in status.bots:
        return ()
    gone = [(seat, time.gone_from(seat)) for seat in time.absent if seat != viewer]
    return tuple((seat, since) for seat, since in gone if since is not None and _replaceable(state, viewer, seat))


def _replaceable(state: GameState, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer may still ask for an opponent in a seat, and whether there is one."""
    game = state.game
    declined = (game.side(viewer), f"{HAND_OVER} {seat}") in state.status.declined
    return not declined and bool(bot_runner.names(game, seat))

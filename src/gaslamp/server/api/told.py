"""What programs are told of a game and of their place at it, as data: the same that browsers get in words."""

from __future__ import annotations

import msgspec

from gaslamp.core.game import SPECTATOR, Viewer
from gaslamp.game.updates import Update
from gaslamp.server.api.shapes import ClockTold, GameTold, GoneTold, OfferTold, Phase, SeatTold, StateTold, StatusTold
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.seat_status import SeatStatus, blocked_reason, seat_clocks
from gaslamp.service.lobby.membership import Membership


def summary(place: Membership) -> GameTold:
    """What all at a game know of it."""
    live, game, room = place.live, place.live.game, place.live.waiting_room
    mover = live.state.to_move
    return GameTold(
        game=live.id,
        title=game.title,
        rules_version=game.rules_version,
        options=game.options,
        phase=place.phase,
        seats=tuple(SeatTold(one.seat, one.side, one.who, one.name, one.adds) for one in place.seats),
        mine=place.mine,
        my_turn=place.phase == "playing" and mover in place.mine and blocked_reason(live.state, mover) is None,
        nonce_awaited=not set(place.mine).isdisjoint(room.lacking),
        commitment=room.commitment,
        outcome=live.state.outcome,
        clock=_clock(live, live.status(SPECTATOR)),
        rematch=live.rematch,
        hints=live.state.setup.hints,
    )


def state(place: Membership, viewer: Viewer) -> StateTold:
    """What a viewer sees; before the deal there is nothing to be seen."""
    live = place.live
    seen = live.status(viewer, both_sides=place.both_sides)
    return told(
        live.id,
        viewer,
        place.phase,
        live.update(viewer),
        clock=_clock(live, seen),
        status=_status(live, seen) if place.has_table else None,
    )


def told(
    game: str,
    viewer: Viewer,
    phase: Phase,
    update: Update,
    clock: ClockTold | None,
    status: StatusTold | None,
) -> StateTold:
    """An update as programs get it; where there is no status, there is no table to be seen yet."""
    hidden = status is None
    return StateTold(
        game=game,
        seat=viewer,
        phase=phase,
        step=update.step,
        view=None if hidden else msgspec.to_builtins(update.view, str_keys=True, order="deterministic"),
        legal=() if hidden else update.legal,
        final=() if hidden else update.final,
        may_undo=update.may_undo and not hidden,
        news=() if hidden else update.news,
        outcome=update.outcome,
        head=update.head,
        clock=clock,
        status=status,
    )


def _clock(live: LiveGame, seen: SeatStatus) -> ClockTold | None:
    """The clocks of a game, if time was agreed on."""
    clock = seen.clock
    if clock is None:
        return None
    return ClockTold(
        agreed=live.clock_agreed,
        now=live.time.now,
        since=clock.since if clock.runs else 0,
        due=clock.due,
        begun=seen.begun,
        paused=seen.paused,
        clocks=seat_clocks(clock),
    )


def _status(live: LiveGame, seen: SeatStatus) -> StatusTold:
    """The status of a game as a viewer sees it."""
    offer, game = seen.offer, live.game
    return StatusTold(
        offer=OfferTold(offer.number, offer.what, offer.by, seen.asked) if offer else None,
        may=seen.may_ask,
        gone=tuple(GoneTold(seat, since) for seat, since in seen.gone),
        handed=seen.handed,
        present=tuple(seat for seat in game.seats if seat in live.attendance.present),
        hints={seat: live.state.hints[seat] for seat in game.seats if seat in live.state.hints},
    )

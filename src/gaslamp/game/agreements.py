"""Offers: a pause, undoing the last activation, handing a seat to a bot.

A side agrees when one of its players does. To hand a seat over, all other players who are present must agree.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Seat, Viewer
from gaslamp.game.entries import Consented, Declined, Entry, HandedOver, Offered, OfferKind, Paused, TurnUndone
from gaslamp.game.requests import SeatPresence
from gaslamp.game.state import Offer, State

BlockedReason: TypeAlias = Literal["paused", "not_begun", "handed"]


class SeatStatus(NamedTuple):
    """What one viewer may ask and answer, beyond the public state."""

    asked: bool  # the offer waits for this viewer's answer
    declined: bool  # an offer of this viewer's side
    may_ask: tuple[OfferKind, ...]
    gone: tuple[tuple[Seat, int], ...]  # seats the viewer may ask to hand over, and since when


def seat_status(state: State, viewer: Viewer, presence: SeatPresence, *, both_sides: bool = False) -> SeatStatus:
    """With *both_sides* the viewer has seats of several sides at one device."""
    side = state.game.side(viewer) if viewer in state.game.seats else None
    gone = [(seat, since) for seat, since in presence.away.items() if may_replace(state, viewer, seat)]
    return SeatStatus(
        asked=state.offer is not None and awaits(state, viewer, presence),
        declined=any(asking == side for asking, _, _ in state.declined),
        may_ask=tuple(kind for kind in may_ask(state, viewer) if kind != "undo" or not both_sides),
        gone=() if both_sides else tuple(gone),
    )


def blocked_reason(state: State, viewer: Viewer) -> BlockedReason | None:
    if state.paused:
        return "paused"
    if not state.clocks_started:
        return "not_begun"
    return "handed" if viewer in state.handed_over else None


def may_ask(state: State, seat: Seat) -> tuple[OfferKind, ...]:
    """Return what a seat may offer now, except to hand over a seat, which depends on presence."""
    offers: tuple[OfferKind, ...] = ("pause", "undo")
    return tuple(what for what in offers if _may_offer(state, seat, what))


def may_replace(state: State, seat: Seat, target: Seat) -> bool:
    """True if *seat* may offer to hand *target* to a bot, once the player of *target* has been away long enough."""
    people = [other for other in state.game.seats if other not in state.bots]
    asked = (state.game.side(seat), "hand_over", target) in state.declined if seat in people else True
    return _free(state, seat) and target in people and seat != target and not asked


def awaits(state: State, seat: Seat, presence: SeatPresence) -> bool:
    return state.offer is not None and any(seat in group for group in _open(state, state.offer, presence))


def ask(state: State, seat: Seat, what: OfferKind, target: Seat, now: int, presence: SeatPresence) -> Entry:
    """Return the entry of an offer, or of its effect if no player has to agree. Raises IllegalAction."""
    if what == "hand_over":
        absent = target in presence.away and now >= presence.away[target]
        allowed = absent and target in presence.substitutes and may_replace(state, seat, target)
    else:
        allowed = not target and _may_offer(state, seat, what)
    if not allowed:
        raise IllegalAction("error.offer")
    offer = Offer(state.offers + 1, what, target, seat, frozenset({seat}))
    if not _open(state, offer, presence):
        return _effect(state, offer, presence)
    return Offered(seat, what, target)


def reply(state: State, seat: Seat, number: int, presence: SeatPresence, *, agree: bool) -> Entry:
    """Return the entry of an answer, or of the effect of the last one. Raises IllegalAction."""
    offer = state.offer
    if offer is None or offer.number != number:
        raise IllegalAction("error.offer_lapsed")
    if not awaits(state, seat, presence) and (agree or seat != offer.by):
        raise IllegalAction("error.offer_lapsed")
    if not agree:
        return Declined(seat)
    agreed = offer._replace(agreed=offer.agreed | {seat})
    if _open(state, agreed, presence):
        return Consented(seat)
    return _effect(state, offer, presence)


def _effect(state: State, offer: Offer, presence: SeatPresence) -> Entry:
    match offer.what:
        case "pause":
            return Paused(offer.by)
        case "undo":
            if not state.course.turn_reversible():
                raise IllegalAction("error.undo_answered")
            return TurnUndone(offer.by)
        case "hand_over":
            return HandedOver(offer.target, presence.substitutes[offer.target])


def _free(state: State, seat: Seat) -> bool:
    open_game = not state.blocked and state.offer is None and state.outcome is None
    return open_game and seat in state.game.seats and seat not in state.bots


def _may_offer(state: State, seat: Seat, what: OfferKind) -> bool:
    if not _free(state, seat) or (state.game.side(seat), what, "") in state.declined:
        return False
    if what == "pause":
        return state.clock is not None
    return state.course.turn_reversible(seat) and all(_sides(state, seat))


def _sides(state: State, by: Seat) -> list[frozenset[Seat]]:
    game = state.game
    people = [seat for seat in game.seats if seat not in state.bots and seat != by]
    others = [side for side in game.sides if side != game.side(by)]
    return [frozenset(seat for seat in people if game.side(seat) == side) for side in others]


def _open(state: State, offer: Offer, presence: SeatPresence) -> list[frozenset[Seat]]:
    """Return the groups in which no player has agreed yet. One agreement per group is enough; bots are in no group."""
    if offer.what == "hand_over":
        asked = [seat for seat in state.game.seats if seat not in state.bots and seat in presence.present]
        groups = [frozenset({seat}) for seat in asked if seat not in {offer.by, offer.target}]
    else:
        groups = _sides(state, offer.by)
    return [group for group in groups if group and not group & offer.agreed]

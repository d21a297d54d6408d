"""Status of a table besides the game, for one client: clocks, offers and answers, pauses, seats handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.game import Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.state import Offer
from gaslamp.server.wire.encoding import Fragment
from gaslamp.server.wire.frames.server_frames import Sent, StatusFrame, TableFrame
from gaslamp.server.wire.rendering import draws
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.seat_status import BlockedReason, SeatStatus, blocked_reason, seat_clocks, seat_status
from gaslamp.ui.presentation import Presentation, presentation

ABORT: Final = "abort"
HINT: Final = "hint"
_NOTHING: Final = StatusFrame()


class StatusFeed:
    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._sent = _NOTHING

    def restart(self) -> None:
        self._sent = _NOTHING

    def frame(self, table: Sent, *, closes: bool = False) -> StatusFrame | None:
        """Return the status if it has changed; None also without a table."""
        if not isinstance(table, TableFrame):
            self._sent = _NOTHING
            return None
        frame = self._status(table, closes=closes)
        if frame == self._sent:
            return None
        self._sent = frame
        return replace(frame, now=self._live.time.now)

    def _status(self, table: TableFrame, *, closes: bool) -> StatusFrame:
        viewer = table.seat
        status = seat_status(self._live, viewer, both_sides=table.hotseat)
        clock = self._live.state.clock
        return StatusFrame(
            since=clock.since if clock and clock.runs else 0,
            days=bool(clock and clock.timing.per_turn),
            clocks=seat_clocks(clock) if clock else (),
            html=self._notice(status, table, closes=closes) if self._live.state.outcome is None else UNSET,
            may=(*status.may_ask, *((ABORT,) if closes else ()), *((HINT,) if self._may_ask_hints(viewer) else ())),
        )

    def _may_ask_hints(self, viewer: Viewer) -> bool:
        game = self._live.game
        return viewer in game.seats and self._live.hint_level(viewer) is not None

    def _notice(self, status: SeatStatus, table: TableFrame, *, closes: bool) -> Fragment:
        game, state, offer, viewer = self._live.game, self._live.state, self._live.state.offer, table.seat
        players = {one.seat: one.name for one in table.seats.values()}
        context = {
            "title": game.title,
            "plays": viewer in game.seats,
            "begun": state.clocks_started,
            "paused": state.paused,
            "handed": viewer in state.handed_over,
            "offer": _offer(presentation(game), offer, players) if offer else None,
            "number": offer.number if offer else 0,
            "mine": offer is not None and offer.by == viewer,
            "asked": status.asked,
            "declined": status.declined,
            "gone": status.gone,
            "closes": closes,
            "draws": draws(game, self._live.waiting_room.shares),
        }
        return Fragment("table/status.html", context)


_REASONS: Final[Mapping[BlockedReason, str]] = {
    "paused": "error.paused",
    "not_begun": "web.error.waiting",
    "handed": "web.status.handed",
}


def reason(live: LiveGame, viewer: Viewer) -> Message | None:
    """Return why a viewer cannot act, whoever is to move; None if there is no such reason."""
    blocked = blocked_reason(live.state, viewer)
    return message(_REASONS[blocked]) if blocked is not None else None


def _offer(face: Presentation[Any], offer: Offer, players: Mapping[Seat, Message]) -> Message:
    """Return the sentence for an offer, with the name of its player."""
    seat = message("web.status.person", name=players.get(offer.by, ""), seat=face.name(offer.by))
    if offer.what == "hand_over":
        return message("web.status.offer_hand_over", seat=seat, gone=face.name(offer.target))
    return message(f"web.status.offer_{offer.what}", seat=seat)

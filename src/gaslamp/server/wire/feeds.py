"""Frames besides the table, for one client, each sent when it changes: clocks and offers, chat messages."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.messages import Message, message
from gaslamp.game.agreements import SeatStatus
from gaslamp.game.state import Offer
from gaslamp.server.http import templates
from gaslamp.server.wire.rendering import draws
from gaslamp.server.wire.server_frames import ChatFrame, ChatLine, StatusFrame, TableFrame
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.chat import SHOWN, SIDE, TABLE, Conversation
from gaslamp.service.lobby.membership import Membership, speaker
from gaslamp.ui.presentation import presentation

ABORT: Final = "abort"
HINT: Final = "hint"
_NOTHING: Final = (StatusFrame(), None)


class StatusFeed:
    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._ui = presentation(live.game)
        self._sent: tuple[StatusFrame, dict[str, Any] | None] = _NOTHING  # without text, and the context of the text

    def restart(self) -> None:
        """Send the status with the next table."""
        self._sent = _NOTHING

    def frame(self, table: TableFrame, language: str, *, closes: bool = False) -> StatusFrame | None:
        """Return the status; None if it has not changed. *closes* is True if the viewer can close the game."""
        live, viewer = self._live, table.seat
        status = live.status(viewer, both_sides=table.hotseat)
        clock = live.state.clock
        frame = StatusFrame(
            since=clock.since if clock and clock.runs else 0,
            days=bool(clock and clock.timing.per_turn),
            clocks=clock.seats if clock else (),
            may=(*status.may_ask, *((ABORT,) if closes else ()), *((HINT,) if live.hint_level(viewer) else ())),
        )
        context = self._context(status, table, closes=closes) if live.state.outcome is None else None
        if self._sent == (frame, context):
            return None
        self._sent = frame, context
        html = templates.render("table/status.html", language, **context).strip() if context is not None else UNSET
        return replace(frame, now=live.time.now, html=html)

    def _context(self, status: SeatStatus, table: TableFrame, *, closes: bool) -> dict[str, Any]:
        game, state, viewer = self._live.game, self._live.state, table.seat
        offer = state.offer
        return {
            "title": game.title,
            "plays": viewer in game.seats,
            "begun": state.clocks_started,
            "paused": state.paused,
            "handed": viewer in state.handed_over,
            "offer": self._offer(offer, table) if offer else None,
            "number": offer.number if offer else 0,
            "mine": offer is not None and offer.by == viewer,
            "asked": status.asked,
            "declined": status.declined,
            "gone": status.gone,
            "closes": closes,
            "draws": draws(self._ui, table.shares),
        }

    def _offer(self, offer: Offer, table: TableFrame) -> Message:
        ui, by = self._ui, table.seats.get(offer.by)
        seat = message("web.status.person", name=by.name if by else "", seat=ui.name(offer.by))
        if offer.what == "hand_over":
            return message("web.status.offer_hand_over", seat=seat, gone=ui.name(offer.target))
        return message(f"web.status.offer_{offer.what}", seat=seat)


class ChatFeed:
    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._read: int | None = None  # messages looked through; None before the first frame

    def restart(self) -> None:
        """Send all messages with the next table."""
        self._read = None

    def frame(self, place: Membership) -> ChatFrame | None:
        """Return the new messages; None if there are none, or if the client may not read any room."""
        if self._read == len(self._conversation):
            return None
        rooms, seats = place.rooms, place.mine
        if not rooms:
            return None
        whole, first = self._read is None, self._read or 0
        self._read = len(self._conversation)
        messages = self._conversation.visible(seats, rooms, first)
        if not (messages or whole):
            return None
        ui = presentation(place.live.game)
        lines = tuple(
            ChatLine(
                TABLE if line.room == TABLE else SIDE,
                speaker(place.members, line.seat, ui.name(line.seat)),
                line.seat in seats,
                line.text,
            )
            for line in messages[-SHOWN:]
        )
        return ChatFrame(rooms, write=bool(seats), whole=whole or len(messages) > SHOWN, said=lines)

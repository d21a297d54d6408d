"""Chat messages for one client. The feed stores only how many messages it has looked through."""

from __future__ import annotations

from gaslamp.core.game import Seat
from gaslamp.server.wire.frames.server_frames import ChatFrame, ChatLine
from gaslamp.service.lobby import names
from gaslamp.service.lobby.chat import SHOWN, SIDE, TABLE, Conversation
from gaslamp.service.lobby.membership import Membership
from gaslamp.ui.presentation import presentation


class ChatFeed:
    def __init__(self, conversation: Conversation, seats: tuple[Seat, ...]) -> None:
        self._conversation = conversation
        self._seats = seats
        self._read: int | None = None  # messages looked through; None before the first frame

    def restart(self) -> None:
        """Send all messages with the next frame."""
        self._read = None

    def frame(self, place: Membership) -> ChatFrame | None:
        """Return the new messages; None if there are none, or if the client may not read any room."""
        if self._read == len(self._conversation):
            return None
        rooms = place.rooms
        if not rooms:
            self._read = None
            return None
        whole, first = self._read is None, self._read or 0
        self._read = len(self._conversation)
        said = self._conversation.visible(self._seats, rooms, first)
        if not (said or whole):
            return None
        ui = presentation(place.live.game)
        lines = tuple(
            ChatLine(
                TABLE if one.room == TABLE else SIDE,
                names.speaker(place.members, one.seat, ui.name(one.seat)),
                one.seat in self._seats,
                one.text,
            )
            for one in said[-SHOWN:]
        )
        return ChatFrame(rooms, write=bool(self._seats), whole=whole or len(said) > SHOWN, said=lines)

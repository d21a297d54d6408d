"""What people and programs do at a table beside playing, by whichever door they came: speak, close it, play again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.live.game import LiveGame
from gaslamp.server.http.errors import Refusal
from gaslamp.server.lobby import chat
from gaslamp.server.lobby.chat import Conversation, Said
from gaslamp.server.lobby.members import Members
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.frames import Room


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever wants to say something: whose eyes look (None behind a curtain), and how they are slowed down."""

    viewer: Viewer | None
    seats: tuple[Seat, ...]
    address: str
    may_go_on: Callable[[], bool]


async def say(
    services: Services,
    live: LiveGame,
    members: Members,
    conversation: Conversation,
    speaker: Speaker,
    text: str,
    room: Room,
) -> None:
    """Write a message to a room; one that is not offered to who writes is not worth a reason."""
    if live.waiting or live.status.closed or members.open_seats:
        raise GaslampError("error.closed" if live.status.closed else "web.error.waiting")
    if speaker.viewer == SPECTATOR:
        raise Refusal(403, "web.error.chat_watching")
    if speaker.viewer is None or room not in chat.rooms(live.game, members, speaker.seats):
        raise Unreadable("web.error.unreadable")
    said = Said(room, speaker.viewer, chat.clean(text))
    if not (speaker.may_go_on() and services.messages.take(speaker.address)):
        raise Refusal(429, "web.error.too_fast")
    await services.chat.say(conversation, said, live.announce)


async def abort(services: Services, live: LiveGame, guest: str, seats: tuple[Seat, ...]) -> None:
    """Close a game before a player has finished anything in it: only who made it may."""
    if not await closes(services, live, guest, seats):
        raise Refusal(403, "web.error.not_host")
    await live.abort(seats[0])
    await services.open_games.close(live.saved.id)


async def closes(services: Services, live: LiveGame, guest: str, seats: tuple[Seat, ...]) -> bool:
    """Tell whether it is for this guest to close a game: who made it may, and of a rematch whoever plays it."""
    return bool(seats) and await services.open_games.host(live.saved.id) in {None, guest}


async def rematch(services: Services, live: LiveGame) -> str:
    """Give the id of the game that follows a finished one, with its people in it."""
    id = await services.live_games.rematch(live)
    await services.follow(live, id)
    live.rematch = id  # the others are told when there are seats for them
    live.announce()
    return id

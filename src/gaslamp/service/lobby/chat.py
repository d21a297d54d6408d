"""Chat of a game: a room for all members, and one for the players of each side with several players.

Messages are in no record, and their text is never logged. A guest can neither read nor count the messages of another
side: there are no numbers on the wire, and each room has its own limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import category
from weakref import WeakValueDictionary

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import Game, Seat, Side
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby.names import is_invisible
from gaslamp.service.lobby.requests import Room
from gaslamp.storage.database import Database, NotSaved
from gaslamp.storage.schema import CHAT

TABLE: Final = "table"
SIDE: Final = "side"

LONGEST: Final = 300  # characters of a message
MOST: Final = 500  # messages of a game, shared by its rooms
SHOWN: Final = 100  # newest messages sent to a new connection
# Ready phrases: stored by id, read in each reader's language.
PHRASES: Final = ("hello", "good_luck", "thanks", "well_played", "nice_move", "oops", "moment", "sorry", "again", "bye")
_TRIES: Final = 20  # inserts of a message under concurrent writes

_NEWER: Final = (
    select(CHAT.c.seq, CHAT.c.room, CHAT.c.seat, CHAT.c.text, CHAT.c.phrase)
    .where(CHAT.c.game == bindparam("game"), CHAT.c.seq >= bindparam("first"))
    .order_by(CHAT.c.seq)
)

# Control characters, surrogates, line and paragraph separators.
_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d\ufe0e\ufe0f"  # joiners of letters and emoji, variation selectors
_JOINED: Final = "\u0600"  # first character that needs them: Arabic, Indic scripts, emoji


@dataclass(frozen=True, slots=True)
class ChatMessage:
    room: str
    seat: Seat  # of the author
    text: str = field(repr=False)  # in no traceback or log
    phrase: bool = False  # text is the id of a ready phrase


def check_phrase(id: str) -> str:
    """Return the id of a ready phrase. Raises Unreadable for any other text."""
    if id not in PHRASES:
        raise Unreadable("web.error.unreadable")
    return id


def clean(text: str) -> str:
    """Return *text* as one line of visible characters. Raises Refusal if it is empty or too long.

    Control characters become spaces. Other invisible characters are removed, among them those that change the writing
    direction. Joiners and variation selectors stay inside emoji and scripts that need them.
    """
    line = "".join(_visible(text)).strip()
    if all(category(char)[0] in "CZ" for char in line):  # nothing visible
        raise Refusal(400, "web.error.chat_empty")
    if len(line) > LONGEST:
        raise Refusal(400, "web.error.chat_long", most=LONGEST)
    return line


def _visible(text: str) -> Iterator[str]:
    last = ""
    for char in text:
        joins = char in _JOINERS and last >= _JOINED and last not in _JOINERS[:2]
        if category(char) in _BREAKS or joins or not is_invisible(char):
            last = " " if category(char) in _BREAKS else char
            yield last


class Conversation:
    def __init__(self, id: str, game: Game[Any, Any], messages: Sequence[ChatMessage] = ()) -> None:
        self.id = id
        self.lock = asyncio.Lock()  # serializes writes
        self.next = len(messages)  # number of the first message that was not read
        self._game = game
        self._messages = list(messages)

    def __len__(self) -> int:
        return len(self._messages)

    def visible(self, seats: Sequence[Seat], rooms: Sequence[Room], first: int = 0) -> list[ChatMessage]:
        """Return the messages from index *first* on, for a guest with *seats* that may read *rooms*."""
        sides: set[Side | None] = {None} if TABLE in rooms else set()
        if SIDE in rooms:
            sides |= {self._game.side(seat) for seat in seats}
        return [message for message in self._messages[first:] if self._side(message) in sides]

    def is_full(self, message: ChatMessage) -> bool:
        """True if the room of *message* is full. Rooms have separate limits: one must not reveal another's size."""
        game, side = self._game, self._side(message)
        rooms = {None} | {game.side(seat) for seat in game.seats if len(game.allies(seat)) > 1}
        return sum(self._side(other) == side for other in self._messages) >= MOST // len(rooms)

    def add(self, seq: int, message: ChatMessage) -> None:
        self._messages.append(message)
        self.next = seq + 1

    def _side(self, message: ChatMessage) -> Side | None:
        return None if message.room == TABLE else self._game.side(message.seat)


class Chat:
    """Conversations of all games: stored in the database, cached while a client uses them."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._open: WeakValueDictionary[str, Conversation] = WeakValueDictionary()
        self._opening = asyncio.Lock()
        self._pending: set[asyncio.Task[None]] = set()

    async def open(self, id: str, game: Game[Any, Any]) -> Conversation:
        async with self._opening:
            conversation = self._open.get(id)
            if conversation is None:
                conversation = Conversation(id, game)
                await self._catch_up(conversation)
                self._open[id] = conversation
            return conversation

    async def catch_up(self, id: str) -> bool:
        """Read the messages of other processes, if the conversation is open. Return True if there were any."""
        async with self._opening:
            conversation = self._open.get(id)
        if conversation is None:
            return False
        async with conversation.lock:
            return await self._catch_up(conversation)

    async def say(self, conversation: Conversation, message: ChatMessage, notify: Callable[[], None]) -> None:
        """Save a message, add it and call *notify*. Runs to completion even if the caller is cancelled."""
        task = asyncio.create_task(self._say(conversation, message, notify))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        await asyncio.shield(task)

    async def close(self) -> None:
        await asyncio.gather(*self._pending, return_exceptions=True)

    async def _say(self, conversation: Conversation, message: ChatMessage, notify: Callable[[], None]) -> None:
        async with conversation.lock:
            if conversation.is_full(message):
                raise GaslampError("web.error.chat_full")
            seq = await self._save(conversation.id, message)
            if seq == conversation.next:
                conversation.add(seq, message)
            else:
                await self._catch_up(conversation)  # another process wrote first
        notify()

    async def _save(self, game: str, message: ChatMessage) -> int:
        row = {"game": game, "at": int(self._now()), "room": message.room, "seat": message.seat, "text": message.text}
        row["phrase"] = int(message.phrase)
        next_seq = select(func.coalesce(func.max(CHAT.c.seq) + 1, 0)).where(CHAT.c.game == game)

        def work(connection: Connection) -> int:
            seq: int = connection.execute(next_seq).scalar_one()
            connection.execute(insert(CHAT), row | {"seq": seq})
            return seq

        for _ in range(_TRIES):
            try:
                return await self._database.write(work)
            except IntegrityError:
                continue  # another process used this number
        raise NotSaved

    async def _catch_up(self, conversation: Conversation) -> bool:
        after = {"game": conversation.id, "first": conversation.next}
        rows = await self._database.read(lambda connection: connection.execute(_NEWER, after).all())
        for row in rows:
            conversation.add(row.seq, ChatMessage(row.room, row.seat, row.text, bool(row.phrase)))
        return bool(rows)

"""What people write to each other, at the table or among the players of one side alone.

It is no part of a game: messages have a table of their own in the database and are in no record, and what was written
is never logged. Nobody is sent, or can count, what was said in a room that is not theirs: there is no number on the
wire, and each room is full by itself.
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

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Seat, Side
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.names import is_invisible
from gaslamp.service.lobby.shapes import Room
from gaslamp.storage.database import Database, NotSaved
from gaslamp.storage.schema import CHAT

TABLE: Final = "table"
SIDE: Final = "side"

LONGEST: Final = 300  # characters of a message
MOST: Final = 500  # messages of a game, all its rooms together
SHOWN: Final = 100  # of the newest, to who comes to the table
_TRIES: Final = 20  # so often a place in the order is sought

_NEWER: Final = (
    select(CHAT.c.seq, CHAT.c.room, CHAT.c.seat, CHAT.c.text)
    .where(CHAT.c.game == bindparam("game"), CHAT.c.seq >= bindparam("first"))
    .order_by(CHAT.c.seq)
)

# Control characters, halves of broken ones, and whatever breaks a line.
_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d\ufe0e\ufe0f"  # of letters and of emoji; variation selectors of emoji
_JOINED: Final = "\u0600"  # the first character that they are needed behind: Arabic, Indic scripts, emoji


@dataclass(frozen=True, slots=True)
class Said:
    """A message: where it was said, by which seat, and its text, which no traceback or log is to show."""

    room: str
    seat: Seat
    text: str = field(repr=False)


def clean(text: str) -> str:
    """A text as one line of visible characters. Raises Refusal if it is empty or too long.

    Control characters become spaces. Other invisible characters are removed, so that nothing hides in a message and
    none changes the direction of what stands beside it; joiners and variation selectors stay inside emoji and scripts
    that need them.
    """
    line = "".join(_visible(text)).strip()
    if all(category(char)[0] in "CZ" for char in line):  # nothing of it would be seen
        raise Refusal(400, "web.error.chat_empty")
    if len(line) > LONGEST:
        raise Refusal(400, "web.error.chat_long", most=LONGEST)
    return line


def _visible(text: str) -> Iterator[str]:
    last = ""
    for char in text:
        if category(char) in _BREAKS:
            char = " "  # noqa: PLW2901
        elif is_invisible(char) and not (char in _JOINERS and last >= _JOINED and last not in _JOINERS[:2]):
            continue
        last = char
        yield char


def rooms(game: Game[Any, Any], members: Members, seats: Sequence[Seat]) -> tuple[Room, ...]:
    """The rooms that whoever holds these seats may read; a spectator holds none.

    There is no chat while somebody is still awaited, where nobody else sits, and at a device that both sides share.
    """
    people = set(members.seats.values())
    if members.open_seats or len(people) < 2 or len({game.side(seat) for seat in seats}) > 1:
        return ()
    mine = {members.seats[ally] for seat in seats for ally in game.allies(seat) if ally in members.seats}
    return (TABLE, SIDE) if len(mine) > 1 else (TABLE,)


class Conversation:
    """All that was said at one table, in the order it was said, as far as it was read."""

    def __init__(self, id: str, game: Game[Any, Any], said: Sequence[Said] = ()) -> None:
        self.id = id
        self.lock = asyncio.Lock()  # one message after the other
        self.next = len(said)  # the number of the first that was not read
        self._game = game
        self._said = list(said)

    def __len__(self) -> int:
        return len(self._said)

    def heard(self, seats: Sequence[Seat], rooms: Sequence[Room], first: int = 0) -> list[Said]:
        """What whoever holds these seats, and may read these rooms, has to hear from a place on."""
        mine: set[Side | None] = {None} if TABLE in rooms else set()
        if SIDE in rooms:
            mine |= {self._game.side(seat) for seat in seats}
        return [said for said in self._said[first:] if self._side(said) in mine]

    def full(self, said: Said) -> bool:
        """Whether a message no longer fits. Each room has its share, or one would tell how full another is."""
        game, side = self._game, self._side(said)
        rooms = {None} | {game.side(seat) for seat in game.seats if len(game.allies(seat)) > 1}
        return sum(self._side(other) == side for other in self._said) >= MOST // len(rooms)

    def add(self, seq: int, said: Said) -> None:
        """Let a message that is saved be heard."""
        self._said.append(said)
        self.next = seq + 1

    def _side(self, said: Said) -> Side | None:
        """The side that a message is for, None for all; whatever is not surely for all is for a side alone."""
        return None if said.room == TABLE else self._game.side(said.seat)


class Chat:
    """Keeps the conversations of all tables: for good in the database, in memory as long as somebody is there."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._open: WeakValueDictionary[str, Conversation] = WeakValueDictionary()
        self._opening = asyncio.Lock()
        self._begun: set[asyncio.Task[None]] = set()

    async def open(self, id: str, game: Game[Any, Any]) -> Conversation:
        """The conversation of a table, the same to all who are there."""
        async with self._opening:
            known = self._open.get(id)
            if known is None:
                known = Conversation(id, game)
                await self._read_on(known)
                self._open[id] = known
            return known

    async def catch_up(self, id: str) -> bool:
        """Read on in a conversation that is open here, and tell whether other processes had added to it."""
        async with self._opening:
            known = self._open.get(id)
        if known is None:
            return False
        async with known.lock:
            return await self._read_on(known)

    async def say(self, conversation: Conversation, said: Said, tell: Callable[[], None]) -> None:
        """Save a message, let it be heard and tell so: all of it, even if who wrote it goes away meanwhile."""
        task = asyncio.create_task(self._say(conversation, said, tell))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        await asyncio.shield(task)

    async def close(self) -> None:
        """Let every message that was begun be saved."""
        await asyncio.gather(*self._begun, return_exceptions=True)

    async def _say(self, conversation: Conversation, said: Said, tell: Callable[[], None]) -> None:
        async with conversation.lock:
            if conversation.full(said):
                raise GaslampError("web.error.chat_full")
            seq = await self._keep(conversation.id, said)
            if seq == conversation.next:
                conversation.add(seq, said)
            else:
                await self._read_on(conversation)  # another process was quicker
        tell()

    async def _keep(self, game: str, said: Said) -> int:
        """Save a message, and give its number."""
        row = {"game": game, "at": int(self._now()), "room": said.room, "seat": said.seat, "text": said.text}
        next_one = select(func.coalesce(func.max(CHAT.c.seq) + 1, 0)).where(CHAT.c.game == game)

        def work(connection: Connection) -> int:
            seq: int = connection.execute(next_one).scalar_one()
            connection.execute(insert(CHAT), row | {"seq": seq})
            return seq

        for _ in range(_TRIES):
            try:
                return await self._database.write(work)
            except IntegrityError:
                continue  # somebody in another process spoke at the same moment
        raise NotSaved

    async def _read_on(self, conversation: Conversation) -> bool:
        """Read what was saved since, and tell whether there was anything."""
        after = {"game": conversation.id, "first": conversation.next}
        rows = await self._database.read(lambda connection: connection.execute(_NEWER, after).all())
        for row in rows:
            conversation.add(row.seq, Said(row.room, row.seat, row.text))
        return bool(rows)

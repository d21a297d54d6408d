"""The tables of people, beside those of the games: guests, who sits where, who watches, the secret links, the chat.

Opponents have no row among the seats: they are named by the game itself.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from gaslamp.storage.schema import METADATA

# The revision these tables and those of the games are at. Kept here, so that a start that has nothing to migrate need
# not load the migrations; a test compares it with them.
REVISION: Final = "0011"

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of the token that the guest's cookie or program has
    Column("created", Integer, nullable=False),
    Column("name", String(32)),  # what they want to be called; None: nobody said
    Column("program", Integer, nullable=False, server_default="0"),  # 1: no browser, but a program
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", String(32), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), index=True),  # None: nobody yet
)

WATCHERS: Final = Table(
    "watchers",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True, index=True),
)

LINKS: Final = Table(
    "links",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # join or watch
    Column("secret", String(64), nullable=False),  # its SHA-256
)

OPENINGS: Final = Table(
    "openings",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("host", String(64), ForeignKey("guests.id"), nullable=False, index=True),  # who made it
    Column("open", Integer, nullable=False, index=True),  # 1: anybody may join it
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # of all rooms together: never told to anybody
    Column("at", Integer, nullable=False),  # seconds since 1970
    Column("room", String(8), nullable=False),  # table, or side: that of the seat
    Column("seat", String(32), nullable=False),  # who said it
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

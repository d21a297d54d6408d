"""The tables of people, beside those of the games: guests, who sits where, who watches, and the secret links.

Opponents have no row among the seats: they are named by the game itself.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, String, Table

from gaslamp.table.schema import METADATA

# The revision these tables and those of the games are at. Kept here, so that a start that has nothing to migrate need
# not load the migrations; a test compares it with them.
REVISION: Final = "0001"

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(64), primary_key=True),  # the SHA-256 of the token in the guest's cookie
    Column("created", Integer, nullable=False),
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
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True),
)

LINKS: Final = Table(
    "links",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # join or watch
    Column("secret", String(64), nullable=False),  # its SHA-256
)

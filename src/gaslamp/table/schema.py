"""The tables that games are kept in: what was agreed, and every entry of the log in its order."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("title", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("bots", Text, nullable=False),  # JSON: which opponent sits in which seat
    Column("created", Integer, nullable=False),  # seconds since 1970
    Column("rematch_of", String(32), ForeignKey("games.id"), unique=True),  # so that a game has one rematch at most
    Column("clock", String(16), nullable=False, server_default=""),  # what was agreed, as `timing` reads it
    Column("due", BigInteger, index=True),  # milliseconds since 1970; before that nobody's time is up. None: never
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # the authority: one entry in each place
    Column("entry", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

HEARTBEAT: Final = Table(
    "heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),  # there is one row
    Column("at", BigInteger, nullable=False),  # when a server was last known to be up, in milliseconds since 1970
)

OUTAGES: Final = Table(
    "outages",
    METADATA,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

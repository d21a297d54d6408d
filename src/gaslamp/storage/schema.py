"""The tables that games are kept in: what was agreed, every entry of the log in its order, and who runs what now.

The last two are of use only where several processes share a database; their times are of the database's clock.
"""

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
    Column("created", Integer, nullable=False, index=True),  # seconds since 1970
    Column("rematch_of", String(32), ForeignKey("games.id"), unique=True),  # so that a game has one rematch at most
    Column("clock", String(16), nullable=False, server_default=""),  # what was agreed, as `timing` reads it
    Column("due", BigInteger, index=True),  # milliseconds since 1970; before that nobody's time is up. None: never
    Column("over", BigInteger, index=True),  # when it ended, in milliseconds since 1970, once somebody has looked
    Column("secret", String(64)),  # that its draws and commitments follow from; None: played before there were any
    Column("proof", Integer, nullable=False, server_default="1"),  # the version of how they follow
    Column("hints", Integer, nullable=False, server_default="0"),  # 1: people agreed that they may be given some
)

# What lists tell of a game without opening it, written with the entries that bring it about. A game without a row was
# made before there were any, and gets one when somebody looks.
STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("phase", String(8), nullable=False),  # waiting, playing, over, closed, lost
    Column("at", BigInteger, nullable=False),  # when everybody last learned something, in milliseconds since 1970
    Column("turn", String(32)),  # the seat of a person that is awaited
    Column("winner", String(32)),  # the side that has won
    Column("reason", String(64)),
)

NONCES: Final = Table(
    "nonces",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", String(32), primary_key=True),
    Column("nonce", String(64)),  # "": one is awaited of who sits there; None: it brings none
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # the authority: one entry in each place
    Column("entry", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("game", String(32), primary_key=True),  # may be there a moment before its game
    Column("owner", String(32), nullable=False),  # the process that runs the opponents and clocks of this game
    Column("expires", BigInteger, nullable=False),  # milliseconds since 1970
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),  # where somebody is connected
    Column("seat", String(32), primary_key=True),
    Column("expires", BigInteger, nullable=False),
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

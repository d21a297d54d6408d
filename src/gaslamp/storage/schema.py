"""Database tables. Times are in milliseconds since 1970 unless a comment says seconds."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

# Of the newest migration. Kept here so that a start without a migration does not import Alembic.
REVISION: Final = "0017"

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)


def _game_key() -> Column[str]:
    return Column("game", String(32), ForeignKey("games.id"), primary_key=True)


# ---- games

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("title", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("bots", Text, nullable=False),  # JSON: seat -> level
    Column("created", Integer, nullable=False, index=True),  # seconds
    Column("rematch_of", String(32), ForeignKey("games.id"), unique=True),
    Column("clock", String(16), nullable=False),  # as read by `read_timing`
    Column("due", BigInteger, index=True),  # no seat's time is up before; None: never
    Column("secret", String(64), nullable=False),  # source of the draws and commitments, hexadecimal
    Column("hints", Integer, nullable=False),  # 1: the players agreed to allow hints
    Column("prefix", Text, nullable=False),  # JSON: actions that a practice game continues from
    Column("deal", String(64)),  # id of the deal of the day that it is a try of
)

# One row per game, written together with the entry that changes it, so that lists need not open games.
SUMMARIES: Final = Table(
    "summaries",
    METADATA,
    _game_key(),
    Column("phase", String(8), nullable=False, index=True),  # waiting, playing, over, closed, lost
    Column("at", BigInteger, nullable=False),  # of the last public change
    Column("turn", String(32)),  # the player awaited; None for a bot
    Column("winner", String(32)),  # side
    Column("reason", String(64)),
    Column("round", Integer, nullable=False),  # as spectators see it; 0 if the title has no rounds
)

NONCES: Final = Table(
    "nonces",
    METADATA,
    _game_key(),
    Column("seat", String(32), primary_key=True),
    Column("nonce", String(64)),  # "": awaited; None: the player adds none
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    _game_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

# ---- players

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token
    Column("created", Integer, nullable=False),  # seconds
    Column("name", String(32)),
    Column("program", Integer, nullable=False),  # 1: an API client
    Column("settings", Text),  # JSON, what differs from the defaults
    Column("record_key", String(64), unique=True),  # opens the record page for others; None: private
    Column("feed_key", String(64), unique=True),  # opens the feed of turns; None: there is none
)

# Guests with a passphrase. Their guest token is no longer valid: each device has a session.
ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("name", String(32), primary_key=True),  # for signing in, case-folded
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False, unique=True),
    Column("passphrase", Text, nullable=False),  # Argon2id, with its parameters
    Column("recovery", String(64), nullable=False),  # SHA-256 of a random code
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False, index=True),
    Column("device", String(64), nullable=False),  # browser and system, as it introduces itself
    Column("created", Integer, nullable=False),  # seconds
    Column("seen", Integer, nullable=False),  # seconds, rounded
)

# Where a guest's browsers receive notices of turns (Web Push).
SUBSCRIPTIONS: Final = Table(
    "subscriptions",
    METADATA,
    Column("id", String(64), primary_key=True),  # SHA-256 of the endpoint
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False, index=True),
    Column("session", String(64)),  # without a key to sessions: it is void when the session ends
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),  # public key of the browser
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Integer, nullable=False),  # seconds
)

# The result of a guest at a puzzle.
PUZZLE_RESULTS: Final = Table(
    "puzzle_results",
    METADATA,
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True),
    Column("puzzle", String(16), primary_key=True, index=True),
    Column("solved", Integer),  # 1: without the solution; None: wrong answers so far
    Column("tries", Integer, nullable=False),
    Column("at", Integer, nullable=False),  # of the last answer, in seconds
)

# Puzzles of moments of finished games.
MADE_PUZZLES: Final = Table(
    "made_puzzles",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False, index=True),
    Column("title", String(32), nullable=False),
    Column("puzzle", Text, nullable=False),  # JSON
    Column("at", Integer, nullable=False),  # seconds
)

# The source of the draws of a day's deals.
DEAL_DAYS: Final = Table(
    "deal_days",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),  # hexadecimal
    Column("revealed", Integer, nullable=False, index=True),  # 1: the day is over, and no try of it is running
)

# The only try of a guest at a deal.
DEAL_TRIES: Final = Table(
    "deal_tries",
    METADATA,
    Column("deal", String(64), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True, index=True),
    Column("game", String(32), ForeignKey("games.id"), nullable=False, unique=True),
    Column("named", Integer, nullable=False),  # 1: the guest's name is shown in the results
    Column("skill", Integer),  # result without luck, in tenths of a point; None: not computed yet
)

# Finished games, saved with their last entry.
FINISHED: Final = Table(
    "finished",
    METADATA,
    _game_key(),
    Column("rated", Integer, nullable=False, index=True),  # 1: its result is in the ratings, or does not count
)

# One row for each side of a game whose review was computed. All in tenths of a point of win chance.
REVIEWED: Final = Table(
    "reviewed",
    METADATA,
    _game_key(),
    Column("side", String(32), primary_key=True),
    Column("luck", Integer, nullable=False),  # of the side itself
    Column("loss", Integer, nullable=False),  # in all choices
    Column("choices", Integer, nullable=False),  # real ones: the divisor of the mean loss
)

# Finished games whose replay and review anyone may open: a player shared them.
SHARED: Final = Table("shared", METADATA, _game_key())

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("player", String(80), primary_key=True),  # a guest id, or a name such as bot:constable
    Column("pool", String(64), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    _game_key(),
    Column("seat", String(32), primary_key=True),  # of a player; bots have no row
    Column("guest", String(64), ForeignKey("guests.id"), index=True),  # None: free
)

WATCHERS: Final = Table(
    "watchers",
    METADATA,
    _game_key(),
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True, index=True),
)

LINKS: Final = Table(
    "links",
    METADATA,
    _game_key(),
    Column("kind", String(8), primary_key=True),  # join or watch
    Column("secret", String(64), nullable=False),  # SHA-256
)

OPENINGS: Final = Table(
    "openings",
    METADATA,
    _game_key(),
    Column("host", String(64), ForeignKey("guests.id"), nullable=False, index=True),
    Column("open", Integer, nullable=False, index=True),  # 1: listed, joined without a link
)

CHAT: Final = Table(
    "chat",
    METADATA,
    _game_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # across rooms, never sent to clients
    Column("at", Integer, nullable=False),  # seconds
    Column("room", String(8), nullable=False),  # table or side
    Column("seat", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("phrase", Integer, nullable=False),  # 1: text is the id of a ready phrase
    sqlite_with_rowid=False,
)

# The private key that signs notices of turns (VAPID), made at the first start with notices.
PUSH_KEY: Final = Table(
    "push_key",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: the only row
    Column("private", String(64), nullable=False),  # base64url
)

# ---- servers. Leases and presence use the clock of the database.

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("game", String(32), primary_key=True),  # no foreign key: it may precede its game
    Column("owner", String(32), nullable=False),  # process that runs bots and clocks
    Column("expires", BigInteger, nullable=False),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("seat", String(32), primary_key=True),
    Column("expires", BigInteger, nullable=False),
)

HEARTBEAT: Final = Table(
    "heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: the only row
    Column("at", BigInteger, nullable=False),
)

OUTAGES: Final = Table(
    "outages",
    METADATA,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

"""Clocks, when a server was last up and its outages; who made a game, and whether anybody may join it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add to the games, and make the tables; games that are there have no clock."""
    op.add_column("games", sa.Column("clock", sa.String(16), nullable=False, server_default=""))
    op.add_column("games", sa.Column("due", sa.BigInteger))
    op.create_index("ix_games_due", "games", ["due"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_outages"),
    )
    op.create_table(
        "openings",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("open", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_openings"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_openings_game"),
        sa.ForeignKeyConstraint(["host"], ["guests.id"], name="fk_openings_host"),
    )
    op.create_index("ix_openings_host", "openings", ["host"])
    op.create_index("ix_openings_open", "openings", ["open"])

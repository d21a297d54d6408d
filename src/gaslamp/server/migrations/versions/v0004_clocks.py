"""Clocks: what was agreed, which games to look at when, when a server was last up, and its outages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"


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

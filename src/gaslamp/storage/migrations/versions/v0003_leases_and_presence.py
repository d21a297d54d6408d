"""Which process runs a game, and where its people are connected."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the two tables; the others stay as they are."""
    op.create_table(
        "leases",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_leases"),
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "process", "seat", name="pk_presence"),
    )

"""How games stand, for lists that open none of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table; games that are there get their row when somebody looks, or within minutes."""
    op.create_table(
        "standings",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.String(32)),
        sa.Column("winner", sa.String(32)),
        sa.Column("reason", sa.String(64)),
        sa.PrimaryKeyConstraint("game", name="pk_standings"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_standings_game"),
    )

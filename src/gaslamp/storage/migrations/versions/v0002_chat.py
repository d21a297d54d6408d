"""What people write to each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table; the others stay as they are."""
    op.create_table(
        "chat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_chat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game"),
        sqlite_with_rowid=False,
    )

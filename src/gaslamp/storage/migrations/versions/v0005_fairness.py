"""The secret that a game's draws and commitments follow from, and the nonces of its seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them; games that were made before have neither, and are played to their end as they were begun."""
    op.add_column("games", sa.Column("secret", sa.String(64)))
    op.create_table(
        "nonces",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("nonce", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_nonces"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_nonces_game"),
    )

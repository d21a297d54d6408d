"""Which version of the proofs a game is played by; those that are there go on by the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add it."""
    op.add_column("games", sa.Column("proof", sa.Integer, nullable=False, server_default="1"))

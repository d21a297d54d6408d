"""Whether people who play each other agreed on hints; those who play now did not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add it."""
    op.add_column("games", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))

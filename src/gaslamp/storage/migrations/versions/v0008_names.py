"""Names for people too: until now only programs had one, and were known by it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add what tells a program; whoever has a name so far is one."""
    op.add_column("guests", sa.Column("program", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE guests SET program = 1 WHERE name IS NOT NULL")

"""The names of programs, which are guests without a browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add them; who came before has a browser, and none."""
    op.add_column("guests", sa.Column("name", sa.String(32)))

"""Which games are known to be over, and what it takes to find those whose time is up without reading everything."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add them; of the games that are there it is found out when they have lain for long."""
    op.add_column("games", sa.Column("over", sa.BigInteger))
    op.create_index("ix_games_over", "games", ["over"])
    op.create_index("ix_games_created", "games", ["created"])
    op.create_index("ix_watchers_guest", "watchers", ["guest"])

"""Games and their entries, guests, seats, watchers and links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("rematch_of", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
        sa.UniqueConstraint("rematch_of", name="uq_games_rematch_of"),
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_entries"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seats_guest"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "watchers",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "guest", name="pk_watchers"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_watchers_game"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_watchers_guest"),
    )
    op.create_table(
        "links",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "kind", name="pk_links"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_links_game"),
    )

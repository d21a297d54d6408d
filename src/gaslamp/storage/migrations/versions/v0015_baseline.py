"""Create all tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = None

GAME = {"game": sa.String(32)}
SEAT = {"seat": sa.String(32)}


def upgrade() -> None:
    _create(
        "games",
        {"id": sa.String(32)},
        {
            "title": sa.String(32), "rules_version": sa.Integer, "options": sa.Text, "bots": sa.Text,
            "created": sa.Integer, "clock": sa.String(16), "secret": sa.String(64), "hints": sa.Integer,
        },
        {"rematch_of": sa.String(32), "due": sa.BigInteger},
        {"rematch_of": "games.id"},
        indexes=("created", "due"),
        unique="rematch_of",
    )  # fmt: skip
    guest = {"created": sa.Integer, "program": sa.Integer}
    _create("guests", {"id": sa.String(64)}, guest, {"name": sa.String(32)})
    of_game, of_guest = {"game": "games.id"}, {"guest": "guests.id"}
    summary = {"phase": sa.String(8), "at": sa.BigInteger, "round": sa.Integer}
    optional = {"turn": sa.String(32), "winner": sa.String(32), "reason": sa.String(64)}
    _create("summaries", GAME, summary, optional, of_game, indexes=("phase",))
    _create("nonces", GAME | SEAT, {}, {"nonce": sa.String(64)}, of_game)
    _create("entries", GAME | {"seq": sa.Integer}, {"entry": sa.Text}, {}, of_game, sqlite_with_rowid=False)
    _create("finished", GAME, {"rated": sa.Integer}, {}, of_game, indexes=("rated",))
    summary = {"luck": sa.Integer, "loss": sa.Integer, "choices": sa.Integer}
    _create("reviewed", GAME | {"side": sa.String(32)}, summary, {}, of_game)
    rating = {"mean": sa.Float, "deviation": sa.Float, "games": sa.Integer}
    _create("ratings", {"player": sa.String(80), "pool": sa.String(64)}, rating)
    _create("seats", GAME | SEAT, {}, {"guest": sa.String(64)}, of_game | of_guest, indexes=("guest",))
    result = {"solved": sa.Integer, "tries": sa.Integer, "at": sa.Integer}
    key = {"guest": sa.String(64), "puzzle": sa.String(16)}
    _create("puzzle_results", key, result, {}, of_guest, indexes=("puzzle",))
    _create("watchers", GAME | {"guest": sa.String(64)}, {}, {}, of_game | of_guest, indexes=("guest",))
    _create("links", GAME | {"kind": sa.String(8)}, {"secret": sa.String(64)}, {}, of_game)
    host = {"host": sa.String(64), "open": sa.Integer}
    _create("openings", GAME, host, {}, of_game | {"host": "guests.id"}, indexes=("host", "open"))
    message = {"at": sa.Integer, "room": sa.String(8), **SEAT, "text": sa.Text, "phrase": sa.Integer}
    _create("chat", GAME | {"seq": sa.Integer}, message, {}, of_game, sqlite_with_rowid=False)
    _create("leases", GAME, {"owner": sa.String(32), "expires": sa.BigInteger})
    _create("presence", GAME | {"process": sa.String(32)} | SEAT, {"expires": sa.BigInteger})
    _create("heartbeat", {"id": sa.Integer}, {"at": sa.BigInteger})
    _create("outages", {"since": sa.BigInteger}, {"until": sa.BigInteger})


def _create(
    name: str,
    key: dict[str, Any],
    required: dict[str, Any],
    optional: dict[str, Any] | None = None,
    references: dict[str, str] | None = None,
    indexes: Collection[str] = (),
    unique: str | None = None,
    **options: Any,
) -> None:
    """Create a table. *references* maps columns to the columns of other tables."""
    op.create_table(
        name,
        *(sa.Column(column, kind, nullable=False, autoincrement=False) for column, kind in key.items()),
        *(sa.Column(column, kind, nullable=False) for column, kind in required.items()),
        *(sa.Column(column, kind) for column, kind in (optional or {}).items()),
        sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
        *(
            sa.ForeignKeyConstraint([column], [target], name=f"fk_{name}_{column}")
            for column, target in (references or {}).items()
        ),
        *([sa.UniqueConstraint(unique, name=f"uq_{name}_{unique}")] if unique is not None else []),
        **options,
    )
    for column in indexes:
        op.create_index(f"ix_{name}_{column}", name, [column])

"""Brings the tables of a database up to date, whichever it is."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection


def is_revision(found: object) -> bool:
    """Whether something names a revision, ours or a later one: four digits, so that they can be compared."""
    return isinstance(found, str) and len(found) == 4 and found.isascii() and found.isdecimal() and found != "0000"


def migrate(connection: Connection) -> None:
    """Bring the tables up to date by a connection in a transaction."""
    from alembic import command  # noqa: PLC0415 - only a new or an old database needs it, and it is slow to load
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "head")

"""Schema migrations, run by Alembic. A new one is a module in `versions`; also update `schema.REVISION`."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection


def is_revision(name: object) -> bool:
    """True for four digits, so that revisions can be compared as strings."""
    return isinstance(name, str) and len(name) == 4 and name.isascii() and name.isdecimal() and name != "0000"


def upgrade(connection: Connection) -> None:
    """Run the missing migrations in the transaction of *connection*."""
    from alembic import command  # noqa: PLC0415 - slow to import, and rarely needed
    from alembic.config import Config  # noqa: PLC0415

    folder = str(Path(__file__).parent).replace("%", "%%")
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", folder)
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "head")

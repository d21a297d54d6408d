"""Schema migrations, run by Alembic. A new one is a module in `versions`; also update `schema.REVISION`."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection


def is_revision(name: object) -> bool:
    """True for four digits, so that revisions can be compared as strings."""
    return isinstance(name, str) and len(name) == 4 and name.isascii() and name.isdecimal() and name != "0000"


def upgrade(connection: Connection) -> None:
    from alembic import command, config  # noqa: PLC0415 - slow to import, and rarely needed

    folder = str(Path(__file__).parent).replace("%", "%%")
    options = config.Config(attributes={"connection": connection})
    options.set_main_option("script_location", folder)
    options.set_main_option("path_separator", "os")
    command.upgrade(options, "head")

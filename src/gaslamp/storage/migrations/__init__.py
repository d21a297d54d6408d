"""Creates the tables of a new database. Older ones will be migrated by Alembic, with modules in `versions`.

The tables come from `schema`; a new database is marked with the newest revision and runs no migration.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from gaslamp.storage.schema import METADATA


def is_revision(name: object) -> bool:
    """True for four digits, so that revisions can be compared as strings."""
    return isinstance(name, str) and len(name) == 4 and name.isascii() and name.isdecimal() and name != "0000"


def create_tables(connection: Connection) -> None:
    from alembic import command, config  # noqa: PLC0415 - slow to import, and rarely needed

    METADATA.create_all(connection)
    folder = str(Path(__file__).parent).replace("%", "%%")
    options = config.Config(attributes={"connection": connection})
    options.set_main_option("script_location", folder)
    options.set_main_option("path_separator", "os")
    command.stamp(options, "head")

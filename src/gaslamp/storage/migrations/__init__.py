"""Creates the tables of a new database. Older ones will be migrated by Alembic, with modules in `versions`.

The tables come from `schema`; a new database is marked with the newest revision and runs no migration.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection

from gaslamp.storage.schema import METADATA


def revision_of(rows: Sequence[Sequence[object]]) -> str:
    """Return the revision in the rows of Alembic's table: four digits, compared as strings. Raises ValueError."""
    if len(rows) != 1 or re.fullmatch("(?!0000)[0-9]{4}", str(rows[0][0])) is None:
        raise ValueError
    return str(rows[0][0])


def create_tables(connection: Connection) -> None:
    from alembic import command, config  # noqa: PLC0415 - slow to import, and rarely needed

    METADATA.create_all(connection)
    folder = str(Path(__file__).parent).replace("%", "%%")
    options = config.Config(attributes={"connection": connection})
    options.set_main_option("script_location", folder)
    options.set_main_option("path_separator", "os")
    command.stamp(options, "head")

"""Creates the tables of a new database. Older ones will be migrated by Alembic, with modules in `versions`.

The tables come from `schema`; a new database is marked with the newest revision and runs no migration.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Column, Connection, MetaData, String, Table

from gaslamp.storage.schema import METADATA, REVISION

# As Alembic creates it; importing Alembic is slow.
_MARK: Final = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def revision_of(rows: Sequence[Sequence[object]]) -> str:
    """Return the revision in the rows of Alembic's table: four digits, compared as strings. Raises ValueError."""
    if len(rows) != 1 or re.fullmatch("(?!0000)[0-9]{4}", str(rows[0][0])) is None:
        raise ValueError
    return str(rows[0][0])


def create_tables(connection: Connection) -> None:
    METADATA.create_all(connection)
    _MARK.create(connection)
    connection.execute(_MARK.insert().values(version_num=REVISION))

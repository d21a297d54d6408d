"""What two databases say differently: inserting once, and what time it is where the data lies."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Table, cast, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

_THOUSAND: Final = 1000


def insert_once(connection: AsyncConnection, table: Table) -> Any:
    """Give an insert that leaves alone what is there already."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()


def database_now() -> ColumnElement[int]:
    """Give the time of PostgreSQL's clock in milliseconds since 1970: of all processes' clocks, the one they share."""
    return cast(func.extract("epoch", func.clock_timestamp()) * _THOUSAND, BigInteger)

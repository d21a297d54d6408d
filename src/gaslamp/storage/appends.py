"""The entries of all games go into a SQLite file by a connection of their own, in a thread of its own.

They are nearly everything that is written. A few plain statements in one go spare each of them a dozen hops between the
event loop and the thread that SQLAlchemy's driver works in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Final, NamedTuple

from gaslamp.storage.dialect import BUSY, PRAGMAS
from gaslamp.table.standing import Standing

_COLUMNS: Final = ", ".join(Standing._fields)
_MARKS: Final = ", ".join("?" * len(Standing._fields))
_CHANGES: Final = ", ".join(f"{column} = excluded.{column}" for column in Standing._fields)
_ENTRY: Final = "INSERT INTO entries (game, seq, entry) VALUES (?, ?, ?)"
_STANDING: Final = (
    f"INSERT INTO standings (game, {_COLUMNS}) VALUES (?, {_MARKS}) ON CONFLICT (game) DO UPDATE SET {_CHANGES}"  # noqa: S608
)


class Append(NamedTuple):
    """An entry in its place, and how its game then stands if that is something else."""

    game: str
    seq: int
    entry: str
    standing: Standing | None


class Appends:
    """Writes entries into a file."""

    def __init__(self, file: str) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="appends")
        self._file = file
        self._connection: sqlite3.Connection | None = None

    def write(self, appends: Sequence[Append]) -> None:
        """Keep all of them for good, or raise and keep none; called in the thread."""
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            for game, seq, entry, standing in appends:
                connection.execute(_ENTRY, (game, seq, entry))
                if standing is not None:
                    connection.execute(_STANDING, (game, *standing))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # some errors have ended it by themselves
                connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Leave the file; what was asked for is written."""
        self.thread.submit(self._close).result()
        self.thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, timeout=BUSY, isolation_level=None)
            for pragma in PRAGMAS:
                with closing(self._connection.execute(f"PRAGMA {pragma}")) as told:
                    told.fetchall()
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

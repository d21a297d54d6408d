"""The entries of all games on their way into a SQLite file: nearly everything that is written.

Those that wait together are one statement, so that the thread that writes gives the interpreter away and asks for it
back once, however many they are: whoever draws meanwhile is not held up by it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from gaslamp.game.summary import Summary

_COLUMNS: Final = ("game", "seq", "entry", *Summary._fields)
_STANDING: Final = ", ".join(Summary._fields)
# What is put into `appended` becomes an entry and, where a game then stands otherwise, its standing.
_APPENDED: Final = f"CREATE TEMP VIEW appended AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
_APPEND: Final = f"""
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appended BEGIN
    INSERT INTO entries (game, seq, entry) VALUES (NEW.game, NEW.seq, NEW.entry);
    INSERT INTO standings (game, {_STANDING})
        SELECT NEW.game, {", ".join(f"NEW.{name}" for name in Summary._fields)} WHERE NEW.phase IS NOT NULL
        ON CONFLICT (game) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in Summary._fields)};
END
"""  # noqa: S608 - of names alone
_PLACES: Final = ("$[0]", "$[1]", "$[2]", *(f"$[3][{place}]" for place in range(len(Summary._fields))))
_FIELDS: Final = ", ".join(f"json_extract(value, '{place}')" for place in _PLACES)
_WRITE: Final = f"INSERT INTO appended SELECT {_FIELDS} FROM json_each(?)"  # noqa: S608
_ENCODER: Final = msgspec.json.Encoder()


class Append(NamedTuple):
    """An entry in its place, and how its game then stands if that is something else."""

    game: str
    seq: int
    entry: str
    standing: Summary | None


def prepare(connection: sqlite3.Connection) -> None:
    """Make a connection able to write entries."""
    connection.execute(_APPENDED)
    connection.execute(_APPEND)


def write(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write entries together."""
    connection.execute(_WRITE, (_ENCODER.encode(appends).decode(),))

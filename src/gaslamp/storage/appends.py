"""The entries of all games go into a SQLite file by a connection of their own, in a thread of its own.

They are nearly everything that is written. Those that wait together are one statement, so that the thread gives the
interpreter away and asks for it back once, however many they are: whoever draws meanwhile is not held up by it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeAlias

import msgspec

from gaslamp.storage.dialect import BUSY, PRAGMAS
from gaslamp.table.standing import Standing

_COLUMNS: Final = ("game", "seq", "entry", *Standing._fields)
_STANDING: Final = ", ".join(Standing._fields)
# What is put into `appended` becomes an entry and, where a game then stands otherwise, its standing.
_APPENDED: Final = f"CREATE TEMP VIEW appended AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
_APPEND: Final = f"""
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appended BEGIN
    INSERT INTO entries (game, seq, entry) VALUES (NEW.game, NEW.seq, NEW.entry);
    INSERT INTO standings (game, {_STANDING})
        SELECT NEW.game, {", ".join(f"NEW.{name}" for name in Standing._fields)} WHERE NEW.phase IS NOT NULL
        ON CONFLICT (game) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in Standing._fields)};
END
"""  # noqa: S608 - of names alone
_PLACES: Final = ("$[0]", "$[1]", "$[2]", *(f"$[3][{place}]" for place in range(len(Standing._fields))))
_FIELDS: Final = ", ".join(f"json_extract(value, '{place}')" for place in _PLACES)
_WRITE: Final = f"INSERT INTO appended SELECT {_FIELDS} FROM json_each(?)"  # noqa: S608
_ENCODER: Final = msgspec.json.Encoder()


class Append(NamedTuple):
    """An entry in its place, and how its game then stands if that is something else."""

    game: str
    seq: int
    entry: str
    standing: Standing | None


Kept: TypeAlias = list[Exception | None]  # of each that was to be written: None, or why it was not
_Asked: TypeAlias = tuple[Sequence[Append], asyncio.AbstractEventLoop, Callable[[Kept], None]]


class Appends:
    """Writes entries into a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread: Thread | None = None

    def hand_over(self, appends: Sequence[Append], kept: Callable[[Kept], None]) -> None:
        """Have entries written together, and call something in the event loop when they are kept for good."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="appends", daemon=True)
            self._thread.start()
        self._asked.put((appends, asyncio.get_running_loop(), kept))

    def close(self) -> None:
        """Leave the file; what was asked for is written."""
        self._asked.put(None)
        if self._thread is not None:
            self._thread.join()

    # ---- in the thread

    def _run(self) -> None:
        while (asked := self._asked.get()) is not None:
            appends, loop, kept = asked
            told = self._keep(appends)
            with suppress(RuntimeError):  # the loop has gone, and with it who waited
                loop.call_soon_threadsafe(kept, told)
        if self._connection is not None:
            self._connection.close()

    def _keep(self, appends: Sequence[Append]) -> Kept:
        """Write all in one transaction; if one of them fails, each in its own, so that it fails alone."""
        try:
            self._open().execute(_WRITE, (_ENCODER.encode(appends).decode(),))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for it
            if len(appends) == 1:
                return [error]
            return [told for one in appends for told in self._keep([one])]
        return [None] * len(appends)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._file, timeout=BUSY, isolation_level=None)
            for words in (*(f"PRAGMA {pragma}" for pragma in PRAGMAS), _APPENDED, _APPEND):
                with closing(connection.execute(words)) as told:
                    told.fetchall()
            self._connection = connection
        return self._connection

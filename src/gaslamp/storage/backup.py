"""Copies of a data folder's database, whole and of one moment, also while a server writes to it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from gaslamp.core.errors import GaslampError

_KEPT: Final = 3  # copies from before a migration


def copy(database: Path, file: Path) -> None:
    """Copy a database to a new file that nobody else can read; either all of it is there, or nothing."""
    part = file.with_name(f".{file.name}.part")
    try:
        _clear(part)  # what is left of a copy that was cut short
        part.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as made:
            source.backup(made)
            made.execute("PRAGMA journal_mode = DELETE").fetchall()  # so that it is one file
            if made.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError
        part.rename(file)
    except (OSError, sqlite3.Error):
        raise GaslampError("serve.no_copy", file=str(file)) from None
    finally:
        with suppress(OSError):
            _clear(part)


def back_up(database: Path, file: Path) -> None:
    """Copy the games of a data folder, whether a server runs on it or not."""
    if not database.exists():
        raise GaslampError("backup.nothing", folder=str(database.parent))
    if file.exists():
        raise GaslampError("backup.exists", file=str(file))
    copy(database, file)


def before_migration(database: Path, revision: str) -> None:
    """Copy a database of an older program beside it, and let only the last few such copies stay."""
    made = _made(database)
    number = 1 + max(made, default=0)
    copy(database, database.with_name(f"{database.stem}.before-{revision}-{number}{database.suffix}"))
    for old in sorted(made)[: max(0, len(made) + 1 - _KEPT)]:
        with suppress(OSError):  # then it stays
            made[old].unlink(missing_ok=True)


def _made(database: Path) -> dict[int, Path]:
    """The copies there are by their numbers; whatever else has such a name is none of ours."""
    name = re.compile(rf"{re.escape(database.stem)}\.before-\d{{4}}-(\d{{1,9}}){re.escape(database.suffix)}")
    found = {file: name.fullmatch(file.name) for file in database.parent.iterdir()}
    return {int(number[1]): file for file, number in found.items() if number}


def _clear(part: Path) -> None:
    for name in (part.name, f"{part.name}-journal"):
        part.with_name(name).unlink(missing_ok=True)

"""Copies of a data folder's database, whole and of one moment, also while a server writes to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from gaslamp.core.errors import GaslampError

_KEPT: Final = 3  # copies from before a migration


def copy(database: Path, file: Path) -> None:
    """Copy a database to a new file that nobody else can read; either all of it is there, or nothing."""
    part = file.with_name(f".{file.name}.part")
    try:
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
        part.unlink(missing_ok=True)


def back_up(database: Path, file: Path) -> None:
    """Copy the games of a data folder, whether a server runs on it or not."""
    if not database.exists():
        raise GaslampError("backup.nothing", folder=str(database.parent))
    if file.exists():
        raise GaslampError("backup.exists", file=str(file))
    copy(database, file)


def before_migration(database: Path, revision: str) -> None:
    """Copy a database of an older program beside it, and let only the last few such copies stay."""
    old = sorted(database.parent.glob(f"{database.stem}.before-*{database.suffix}"), key=_age)
    number = 1 + max((int(file.stem.rpartition("-")[2]) for file in old), default=0)
    copy(database, database.with_name(f"{database.stem}.before-{revision}-{number}{database.suffix}"))
    for file in old[: max(0, len(old) + 1 - _KEPT)]:
        file.unlink(missing_ok=True)


def _age(file: Path) -> int:
    return int(file.stem.rpartition("-")[2])

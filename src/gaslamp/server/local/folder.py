"""The data folder in memory, whose changes are saved by the browser before anything is published."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from gaslamp.storage.sqlite import DATABASE, LOCK, DataFolder

_CHUNK: Final = 65536  # bytes
_NOT_SAVED: Final = {LOCK, f"{DATABASE}-journal", f"{DATABASE}-shm"}

# Saves chunks by name, in one transaction; None removes a chunk. Returns False if nothing was saved.
Save: TypeAlias = Callable[[dict[str, bytes | None]], Awaitable[bool]]


class LocalFolder(DataFolder):
    def __init__(self, path: Path, saved: dict[str, bytes], save: Save) -> None:
        """Restore the files from the saved chunks."""
        super().__init__(path)
        self._saved = dict(saved)
        self._save = save
        self._saving = asyncio.Lock()
        path.mkdir(parents=True, exist_ok=True)
        for name in sorted(saved, key=_place):
            with (path / name.rpartition("/")[0]).open("ab") as file:
                file.write(saved[name])

    async def persist(self) -> None:
        async with self._saving:
            chunks = dict(self._chunks())
            changes: dict[str, bytes | None] = {
                name: chunk for name, chunk in chunks.items() if self._saved.get(name) != chunk
            }
            changes |= dict.fromkeys(self._saved.keys() - chunks.keys())
            if changes and await self._save(changes):
                self._saved = chunks

    def _chunks(self) -> Iterator[tuple[str, bytes]]:
        for file in sorted(self.path.iterdir()):
            if file.name in _NOT_SAVED:
                continue
            content = file.read_bytes()
            for start in range(0, len(content), _CHUNK):
                yield f"{file.name}/{start // _CHUNK}", content[start : start + _CHUNK]


def _place(name: str) -> tuple[str, int]:
    file, _, number = name.rpartition("/")
    return file, int(number)

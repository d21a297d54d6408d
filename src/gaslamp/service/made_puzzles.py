"""Puzzles that guests make of moments of finished games. They can be solved by link and are not rated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import message
from gaslamp.core.records.record import Record
from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.making import of_moment
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.service.games.reviews import REVIEW_QUEUE
from gaslamp.storage.database import Database, insert_new
from gaslamp.storage.schema import MADE_PUZZLES
from gaslamp.workers.shared import Request, SharedJobs

_TIMEOUT: Final = 120.0  # seconds
_MOST: Final = 200  # newest of a guest that are kept
_LISTED: Final = 50  # newest of a guest on a page
_LONGEST: Final = 8  # of an id


class MadePuzzles:
    def __init__(self, database: Database, jobs: SharedJobs, now: Callable[[], float]) -> None:
        self._database = database
        self._jobs = jobs
        self._now = now

    async def make(self, record: Record, step: int, guest: str) -> Puzzle:
        """Make and save a puzzle of one step of a finished game. Raises GaslampError with the reason if it is none."""
        bare = replace(record, proof=None)
        key = ("puzzle", record.title, tuple(sorted(record.options.items())), record.actions, step)
        puzzle = await self._jobs.wait(Request(REVIEW_QUEUE, key, of_moment, (bare, step), _TIMEOUT))
        if not isinstance(puzzle, Puzzle):
            raise GaslampError("web.puzzle.not_made", why=message(f"puzzle.reason.{puzzle or 'failed'}"))
        text = msgspec.json.encode(puzzle).decode()
        row = {"id": puzzle.id, "guest": guest, "title": puzzle.title, "puzzle": text, "at": int(self._now())}
        mine = MADE_PUZZLES.c.guest == guest
        newest = select(MADE_PUZZLES.c.id).where(mine).order_by(MADE_PUZZLES.c.at.desc(), MADE_PUZZLES.c.id)

        def work(connection: Connection) -> None:
            connection.execute(insert_new(connection, MADE_PUZZLES), row)
            newest_ids = connection.execute(newest.limit(_MOST)).scalars().all()
            connection.execute(delete(MADE_PUZZLES).where(mine, MADE_PUZZLES.c.id.not_in(newest_ids)))

        if puzzle.id not in puzzles.shipped(puzzle.title):
            await self._database.write(work)
        return puzzle

    async def find(self, title: str, id: str) -> Puzzle:
        """Return a shipped puzzle or one that a guest made. Raises GaslampError if there is none."""
        try:
            return puzzles.find(title, id)
        except GaslampError:
            if len(id) > _LONGEST or not id.isalnum():
                raise
            query = select(MADE_PUZZLES.c.puzzle).where(MADE_PUZZLES.c.id == id, MADE_PUZZLES.c.title == title)
            text = await self._database.read(lambda connection: connection.execute(query).scalar())
            if text is None:
                raise
        return puzzles.read_line(text, title, id)

    async def of(self, guest: str | None) -> Sequence[Puzzle]:
        """Return the puzzles that a guest made, newest first."""
        query = select(MADE_PUZZLES.c.puzzle).where(MADE_PUZZLES.c.guest == guest)
        query = query.order_by(MADE_PUZZLES.c.at.desc(), MADE_PUZZLES.c.id).limit(_LISTED)
        rows = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return [msgspec.json.decode(text, type=Puzzle) for text in rows]

"""Results of puzzles by guest: the first result of each puzzle counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from gaslamp.storage.database import Database, insert_new
from gaslamp.storage.schema import GUESTS, PUZZLE_RESULTS

_MOST: Final = 1000  # results that are read
_DAY: Final = timedelta(days=1)


class Result(NamedTuple):
    puzzle: str
    solved: bool  # without the solution
    tries: int
    at: int  # seconds


class History(NamedTuple):
    results: tuple[Result, ...] = ()  # newest first

    @property
    def solved(self) -> int:
        return sum(result.solved for result in self.results)

    @property
    def streak(self) -> int:
        """The number of newest puzzles solved one after another."""
        failed = next((number for number, result in enumerate(self.results) if not result.solved), None)
        return len(self.results) if failed is None else failed


class PuzzleResults:
    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()

    async def record(self, guest: str | None, puzzle: str, *, solved: bool, tries: int) -> None:
        """Save a guest's result, unless there is one. Visitors that are no guests have no results."""
        if guest is None:
            return
        row = {"guest": guest, "puzzle": puzzle, "solved": int(solved), "tries": tries, "at": int(self._now())}

        def work(connection: Connection) -> None:
            if connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest)).first() is not None:
                connection.execute(insert_new(connection, PUZZLE_RESULTS), row)

        await self._database.write(work)

    async def history(self, guest: str | None) -> History:
        if guest is None:
            return History()
        table = PUZZLE_RESULTS.c
        columns = (table.puzzle, table.solved, table.tries, table.at)
        query = select(*columns).where(table.guest == guest).order_by(table.at.desc(), table.puzzle).limit(_MOST)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return History(tuple(Result(row.puzzle, bool(row.solved), row.tries, row.at) for row in rows))

    async def solved_on(self, puzzle: str, day: date) -> int:
        """Return the number of guests whose first result on a day (UTC) was a solution."""
        table = PUZZLE_RESULTS.c
        start = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        end = start + int(_DAY.total_seconds())
        query = select(func.count()).where(table.puzzle == puzzle, table.solved == 1, table.at >= start, table.at < end)
        return await self._database.read(lambda connection: connection.execute(query).scalar() or 0)

"""Results of puzzles by guest, and the ratings of guests and puzzles.

A puzzle has one result for each guest: solved without the solution, or not. Ratings count the first answer only; a
request for the solution before it is a wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, func, select, update

from gaslamp.puzzles.puzzle import DIFFICULTIES, Puzzle
from gaslamp.service.ratings import DEVIATION, MEAN, Entrant, Rating, save_result
from gaslamp.storage.database import Database, insert_new
from gaslamp.storage.schema import GUESTS, PUZZLE_RESULTS, RATINGS

Outcome: TypeAlias = Literal["right", "wrong", "shown"]  # of an answer; shown: the solution was requested

_MOST: Final = 1000  # results that are read
_DAY: Final = timedelta(days=1)
_RATED: Final = 10  # first answers after which the difficulty follows from a puzzle's rating
_STEP: Final = DEVIATION / 2  # of a rating's mean, from difficulty to difficulty
_MIDDLE: Final = 3  # difficulty of a puzzle with the mean rating
_PUZZLE: Final = "puzzle:"  # prefix of its player id in ratings


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

    async def record(self, guest: str | None, puzzle: Puzzle, outcome: Outcome) -> None:
        """Save what came of an answer, unless the result is final. Visitors that are no guests have no results."""
        if guest is None:
            return
        ours = (PUZZLE_RESULTS.c.guest == guest) & (PUZZLE_RESULTS.c.puzzle == puzzle.id)
        tries, solved = int(outcome != "shown"), {"right": 1, "wrong": None, "shown": 0}[outcome]
        row = {"guest": guest, "puzzle": puzzle.id, "solved": solved, "tries": tries, "at": int(self._now())}
        later = update(PUZZLE_RESULTS).where(ours, PUZZLE_RESULTS.c.solved.is_(None))
        later = later.values(solved=solved, tries=PUZZLE_RESULTS.c.tries + tries, at=row["at"])

        def work(connection: Connection) -> None:
            if connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest)).first() is None:
                return
            first = insert_new(connection, PUZZLE_RESULTS).returning(PUZZLE_RESULTS.c.puzzle)
            if connection.execute(first, row).first() is not None:
                _rate(connection, guest, puzzle, won=outcome == "right")
            else:
                connection.execute(later)

        await self._database.write(work)

    async def difficulties(self, puzzles: Collection[Puzzle]) -> Mapping[str, int]:
        """Return the difficulty of each puzzle by id: by its rating if enough guests have answered it."""
        names = [f"{_PUZZLE}{puzzle.id}" for puzzle in puzzles]
        query = select(RATINGS.c.player, RATINGS.c.mean)
        query = query.where(RATINGS.c.player.in_(names), RATINGS.c.games >= _RATED)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        by_people = {row.player.removeprefix(_PUZZLE): _difficulty(row.mean) for row in rows}
        return {puzzle.id: puzzle.difficulty for puzzle in puzzles} | by_people

    async def history(self, guest: str | None) -> History:
        if guest is None:
            return History()
        table = PUZZLE_RESULTS.c
        columns = (table.puzzle, table.solved, table.tries, table.at)
        query = select(*columns).where(table.guest == guest, table.solved.is_not(None))
        query = query.order_by(table.at.desc(), table.puzzle).limit(_MOST)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return History(tuple(Result(row.puzzle, bool(row.solved), row.tries, row.at) for row in rows))

    async def solved_on(self, puzzle: str, day: date) -> int:
        """Return the number of guests that solved a puzzle on a day (UTC)."""
        table = PUZZLE_RESULTS.c
        start = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        end = start + int(_DAY.total_seconds())
        query = select(func.count()).where(table.puzzle == puzzle, table.solved == 1, table.at >= start, table.at < end)
        return await self._database.read(lambda connection: connection.execute(query).scalar() or 0)


def pool(title: str) -> str:
    """Return the pool of ratings of a title's puzzles and their solvers."""
    return f"{title}.puzzles"


def _rate(connection: Connection, guest: str, puzzle: Puzzle, *, won: bool) -> None:
    solver, asked = Entrant(guest, pool(puzzle.title)), Entrant(f"{_PUZZLE}{puzzle.id}", pool(puzzle.title))
    expected = Rating(MEAN + _STEP * (puzzle.difficulty - _MIDDLE))
    winner, loser = (solver, asked) if won else (asked, solver)
    save_result(connection, [winner], [loser], {asked: expected})


def _difficulty(mean: float) -> int:
    return min(max(round(_MIDDLE + (mean - MEAN) / _STEP), DIFFICULTIES[0]), DIFFICULTIES[-1])

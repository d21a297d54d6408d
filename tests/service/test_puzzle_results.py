"""Results of puzzles: one per guest and puzzle; the first answer alone changes ratings and, in time, difficulties."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from gaslamp.puzzles.puzzle import Puzzle, shipped
from gaslamp.service.lobby.members import People
from gaslamp.service.puzzle_results import Outcome, PuzzleResults, pool
from gaslamp.service.ratings import Rating, Ratings
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import Time

ONE, OTHER = list(shipped("pocket").values())[:2]


class Server(NamedTuple):
    kept: KeptBySql
    time: Time
    results: PuzzleResults
    ratings: Ratings

    async def guest(self, number: int = 0) -> str:
        return await People(self.kept.database, self.time).add(f"{number:043}")

    async def answers(self, guest: str, *outcomes: Outcome, puzzle: Puzzle = ONE) -> None:
        for outcome in outcomes:
            self.time.now += 1
            await self.results.record(guest, puzzle, outcome)


Run = Callable[[Callable[[Server], Awaitable[None]]], None]


@pytest.fixture
def run(base: InDatabase) -> Run:
    def start(work: Callable[[Server], Awaitable[None]]) -> None:
        async def inside(kept: KeptBySql) -> None:
            time = Time()
            await work(Server(kept, time, PuzzleResults(kept.database, time), Ratings(kept.database)))

        base.run_sql(inside)

    return start


def test_a_puzzle_is_solved_late_or_shown_once(run: Run) -> None:
    async def work(server: Server) -> None:
        me = await server.guest()
        await server.answers(me, "wrong", "wrong")
        assert (await server.results.history(me)).results == ()  # it goes on
        await server.answers(me, "right", "wrong", "shown", "right")
        await server.answers(me, "wrong", "shown", "right", puzzle=OTHER)
        history = await server.results.history(me)
        assert [(result.puzzle, result.solved, result.tries) for result in history.results] == [
            (OTHER.id, False, 1),
            (ONE.id, True, 3),
        ]
        assert (history.solved, history.streak) == (1, 0)

    run(work)


@pytest.mark.parametrize(("outcomes", "won"), [(["right"], True), (["wrong", "right"], False), (["shown"], False)])
def test_the_first_answer_rates_solver_and_puzzle_once(run: Run, outcomes: list[Outcome], won: bool) -> None:
    async def work(server: Server) -> None:
        me = await server.guest()
        even = replace(ONE, difficulty=3)
        await server.answers(me, *outcomes, *outcomes, puzzle=even)
        mine = (await server.ratings.of(me))[pool("pocket")]
        its = (await server.ratings.of(f"puzzle:{ONE.id}"))[pool("pocket")]
        assert (mine.games, its.games) == (1, 1)
        assert (mine.value > its.value) == won
        assert mine.value + its.value == 2 * Rating().value
        assert mine.interval < Rating().interval

    run(work)


def test_visitors_without_an_identity_have_no_results(run: Run) -> None:
    async def work(server: Server) -> None:
        for nobody in (None, "no guest"):
            await server.results.record(nobody, ONE, "right")
        assert await server.ratings.of("no guest") == {}
        assert await server.ratings.of(f"puzzle:{ONE.id}") == {}

    run(work)


def test_difficulty_follows_from_people_when_enough_have_answered(run: Run) -> None:
    async def work(server: Server) -> None:
        easy, hard = replace(ONE, difficulty=4), replace(OTHER, difficulty=2)
        for number in range(10):
            assert await server.results.difficulties([easy, hard]) == {easy.id: 4, hard.id: 2}
            guest = await server.guest(number)
            await server.answers(guest, "right", puzzle=easy)
            await server.answers(guest, "wrong", puzzle=hard)
        difficulties = await server.results.difficulties([easy, hard])
        assert difficulties[ONE.id] < 4
        assert difficulties[OTHER.id] > 2

    run(work)

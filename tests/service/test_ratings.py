"""Ratings: computed once for each finished game that counts, of people and bot levels, and deleted with a guest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, func, select, update

from gaslamp.core.game import Seat
from gaslamp.game import requests
from gaslamp.game.clock import SECOND
from gaslamp.game.entries import Entry, Hinted, Started, TurnUndone
from gaslamp.game.updates import Summary
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.members import People, save_members
from gaslamp.service.ratings import Entrant, Rating, Ratings, forget, rate, save_result
from gaslamp.storage.database import Work
from gaslamp.storage.schema import ENTRIES, FINISHED, RATINGS
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import Time
from tests.storage.test_store import Anybody

JACK, DETECTIVES = "pocket.jack.people", "pocket.detectives.people"


class Server(NamedTuple):
    kept: KeptBySql
    time: Time
    ratings: Ratings

    async def guest(self, name: str) -> str:
        return await People(self.kept.database, self.time).add(name * 43)

    async def game(self, seats: Mapping[Seat, str], bots: Mapping[Seat, str] | None = None) -> str:
        def members(id: str) -> Work[None]:
            return lambda connection: save_members(connection, id, seats, {"watch": "w"})

        live_games = LiveGames(self.kept.store, Anybody(), self.time)
        id = await live_games.create("pocket", {}, bots or {}, extra_writes=members)
        await live_games.close()
        return id

    async def resign(self, id: str, seat: Seat = "jack") -> None:
        live_games = LiveGames(self.kept.store, Anybody(), self.time)
        live = await live_games.open(id)
        assert live is not None
        await live.submit(requests.Resign(), seat)
        await live_games.close()

    async def rows(self) -> list[tuple[str, str]]:
        columns = select(RATINGS.c.player, RATINGS.c.pool)
        return await self.kept.database.read(
            lambda connection: [(row.player, row.pool) for row in connection.execute(columns)]
        )


@pytest.fixture
def run(base: InDatabase) -> Callable[[Callable[[Server], Awaitable[None]]], None]:
    def start(work: Callable[[Server], Awaitable[None]]) -> None:
        async def inside(kept: KeptBySql) -> None:
            await work(Server(kept, Time(), Ratings(kept.database)))

        base.run_sql(inside)

    return start


Run = Callable[[Callable[[Server], Awaitable[None]]], None]


def test_winners_rise_losers_fall_and_intervals_shrink() -> None:
    (winner,), (loser,) = rate([Rating()], [Rating()])
    assert winner.value - 1500 == 1500 - loser.value > 0
    assert winner.interval == loser.interval < Rating().interval
    assert winner.games == loser.games == 1


@pytest.mark.parametrize("size", [1, 2, 3])
def test_teams_of_new_players_are_equal_whatever_their_size(size: int) -> None:
    alone, team = rate([Rating()], [Rating()] * size)
    assert {1500 - one.value for one in team} == {alone[0].value - 1500}
    many, loser = rate([Rating()] * size, [Rating()])
    assert {one.value - 1500 for one in many} == {1500 - loser[0].value}


def test_a_win_that_was_expected_changes_little() -> None:
    strong, weak = Rating(35, 2), Rating(20, 2)
    (expected,), _ = rate([strong], [weak])
    _, (upset,) = rate([weak], [strong])
    assert 0 < expected.mean - strong.mean < (strong.mean - upset.mean) / 5


def test_a_running_game_changes_nothing_and_a_finished_one_is_rated_once(run: Run) -> None:
    async def work(server: Server) -> None:
        loser, winner = await server.guest("a"), await server.guest("b")
        id = await server.game({"jack": loser, "detectives": winner})
        await server.ratings.rate_finished()
        assert await server.rows() == []
        await server.resign(id)
        await server.ratings.rate_finished()
        first = await server.ratings.of(winner)
        assert {pool: rating.games for pool, rating in first.items()} == {DETECTIVES: 1}
        assert first[DETECTIVES].value > 1500 > (await server.ratings.of(loser))[JACK].value
        await server.ratings.rate_finished()
        # A later change of the summary does not count as another end.
        await server.kept.store.append(id, 99, Hinted("jack", at=SECOND), Summary("over", 1, None, "detectives"))
        await server.ratings.rate_finished()
        assert await server.ratings.of(winner) == first

    run(work)


def test_bots_are_rated_by_level_in_pools_of_their_own(run: Run) -> None:
    async def work(server: Server) -> None:
        me = await server.guest("a")
        await server.resign(await server.game({"jack": me}, {"detectives": "constable"}))
        await server.ratings.rate_finished()
        assert [*await server.ratings.of(me)] == ["pocket.jack.bots"]
        constable = await server.ratings.of_bot("constable")
        assert {pool: rating.games for pool, rating in constable.items()} == {"pocket.detectives.bots": 1}
        assert await server.ratings.of_bot("inspector") == {}

    run(work)


@pytest.mark.parametrize("entry", [Hinted("jack"), TurnUndone("jack"), Started((), prefix=("take rotation",))])
def test_games_with_help_and_practice_do_not_count(run: Run, entry: Entry) -> None:
    async def work(server: Server) -> None:
        id = await server.game({"jack": await server.guest("a"), "detectives": await server.guest("b")})
        await server.resign(id)
        await server.kept.store.append(id, 99, entry)
        await server.ratings.rate_finished()
        assert await server.rows() == []
        assert await _count_due(server) == 0

    run(work)


def test_games_on_both_sides_and_damaged_ones_do_not_count_and_stop_no_other(run: Run) -> None:
    async def work(server: Server) -> None:
        me, friend = await server.guest("a"), await server.guest("b")
        await server.resign(await server.game({"jack": me, "detectives": me}))
        broken = await server.game({"jack": me, "detectives": friend})
        await server.resign(broken)
        damage = update(ENTRIES).where(ENTRIES.c.game == broken).values(entry="{")
        await server.kept.database.write(lambda connection: connection.execute(damage))
        await server.resign(await server.game({"jack": friend, "detectives": me}))
        await server.ratings.rate_finished()
        assert sorted(await server.rows()) == sorted([(me, DETECTIVES), (friend, JACK)])
        assert await _count_due(server) == 0

    run(work)


def test_ratings_are_deleted_and_not_computed_again(run: Run) -> None:
    async def work(server: Server) -> None:
        me, friend = await server.guest("a"), await server.guest("b")
        await server.resign(await server.game({"jack": me, "detectives": friend}))
        await server.ratings.rate_finished()
        await server.kept.database.write(lambda connection: forget(connection, [me]))
        await server.ratings.rate_finished()
        assert await server.rows() == [(friend, DETECTIVES)]

    run(work)


def test_a_puzzle_is_a_player(run: Run) -> None:
    async def work(server: Server) -> None:
        me, puzzle = Entrant("a" * 64, "pocket.puzzles"), Entrant("puzzle:p1", "pocket.puzzles")

        def solve(connection: Connection) -> None:
            save_result(connection, [me], [puzzle])
            save_result(connection, [me], [puzzle])

        await server.kept.database.write(solve)
        mine, its = await server.ratings.of(me.player), await server.ratings.of(puzzle.player)
        assert mine[me.pool].games == its[me.pool].games == 2
        assert mine[me.pool].value > 1559  # after the first win
        assert its[me.pool].value < 1441

    run(work)


def test_two_processes_rate_a_game_once(run: Run) -> None:
    async def work(server: Server) -> None:
        me, friend = await server.guest("a"), await server.guest("b")
        id = await server.game({"jack": me, "detectives": friend})
        await server.resign(id)
        taken = update(FINISHED).where(FINISHED.c.game == id).values(rated=1)
        await server.kept.database.write(lambda connection: connection.execute(taken))
        await server.ratings.rate_finished()
        assert await server.rows() == []

    run(work)


async def _count_due(server: Server) -> int:
    query = select(func.count()).where(FINISHED.c.rated == 0)
    return await server.kept.database.read(lambda connection: connection.execute(query).scalar_one())

"""What is kept: entries in their order, groups in one transaction, one failure alone; and the same table again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, text

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Secret
from gaslamp.game import requests
from gaslamp.game.entries import Entry, Played, Started
from gaslamp.game.updates import Summary, Update
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.store import Conflict, SavedGame
from tests.game.playing import encoded
from tests.host.places import InDatabase, Kept, KeptBySql, Place


class Anybody:
    """An opponent who plays the first thing that comes to mind, when it is allowed to."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.asked = 0

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        self.asked += 1
        await self.free.wait()
        return update.legal[0]


SECRET = Secret(b"s" * 32)
PLAYING = Summary("playing", 1888)


def saved(id: str = "g", rematch_of: str | None = None) -> SavedGame:
    return SavedGame(
        id, "pocket", 1, {"both_goals_while_seen": "chase"}, {"jack": "passer_by"}, 1888, SECRET, rematch_of
    )


def entry(number: int) -> Entry:
    return Played("jack", (f"action {number}", "draw"))


def test_what_was_kept_is_there_the_next_time(place: Place) -> None:
    async def first(keeping: Kept) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        await keeping.store.append("g", 1, entry(1))

    async def second(keeping: Kept) -> None:
        assert await keeping.store.find("g") == saved()
        assert await keeping.store.find("h") is None
        assert list(await keeping.store.entries("g")) == [entry(0), entry(1)]
        assert list(await keeping.store.entries("g", 1)) == [entry(1)]

    place.run(first)
    place.run(second)


def test_what_waits_is_written_in_one_transaction(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        before = keeping.database.transactions
        await asyncio.gather(*(keeping.store.append("g", number, entry(number)) for number in range(1, 501)))
        assert keeping.database.transactions - before <= 2
        assert list(await keeping.store.entries("g")) == [entry(number) for number in range(501)]

    base.run_sql(work)


def test_entries_are_written_beside_other_work(base: InDatabase) -> None:
    def guest(connection: Connection) -> None:
        connection.execute(text("INSERT INTO guests (id, created, program) VALUES ('me', 1, 0)"))

    def guests(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT id FROM guests")).scalars())

    async def work(keeping: KeptBySql) -> None:
        stands = Summary("playing", 1888, "jack")
        await keeping.store.create(saved(), stands, entry(0))
        appended = (
            keeping.store.append("g", number, entry(number), stands._replace(at=number)) for number in (1, 2, 3)
        )
        await asyncio.gather(keeping.database.write(guest), *appended)
        assert await keeping.database.write(guests) == ["me"]
        assert list(await keeping.store.entries("g")) == [entry(number) for number in range(4)]
        assert await keeping.store.summary("g") == stands._replace(at=3)
        with pytest.raises(Conflict):  # and then neither of both is kept
            await keeping.store.append("g", 3, entry(3), stands._replace(at=4))
        with pytest.raises(Conflict):
            await keeping.store.append("no such game", 0, entry(0))
        assert await keeping.store.summary("g") == stands._replace(at=3)
        assert not keeping.database.failing

    base.run_sql(work)


def test_a_conflict_fails_alone(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        numbers = [1, 2, 2, 3, 0, 4]
        told = await asyncio.gather(
            *(keeping.store.append("g", number, entry(number)) for number in numbers), return_exceptions=True
        )
        assert [type(answer) for answer in told] == [type(None), type(None), Conflict, type(None), Conflict, type(None)]
        assert list(await keeping.store.entries("g")) == [entry(number) for number in range(5)]

    place.run(work)


def test_work_that_breaks_leaves_nothing_behind(base: InDatabase) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("INSERT INTO guests (id, created, program) VALUES ('half', 1, 0)"))
        raise ZeroDivisionError

    def whole(connection: Connection) -> None:
        connection.execute(text("INSERT INTO guests (id, created, program) VALUES ('whole', 1, 0)"))

    def guests(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT id FROM guests")).scalars())

    async def work(keeping: KeptBySql) -> None:
        told = await asyncio.gather(*map(keeping.database.write, (half, whole)), return_exceptions=True)
        assert isinstance(told[0], ZeroDivisionError)
        assert await keeping.database.write(guests) == ["whole"]

    base.run_sql(work)


def test_work_does_not_wait_for_the_event_loop_between_its_statements(base: InDatabase) -> None:
    done = threading.Event()

    def many(connection: Connection) -> int:
        for number in range(10):
            row = {"id": str(number), "created": number}
            connection.execute(text("INSERT INTO guests (id, created, program) VALUES (:id, :created, 0)"), row)
        done.set()
        count: int = connection.execute(text("SELECT count(*) FROM guests")).scalar_one()
        return count

    async def work(keeping: KeptBySql) -> None:
        written = asyncio.create_task(keeping.database.write(many))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done.wait(20)  # meanwhile the event loop is blocked
        assert await written == 10

    base.run_sql(work)


def test_who_goes_away_does_not_hold_up_the_writer(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        gone = asyncio.create_task(keeping.store.append("g", 1, entry(1)))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        await keeping.store.append("g", 2, entry(2))
        assert len(await keeping.store.entries("g")) == 3

    place.run(work)


def test_a_disk_that_refuses_is_told_in_a_sentence(base: InDatabase) -> None:
    def break_it(connection: Connection) -> None:
        connection.execute(text("DROP TABLE entries"))

    async def work(keeping: KeptBySql) -> None:
        await keeping.database.write(break_it)
        with pytest.raises(GaslampError) as refused:
            await keeping.store.append("g", 1, entry(1))
        assert refused.value.message.id == "error.not_saved"

    base.run_sql(work)


# ---- live games


async def play_on(live: LiveGame, rng: Random, steps: int = 1000) -> None:
    for _ in range(steps):
        seat = live.state.to_move
        if seat is None or seat in live.state.setup.bots:
            return
        update = live.update(seat)
        await live.submit(requests.Play(rng.choice(update.legal), update.step), seat)
        update = live.update(seat)
        if update.may_undo and rng.random() < 0.2:
            await live.submit(requests.Undo(update.step), seat)


def live_games(keeping: Kept, opponents: Anybody | None = None, now: Callable[[], float] = lambda: 0.0) -> LiveGames:
    return LiveGames(keeping.store, opponents or Anybody(), now)


async def opened(live_games: LiveGames, id: str) -> LiveGame:
    live = await live_games.open(id)
    assert live is not None
    return live


@pytest.mark.long
def test_a_game_opened_again_is_the_same_table(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        for number in range(5):
            id = await live_games(keeping).create("pocket", {}, {})
            live = await opened(live_games(keeping), id)
            await play_on(live, Random(number), steps=10 * number)
            again = await opened(live_games(keeping), id)
            for viewer in live.game.viewers:
                assert encoded(again.update(viewer)) == encoded(live.update(viewer))

    place.run(work)


def test_two_replicas_never_both_write_a_step(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        id = await live_games(keeping).create("pocket", {}, {})
        one, other = await opened(live_games(keeping), id), await opened(live_games(keeping), id)
        seat = one.state.to_move
        assert seat is not None
        update = one.update(seat)
        await one.submit(requests.Play(update.legal[0], update.step), seat)
        with pytest.raises(IllegalAction) as refused:
            await other.submit(requests.Play(update.legal[-1], update.step), seat)
        assert refused.value.message.id == "error.stale"
        assert encoded(other.update(seat)) == encoded(one.update(seat))  # it has read on

    place.run(work)


def test_a_step_that_was_begun_is_finished_though_nobody_waits(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        live = await opened(live_games(keeping), await live_games(keeping).create("pocket", {}, {}))
        seat = live.state.to_move
        assert seat is not None
        update = live.update(seat)
        asking = asyncio.create_task(live.submit(requests.Play(update.legal[0], update.step), seat))
        await asyncio.sleep(0)
        asking.cancel()
        await live.close()
        assert live.update(seat).step == update.step + 1

    place.run(work)


def test_an_opponent_who_is_to_move_goes_on_when_the_game_is_opened(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        id = await live_games(keeping).create("pocket", {}, {"detectives": "passer_by"})
        assert (await opened(live_games(keeping), id)).state.to_move == "detectives"
        live = await opened(live_games(keeping), id)
        with live.attendance.listen(["jack"]) as listener:
            while live.state.to_move == "detectives":
                await listener.changed.wait()
                listener.changed.clear()
        assert live.state.to_move == "jack"
        await live.close()

    place.run(work)


def test_an_opponent_answers_too_late_when_the_game_was_given_up(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        slow = Anybody()
        slow.free.clear()
        live = await opened(
            live_games(keeping, slow), await live_games(keeping).create("pocket", {}, {"detectives": "passer_by"})
        )
        while not slow.asked:
            await asyncio.sleep(0)
        await live.submit(requests.Resign(), "jack")
        slow.free.set()
        while not live.idle:
            await asyncio.sleep(0)
        assert len(await keeping.store.entries(live.id)) == 2
        assert slow.asked == 1

    place.run(work)


def test_games_nobody_is_at_are_dropped_after_a_while(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        now = [0.0]
        games = live_games(keeping, now=lambda: now[0])
        id = await games.create("pocket", {}, {})
        live = await opened(games, id)
        assert await games.open(id) is live
        with live.attendance.listen(["jack"]):
            now[0] += 1000
            await games.sweep()
            assert await games.open(id) is live
        now[0] += 200
        await games.sweep()
        assert await games.open(id) is live
        now[0] += 1000
        await games.sweep()
        assert await games.open(id) is not live

    place.run(work)


def test_a_rematch_is_made_once_whoever_asks(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        id = await live_games(keeping).create("pocket", {}, {"jack": "passer_by"})
        replicas = [(games := live_games(keeping), await opened(games, id)) for _ in range(4)]
        with pytest.raises(GaslampError):
            await replicas[0][0].rematch(replicas[0][1])
        await replicas[0][1].submit(requests.Resign(), "detectives")
        for _, live in replicas[1:]:
            with pytest.raises(IllegalAction):  # they have not heard of it, and read on
                await live.submit(requests.Resign(), "detectives")
        ids = await asyncio.gather(*(games.rematch(live) for games, live in replicas))
        assert len(set(ids)) == 1
        made = await keeping.store.find(ids[0])
        assert made is not None
        assert (made.bots, made.rematch_of) == ({"detectives": "passer_by"}, id)

    place.run(work)


def test_a_game_of_other_rules_is_not_opened(place: Place) -> None:
    async def work(keeping: Kept) -> None:
        old = SavedGame("old", "pocket", 0, {}, {}, 0, SECRET)
        await keeping.store.create(old, PLAYING, Started(()))
        with pytest.raises(GaslampError) as refused:
            await live_games(keeping).open("old")
        assert refused.value.message.id == "error.other_rules"

    place.run(work)

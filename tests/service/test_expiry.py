"""What nobody needs any more is forgotten, with all that belongs to it, and nothing else is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import func, insert, select, update

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.game import propose, requests
from gaslamp.locale import catalogue
from gaslamp.puzzles.puzzle import shipped
from gaslamp.server.http.app import make_app
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.settings import Settings
from gaslamp.service import expiry as module
from gaslamp.service.expiry import Expiry
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby import open_games
from gaslamp.service.lobby.chat import Chat, ChatMessage
from gaslamp.service.lobby.members import People, save_members
from gaslamp.service.lobby.open_games import MOST_A_DAY, OpenGames
from gaslamp.service.puzzle_results import PuzzleResults
from gaslamp.storage.schema import ENTRIES, GAMES, LEASES, METADATA, OPENINGS, PRESENCE, SUBSCRIPTIONS
from gaslamp.storage.sqlite import DataFolder
from tests.host.places import InDatabase, KeptBySql
from tests.host.programs import Program
from tests.host.running import Guest, Time, served, serving
from tests.storage.test_store import Anybody

DAY = 24 * 3600
TOKEN = "t" * 43


class Server(NamedTuple):
    kept: KeptBySql
    time: Time
    people: People
    open_games: OpenGames
    chat: Chat
    metrics: Metrics

    def live_games(self) -> LiveGames:
        return LiveGames(self.kept.store, Anybody(), self.time)

    async def chore(self, live_games: LiveGames | None = None, **settings: int) -> None:
        """Let a server with these settings do its chore once."""
        given = Settings(Path(), **settings)  # type: ignore[arg-type]
        live_games = live_games or self.live_games()
        await _expiry(given, self, live_games).run()

    async def rows(self) -> dict[str, int]:
        """Count what is kept, by table."""
        with self.kept.engine.connect() as connection:
            found = {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in METADATA.sorted_tables
            }
        return {name: count for name, count in found.items() if count}

    async def games(self) -> set[str]:
        with self.kept.engine.connect() as connection:
            return set(connection.execute(select(GAMES.c.id)).scalars())


def _expiry(settings: Settings, server: Server, live_games: LiveGames) -> Expiry:
    metrics = server.metrics
    return Expiry(settings, server.kept.database, live_games, server.time, metrics.data.set, metrics.expired)


def run(base: InDatabase, work: Callable[[Server], Awaitable[None]]) -> None:
    async def inside(kept: KeptBySql) -> None:
        time = Time()
        database = kept.database
        people, open_games = People(database, time), OpenGames(database, time)
        await work(Server(kept, time, people, open_games, Chat(database, time), Metrics()))

    base.run_sql(inside)


@asynccontextmanager
async def opened(live_games: LiveGames, id: str) -> AsyncIterator[LiveGame]:
    live = await live_games.open(id)
    assert live is not None
    yield live
    await live_games.close()


async def made(server: Server, **more: Any) -> str:
    """Make a game with everything that can belong to one."""
    guest = await server.people.add(f"{TOKEN}{len(await server.games())}")
    id = await server.live_games().create("pocket", {}, {}, **more)
    await server.people.watch(id, guest)
    with server.kept.engine.begin() as connection:
        save_members(connection, id, {"detectives": guest, "jack": guest}, {"watch": "w", "join": "j"})
        open_games.add(connection, id, guest, listed=True)
    async with opened(server.live_games(), id) as live:
        await server.chat.say(
            await server.chat.open(id, live.game), ChatMessage("table", "jack", "Hello."), lambda: None
        )
    with server.kept.engine.begin() as connection:
        connection.execute(insert(LEASES), {"game": id, "owner": "me", "expires": 0})
    return id


async def resigned(server: Server, id: str) -> None:
    async with opened(server.live_games(), id) as live:
        await live.submit(requests.Resign(), "jack")


@pytest.mark.long
def test_a_game_that_was_left_goes_with_all_that_belongs_to_it(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        await made(server)
        before = await server.rows()
        assert {"entries", "seats", "nonces", "links", "openings", "chat", "leases", "watchers"} < set(before)
        server.time.now += 180 * DAY - 60
        await server.chore()
        assert await server.rows() == before
        server.time.now += 120
        await server.chore()
        assert await server.rows() == {}

    run(base, work)


def test_one_that_is_damaged_keeps_no_other_from_being_forgotten_and_stays(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        broken = await made(server)
        server.time.now += 1
        await made(server)
        with server.kept.engine.begin() as connection:
            connection.execute(update(ENTRIES).where(ENTRIES.c.game == broken).values(entry="{"))
        server.time.now += 181 * DAY
        await server.chore()
        assert await server.games() == {broken}

    run(base, work)


def test_a_game_in_which_something_happened_stays(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        id = await made(server)
        server.time.now += 179 * DAY
        async with opened(server.live_games(), id) as live:
            await live.submit(
                requests.Play(live.update("detectives").legal[0], live.update("detectives").step), "detectives"
            )
        server.time.now += 179 * DAY
        await server.chore()
        assert await server.games() == {id}
        server.time.now += 2 * DAY
        await server.chore()
        assert await server.games() == set()

    run(base, work)


def test_finished_games_stay_until_their_own_time(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        id = await made(server)
        await resigned(server, id)
        server.time.now += 5000 * DAY
        await server.chore()
        await server.chore(keep_finished=5001)
        assert await server.games() == {id}
        await server.chore(keep_games=0, keep_finished=4999)
        assert await server.games() == set()

    run(base, work)


def test_without_a_time_nothing_goes(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        await made(server)
        before = await server.rows()
        server.time.now += 5000 * DAY
        await server.chore(keep_games=0, keep_guests=0)
        assert await server.rows() == before

    run(base, work)


def test_a_game_that_somebody_has_open_stays(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        here, elsewhere = await made(server), await made(server)
        server.time.now += 200 * DAY
        with server.kept.engine.begin() as connection:
            there = {"game": elsewhere, "process": "other", "seat": "jack", "expires": 0}
            connection.execute(insert(PRESENCE), there)
        live_games = server.live_games()
        async with opened(live_games, here):
            await server.chore(live_games)
        assert await server.games() == {here, elsewhere}

    run(base, work)


def test_a_rematch_outlives_the_game_before_it(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        first = await made(server)
        await resigned(server, first)
        server.time.now += 100 * DAY
        live_games = server.live_games()
        async with opened(live_games, first) as live:
            second = await live_games.rematch(live)
        await server.chore(keep_finished=90)
        await server.chore(keep_finished=90)
        assert await server.games() == {second}

    run(base, work)


@pytest.mark.long
def test_a_game_of_other_rules_goes_when_nothing_happens_in_it(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        id = await made(server)
        with server.kept.engine.begin() as connection:
            connection.execute(update(GAMES).values(rules_version=0))
        server.time.now += 170 * DAY
        await server.chore()
        assert await server.games() == {id}
        server.time.now += 20 * DAY
        await server.chore()
        assert await server.games() == set()

    run(base, work)


def test_guests_go_when_they_have_no_game(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        await made(server)
        await server.people.add("s" * 43)
        server.time.now += 89 * DAY
        await server.people.add("n" * 43)
        await server.chore()
        assert (await server.rows())["guests"] == 3
        server.time.now += 2 * DAY
        await server.chore()
        assert (await server.rows())["guests"] == 2  # who plays, and who is new

    run(base, work)


def test_guests_with_puzzles_go_when_they_solve_no_more(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        guest = await server.people.add("s" * 43)
        device = {"id": "x", "guest": guest, "endpoint": "", "p256dh": "", "auth": "", "language": "en", "created": 0}
        with server.kept.engine.begin() as connection:
            connection.execute(insert(SUBSCRIPTIONS), device)
        results = PuzzleResults(server.kept.database, server.time)
        one, other = list(shipped("pocket").values())[:2]
        await results.record(guest, one, "right")
        server.time.now += 80 * DAY
        await results.record(guest, other, "wrong")
        server.time.now += 80 * DAY
        await server.chore()
        assert (await server.rows())["puzzle_results"] == 2
        server.time.now += 20 * DAY
        await server.chore()
        assert not {"guests", "puzzle_results", "subscriptions"} & (await server.rows()).keys()

    run(base, work)


def test_it_takes_small_bites_and_comes_round(base: InDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GAMES", 2)

    async def work(server: Server) -> None:
        for _ in range(5):
            await made(server)
        busy = min(await server.games())
        server.time.now += 200 * DAY
        live_games = server.live_games()
        given = _expiry(Settings(Path()), server, live_games)
        left = []
        async with opened(live_games, busy):
            for _ in range(3):
                await given.run()
                left.append(len(await server.games()))
        assert all(before - after <= 2 for before, after in zip([5, *left], left, strict=False))
        assert await server.games() == {busy}
        for _ in range(2):
            await server.chore()
        assert await server.games() == set()

    run(base, work)


def test_a_full_server_takes_no_new_games(base: InDatabase) -> None:
    async def work(server: Server) -> None:
        live_games = server.live_games()
        await server.chore(live_games, most_data=100_000)
        await live_games.create("pocket", {}, {})
        with server.kept.engine.begin() as connection:
            connection.execute(update(GAMES).values(options=f'{{"x": "{"x" * (2 << 20)}"}}'))
        await server.chore(live_games, most_data=1)
        with pytest.raises(GaslampError) as refused:
            await live_games.create("pocket", {}, {})
        assert refused.value.message.id == "error.full"
        await server.chore(live_games, most_data=0)
        await live_games.create("pocket", {}, {})

    run(base, work)


def test_a_full_server_says_so_to_newcomers_and_others_play_on(tmp_path: Path) -> None:
    settings = Settings(tmp_path, port=0, beat=0)
    app = make_app(settings)
    with served(app, settings) as address:
        me, stranger, program = Guest(address), Guest(address), Program(address)
        told = me.create(opponent="friend")
        app.runtime.live_games.has_room = False
        new = {"title": "pocket", "side": "jack", "opponent": "same_device"}
        for answer in (me.http.post("/games", json=new), stranger.follow(told["invite"])):
            assert answer.status_code == 503
            assert answer.json()["text"] == catalogue("en").sentences["error.full"][0]
            assert "set-cookie" not in answer.headers
        assert me.sit(told["table"]).receive()["type"] == "waiting"
        assert program.error("POST", "/games", new, status=503) == "error.full"
        assert program.error("POST", "/accounts", {"name": "another"}, status=503) == "error.full"
        program.http.close()
        me.leave()
        stranger.leave()


def test_a_seat_cannot_make_a_log_without_end(base: InDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propose, "MAX_REQUESTS", 3)

    async def work(server: Server) -> None:
        id = await made(server, clock="10+0")

        async def ask(live: LiveGame) -> None:
            await live.submit(requests.Ask("pause"), "detectives")
            offer = live.state.offer
            assert offer is not None
            await live.submit(requests.Reply(offer.number, agree=False), "detectives")  # and withdraw it

        async with opened(server.live_games(), id) as live:
            with live.attendance.listen(["detectives", "jack"]):
                await live.time.start_clocks()
                for _ in range(3):
                    await ask(live)
        async with opened(server.live_games(), id) as live:  # it is remembered
            for again in (ask(live), live.submit(requests.Undo(1), "detectives")):
                with pytest.raises(IllegalAction) as refused:
                    await again
                assert refused.value.message.id == "error.too_many_steps"
            update = live.update("detectives")
            await live.submit(requests.Play(update.legal[0], update.step), "detectives")  # and the game goes on

    run(base, work)


def test_nobody_makes_games_all_day(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        me = Guest(address)
        me.create()
        _fill(tmp_path, time)
        new = {"title": "pocket", "side": "jack", "opponent": "same_device"}
        assert me.http.post("/games", json=new).status_code == 429
        time.now += DAY + 1
        assert me.http.post("/games", json=new).status_code == 201
        me.leave()


def _fill(path: Path, time: Time) -> None:
    """Write as if the one guest had made as many games as a day allows."""
    engine = DataFolder(path).engine()
    row = {"title": "pocket", "rules_version": 1, "options": "{}", "bots": "{}", "created": int(time())}
    row |= {"clock": "", "secret": "00" * 32, "hints": 0, "prefix": "[]"}
    with engine.begin() as connection:
        host = connection.execute(select(OPENINGS.c.host)).scalar_one()
        ids = [f"game {number}" for number in range(MOST_A_DAY - 1)]
        connection.execute(insert(GAMES), [row | {"id": id} for id in ids])
        connection.execute(insert(OPENINGS), [{"game": id, "host": host, "open": 0} for id in ids])
    engine.dispose()

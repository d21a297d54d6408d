"""Deals of the day: the same draws for everybody, one try each, and nothing of them is told before the day is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import OVER, REVEALED, SPECTATOR, Game, Seat
from gaslamp.game import requests, verification
from gaslamp.game.updates import Update
from gaslamp.review.report import Point, Review, Summary
from gaslamp.service.deals import Deal, Deals, deals, without_luck
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.members import People
from gaslamp.service.ratings import Ratings
from gaslamp.storage.schema import RATINGS
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import Guest, Time, serving

DAY = 86_400
SUMMARY = Summary(
    change=0, luck=100, own=0, other=0, news=-30, choices=0, loss=0, inaccuracies=0, mistakes=0, blunders=0
)


class FirstLegal:
    """An opponent that plays its first legal action."""

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        return update.legal[0]


class LuckyReviews:
    """Finds nothing but luck."""

    async def wait(self, game: str, record: Any) -> Review:
        point = Point(kind="end", actions=1, public=1000, open=1000, sides={}, accounts=(), decision=None)
        return Review("pocket", 1, 1, True, (point,), dict.fromkeys(("jack", "detectives", "detective"), SUMMARY), ())


class Visiting(NamedTuple):
    claimed: str
    address: str = ""

    async def settle(self) -> str:
        return self.claimed


class Server(NamedTuple):
    kept: KeptBySql
    time: Time
    games: LiveGames
    deals: Deals

    async def guest(self, letter: str) -> Visiting:
        return Visiting(await People(self.kept.database, self.time).add(letter * 43, f"Player {letter}"))

    async def start(self, guest: Visiting, title: str = "pocket", side: str = "detectives") -> LiveGame:
        live = await self.games.open(await self.deals.start(guest, title, side))
        assert live is not None
        return live

    async def over_midnight(self) -> None:
        self.time.now += DAY
        for _ in range(3):  # resign, reveal, review
            await self.deals.tend()


@pytest.fixture
def run(base: InDatabase) -> Callable[[Callable[[Server], Awaitable[None]]], None]:
    def start(work: Callable[[Server], Awaitable[None]]) -> None:
        async def inside(kept: KeptBySql) -> None:
            time = Time()
            games = LiveGames(kept.store, FirstLegal(), time)
            await work(Server(kept, time, games, Deals(kept.database, games, LuckyReviews(), time)))  # type: ignore[arg-type]
            await games.close()

        base.run_sql(inside)

    return start


Run = Callable[[Callable[[Server], Awaitable[None]]], None]


async def play(live: LiveGame, seed: int = 1, actions: int = 1_000) -> None:
    """Play random actions for the people of a game."""
    rng = Random(seed)
    while live.state.outcome is None and actions:
        seat = live.state.to_move
        if seat in live.state.setup.people:
            assert seat is not None
            update = live.update(seat)
            await live.submit(requests.Play(rng.choice(update.legal), update.step), seat)
            actions -= 1
        else:
            live.wake()
            await asyncio.sleep(0.001)


def chance(live: LiveGame) -> list[str]:
    return [*live.game.actions.formatted(live.state.course.actions)]


# ---- the draws


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_everybody_gets_the_same_draws_and_each_deal_its_own(run: Run, title: str) -> None:
    async def work(server: Server) -> None:
        sides = [deal.side for deal in deals(server.deals.today()) if deal.title == title]
        first, second = await server.guest("a"), await server.guest("b")
        for side in sides:
            lives = [await server.start(guest, title, side) for guest in (first, second)]
            for live in lives:
                await play(live, actions=30)
            shortest = min(len(chance(live)) for live in lives)
            assert chance(lives[0])[:shortest] == chance(lives[1])[:shortest]
            assert shortest > 10
        today = (await server.deals.commitments(server.deals.today())).values()
        tomorrow = (await server.deals.commitments(server.deals.today() + timedelta(days=1))).values()
        assert len({*today, *tomorrow}) == len(today) + len(tomorrow)

    run(work)


def test_a_try_proves_the_commitment_of_the_day_before(run: Run) -> None:
    async def work(server: Server) -> None:
        tomorrow = server.deals.today() + timedelta(days=1)
        promised = (await server.deals.commitments(tomorrow))[Deal(tomorrow, "pocket", "detectives").id]
        server.time.now += DAY
        live = await server.start(await server.guest("a"))
        assert live.waiting_room.commitment == promised
        await play(live)
        with pytest.raises(GaslampError, match=r"error\.deal_sealed"):
            live.record()
        await server.over_midnight()
        record = live.record()
        assert record.proof is not None
        assert record.proof.secret == await server.deals.revealed(tomorrow)
        kept = verification.kept(commitment=promised)
        verification.check(live.game, record, record.proof, kept)
        with pytest.raises(GaslampError, match=r"proof\.other_commitment"):
            verification.check(live.game, record, record.proof, verification.kept(commitment="0" * 64))

    run(work)


def test_two_processes_draw_from_one_secret(run: Run) -> None:
    async def work(server: Server) -> None:
        other = Deals(server.kept.database, server.games, LuckyReviews(), server.time)  # type: ignore[arg-type]
        day = server.deals.today()
        assert (
            await asyncio.gather(*(each.commitments(day) for each in (server.deals, other)))
            == [await server.deals.commitments(day)] * 2
        )

    run(work)


# ---- tries


def test_a_guest_has_one_try_even_by_two_requests_at_once(run: Run) -> None:
    async def work(server: Server) -> None:
        guest = await server.guest("a")
        ids = await asyncio.gather(*(server.deals.start(guest, "pocket", "jack") for _ in range(2)))
        assert len({*ids, await server.deals.start(guest, "pocket", "jack")}) == 1
        assert await server.deals.start(guest, "pocket", "detectives") != ids[0]
        for title, side in (("pocket", "nobody"), ("chess", "jack")):
            with pytest.raises(Refusal):
                await server.deals.start(guest, title, side)

    run(work)


@pytest.mark.parametrize(("title", "side"), [("mr_jack", "detective"), ("pocket", "detectives")])
def test_the_end_of_a_try_tells_nothing_before_the_day_is_over(run: Run, title: str, side: str) -> None:
    async def work(server: Server) -> None:
        live = await server.start(await server.guest("a"), title, side)
        await play(live, actions=3)
        (seat,) = live.state.setup.people
        before = {viewer: live.update(viewer) for viewer in (seat, SPECTATOR)}
        await live.submit(requests.Resign(), seat)
        for viewer, earlier in before.items():
            told = live.update(viewer)
            assert told.outcome is not None
            assert told.view == earlier.view
            assert told.news == earlier.news
            assert not {OVER, REVEALED} & {piece.kind for piece in told.news}
            assert told.legal == ()
        await server.games.close()
        games = LiveGames(server.kept.store, FirstLegal(), server.time)  # after a restart
        again = await games.open(live.id)
        assert again is not None
        assert again.update(seat).view == before[seat].view
        with pytest.raises(GaslampError, match=r"error\.deal_sealed"):
            again.record()
        await Deals(server.kept.database, games, LuckyReviews(), server.time).tend()  # type: ignore[arg-type]
        assert again.withheld
        server.time.now += DAY
        for _ in range(2):
            await Deals(server.kept.database, games, LuckyReviews(), server.time).tend()  # type: ignore[arg-type]
        assert {OVER, REVEALED} & {piece.kind for piece in again.update(seat).news}
        await games.close()

    run(work)


def test_there_are_no_hints_and_no_ratings(run: Run) -> None:
    async def work(server: Server) -> None:
        live = await server.start(await server.guest("a"))
        assert live.hint_level("detectives") is None
        await play(live)
        await Ratings(server.kept.database).rate_finished()
        rated = await server.kept.database.read(lambda connection: connection.execute(RATINGS.select()).all())
        assert rated == []

    run(work)


# ---- the next day


def test_the_secret_stays_until_no_try_is_running(run: Run) -> None:
    async def work(server: Server) -> None:
        day = server.deals.today()
        live = await server.start(await server.guest("a"))
        await server.deals.tend()
        assert await server.deals.revealed(day) is None
        server.time.now += DAY
        await server.deals.tend()
        assert live.state.outcome is not None
        assert live.state.outcome.reason == "resigned"
        assert await server.deals.revealed(day) is None
        await server.deals.tend()
        assert await server.deals.revealed(day) is not None
        results = await server.deals.results(Deal(day, "pocket", "detectives"), None)
        assert (results.finished, results.unfinished, results.results) == (0, 1, [])

    run(work)


def test_results_follow_the_day_after_without_names_unless_given(run: Run) -> None:
    async def work(server: Server) -> None:
        day, deal = server.deals.today(), Deal(server.deals.today(), "pocket", "detectives")
        first, second = await server.guest("a"), await server.guest("b")
        for guest in (first, second):
            await play(await server.start(guest), seed=3)
        await server.deals.show_name(second.claimed, day, named=True)
        assert (await server.deals.results(deal, first.claimed)).results == ()
        await server.over_midnight()
        results = (await server.deals.results(deal, first.claimed)).results
        assert sorted((one.name or "", one.mine) for one in results) == [("", True), ("Player b", False)]
        assert [one.skill for one in results] == [-70, -70]

    run(work)


def test_luck_is_taken_off_the_result() -> None:
    review = asyncio.run(LuckyReviews().wait("", None))
    assert without_luck(review, "jack") == 1000 - 100 + 30
    assert without_luck(review, "detectives") == 0 - 100 + 30


# ---- pages


def test_no_page_of_the_day_has_its_secret_and_a_finished_try_stays_closed(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        me = Guest(address)
        assert me.http.get("/deals").status_code == 200
        answer = me.http.post("/deals", data={"title": "pocket", "side": "detectives"})
        assert answer.status_code == 303
        again = me.http.post("/deals", data={"title": "pocket", "side": "detectives"})
        assert again.headers["Location"] == answer.headers["Location"]
        table = f"/{answer.headers['Location']}"  # relative to /deals
        socket = me.sit(table)
        frame = socket.until()
        socket.send(resign=frame["step"])
        while not frame["over"]:
            frame = socket.until()
        assert [line.split(".")[0] for line in frame["result"]["lines"]] == [
            "Others may still play this deal of the day"
        ]
        assert "draws" not in frame["result"]
        socket.send(replay=0)
        refused = socket.until("error")
        assert "day" in refused["text"]
        record = me.http.get(f"/games/{table.removeprefix('/table/')}/record")
        assert record.status_code == 400
        assert "This deal" not in me.http.get("/deals").text
        day = datetime.fromtimestamp(time.now, UTC).date()
        assert me.http.get(f"/deals/{day}").status_code == 404
        for bad in ("x", "2026-13-01", "20261119"):
            assert me.http.get(f"/deals/{bad}").status_code == 404
        for form in ({"title": "pocket"}, {"title": "x" * 100, "side": "jack"}, {"a": "b"}):
            assert me.http.post("/deals", data=form).status_code == 400
        assert me.http.post("/deals", data={"title": "pocket", "side": "x"}).status_code == 404
        stranger = me.http.post("/deals", data={"title": "pocket", "side": "jack"}, headers={"Origin": "http://x"})
        assert stranger.status_code == 403
        me.leave()


REFUSED = [  # everything that shows a finished game
    ("GET", "/games/{id}/record", None),
    ("POST", "/games/{id}/practice", {"step": 1, "side": "jack"}),
    ("POST", "/games/{id}/puzzle", {"step": 1}),
    ("GET", "/table/{id}/learn/detectives", None),
    ("POST", "/games/{id}/publish", {}),
    ("GET", "/games/{id}/review", None),
    ("GET", "/review/{id}", None),
]


def test_a_cheat_learns_nothing_by_a_resigned_try(tmp_path: Path) -> None:
    """The second identity knows what the first one saw while it played, and not more."""
    time = Time()
    with serving(tmp_path, now=time) as address:
        me, other = Guest(address), Guest(address)
        form = {"title": "pocket", "side": "detectives"}
        for one in (me, other):
            assert one.http.post("/deals", data=form).status_code == 303
        table = f"/{me.http.post('/deals', data=form).headers['Location']}"
        id = table.removeprefix("/table/")
        socket = me.sit(table)
        before = socket.until()
        socket.send(resign=before["step"])
        frame = socket.until("table", over=True)
        assert (frame["sprites"], frame["trails"]) == (before["sprites"], before["trails"])
        panels = [[panel for panel in one["panels"] if panel["id"] != "log"] for one in (before, frame)]
        assert panels[0] == panels[1]
        for request in ({"replay": 0}, {"replay": 1, "eyes": "jack"}, {"review": True}, {"reasons": 0}):
            socket.send(**request)
            socket.until("error")
        assert "replay" not in {one["type"] for one in socket.frames}
        assert me.sit(f"{table}/learn/detectives").closed_with() in {4400, 4403, 4404}
        for guest in (me, other):
            for method, path, body in REFUSED:
                answer = guest.http.request(method, path.format(id=id), json=body)
                assert answer.status_code >= 400, path
        for path in (table, f"{table}/learn/jack"):
            assert other.http.get(path).status_code in {403, 404}, path
        page = me.http.get(table).text
        for button in ("data-steps", 'data-check="', "/record", "data-publish"):
            assert button not in page
        assert other.http.post(f"/games/{id}/watch", json={"secret": "0" * 43}).status_code >= 400
        assert id not in other.http.get("/").text
        me.leave()
        other.leave()


def test_an_aborted_try_is_the_only_one(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        form = {"title": "pocket", "side": "jack"}
        first = me.http.post("/deals", data=form).headers["Location"]
        socket = me.sit(f"/{first}")
        socket.until()
        socket.send(abort=True)
        socket.receive()
        assert me.http.post("/deals", data=form).headers["Location"] == first
        me.leave()

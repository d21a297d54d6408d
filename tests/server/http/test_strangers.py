"""Strangers at a table: who brings no nonce is waited for 30 seconds, and a host can close what nobody has played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.records import record
from gaslamp.game import requests, verification
from gaslamp.game.clock import SECOND
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import NONCE_WAIT
from tests.host.running import Frame, Guest, Socket, Time, plays, serving
from tests.sealed import kinds
from tests.server.wire.test_fairness import sit_down
from tests.service.games.test_clocks import running

MINE, THEIRS = "a1" * 32, "b2" * 32
SECONDS = NONCE_WAIT // SECOND
BOTH = ("detectives", "jack")


def waits(live: LiveGame) -> bool:
    return live.state.waiting


def may_close(live: LiveGame) -> bool:
    return live.state.may_abort


# ---- nonces that do not come


def test_a_nonce_is_waited_for_thirty_seconds_and_no_longer(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            live = await server.live(await server.live_games.create("pocket", {}, {}, BOTH))
            await live.add_nonces({"detectives": MINE})
            time.now += SECONDS - 1
            await server.clock_runner.poll()
            assert waits(live)
            assert live.waiting_room.shares == {"jack": "awaited", "detectives": "player"}
            time.now += 1
            await server.clock_runner.poll()
            assert not waits(live)
            assert live.waiting_room.shares == {"jack": "absent", "detectives": "player"}
            await live.add_nonces({"jack": THEIRS})  # too late
            assert await server.store.nonces(live.id) == {"detectives": MINE, "jack": None}
            await live.submit(requests.Resign(), "jack")
            found = record.read(record.write(live.record()))
            assert found.proof is not None
            assert found.proof.nonces["jack"] == ("absent", "")
            verification.check(live.game, found, found.proof, verification.kept(nonces=[f"detectives={MINE}"]))

    asyncio.run(test())


def test_a_seat_that_nobody_has_taken_is_waited_for_for_ever(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time) as server:
            id = await server.live_games.create("pocket", {}, {}, ["detectives"], free=["jack"])
            live = await server.live(id)
            time.now += 100 * SECONDS
            await server.clock_runner.poll()
            assert waits(live)
            assert live.waiting_room.shares == {"jack": "free", "detectives": "absent"}
            await live.add_nonces({"jack": THEIRS})
            assert live.waiting_room.shares == {"jack": "player", "detectives": "absent"}
            assert not waits(live)

    asyncio.run(test())


def test_a_server_that_was_down_when_the_time_was_up_makes_up_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        time = Time()
        async with running(tmp_path, time, crash=True) as server:
            id = await server.live_games.create("pocket", {}, {"jack": "passer_by"}, ["detectives"])
        time.now += 2 * SECONDS
        async with running(tmp_path, time) as server:
            await server.clock_runner.poll()
            live = await server.live(id)
            assert not waits(live)
            assert live.waiting_room.shares == {"jack": "house", "detectives": "absent"}

    asyncio.run(test())


def test_an_outage_before_the_deal_is_no_part_of_the_log(tmp_path: Path) -> None:
    """It stood in the log before the deal, and the deal was then drawn without the secret."""

    async def test() -> None:
        time = Time()
        async with running(tmp_path, time, crash=True) as server:
            id = await server.live_games.create("pocket", {}, {}, ["detectives"], "15+10", free=["jack"])
            await (await server.live(id)).add_nonces({"detectives": MINE})
        time.now += 600
        async with running(tmp_path, time) as server:
            live = await server.live(id)
            await live.add_nonces({"jack": THEIRS})
            assert kinds(await server.store.entries(id)) == ["start"]
            await live.submit(requests.Resign(), "jack")
            found = record.read(record.write(live.record()))
            assert found.proof is not None
            verification.check(live.game, found, found.proof)

    asyncio.run(test())


def test_who_waits_for_anothers_nonce_is_told_so_and_for_how_long(tmp_path: Path) -> None:
    time = Time()
    with serving(tmp_path, now=time) as address:
        me, friend = Guest(address), Guest(address)
        told = me.create("friend", own_nonce=True)
        sit_down(friend, told["invite"], "jack", THEIRS)
        socket = me.sit(told["table"])
        socket.send(nonces={"detectives": MINE})
        frame = socket.until("table")
        socket.send(resign=frame["step"])
        socket.until("table", over=True)
        socket.send(rematch=True)
        again = me.sit(socket.until("moved")["to"])
        again.send(nonces={"jack": MINE})
        waiting = again.until("waiting", asked=[])
        assert "Detectives" in waiting["html"]
        assert f"{SECONDS} seconds" in waiting["html"]
        assert 'data-status="abort"' in waiting["html"]
        time.now += SECONDS
        assert again.until("table")["shares"] == {"jack": "player", "detectives": "absent"}
        me.leave()
        friend.leave()


# ---- closing


@contextmanager
def two(path: Path, clock: str = "") -> Iterator[tuple[Socket, Socket]]:
    """Give the host, who has the detectives and begins, and a stranger."""
    with serving(path) as address:
        host, stranger = Guest(address), Guest(address)
        told = host.create("friend", own_nonce=True, open=True, clock=clock)
        mine = host.sit(told["table"])
        mine.send(nonces={"detectives": MINE})
        mine.until("waiting", asked=[])
        stranger.http.post(f"/games/{told['table'].rpartition('/')[2]}/sit", json={"seat": "jack", "nonce": THEIRS})
        yield mine, stranger.sit(told["table"])
        host.leave()
        stranger.leave()


def status(socket: Socket, *, closes: bool) -> Frame:
    """Read on until the status offers to close the game, or do not."""
    while True:
        frame = socket.until("status")
        if ("abort" in frame["may"]) == closes:
            return frame


def test_a_host_closes_a_clocked_game_whose_stranger_has_left(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        host, stranger = Guest(address), Guest(address)
        told = host.create("friend", own_nonce=True, open=True, clock="15+10")
        stranger.http.post(f"/games/{told['table'].rpartition('/')[2]}/sit", json={"seat": "jack", "nonce": THEIRS})
        mine = host.sit(told["table"])
        mine.send(nonces={"detectives": MINE})
        assert 'data-status="abort"' in status(mine, closes=True)["html"]  # the clocks have not begun
        mine.send(abort=True)
        assert "This game was closed" in mine.until("waiting")["html"]
        assert "This game was closed" in stranger.sit(told["table"]).until("waiting")["html"]
        host.leave()
        stranger.leave()


def test_only_the_host_closes_and_only_until_a_player_has_finished_something(tmp_path: Path) -> None:
    with two(tmp_path) as (mine, theirs):
        frame = mine.until("table")
        theirs.until("table")
        theirs.send(abort=True)
        assert theirs.until("error")["text"] == "Only the player who created this game can close it."
        choice = next(play for play in plays(frame) if "alibi" not in play)
        mine.send(play=choice, step=frame["step"])
        frame = mine.until("table", step=frame["step"] + 1)
        assert plays(frame)  # the activation is still under way, of which nobody else knows
        assert all("abort" in told["may"] for told in mine.frames if told["type"] == "status")
        mine.send(play=plays(frame)[0], step=frame["step"])
        status(mine, closes=False)
        mine.send(abort=True)
        assert mine.until("error")["text"] == "The game has already started."


def test_a_step_nobody_was_told_of_does_not_keep_the_host_from_closing(tmp_path: Path) -> None:
    """Else a refusal would tell that the other side has begun."""

    async def test() -> None:
        async with running(tmp_path, Time()) as server:
            live = await server.live(await server.live_games.create("pocket", {}, {}))
            update = live.update("detectives")
            await live.submit(
                requests.Play(next(play for play in update.legal if "alibi" not in play), update.step), "detectives"
            )
            assert live.update("jack").step == 1
            assert may_close(live)
            await live.submit(requests.Abort(), "jack")
            with pytest.raises(IllegalAction, match="closed"):
                await live.submit(requests.Resign(), "jack")

    asyncio.run(test())


def test_what_the_house_plays_does_not_keep_the_host_from_closing(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path, Time()) as server:
            live = await server.live(await server.live_games.create("pocket", {}, {"detectives": "passer_by"}))
            while live.state.to_move == "detectives":
                await asyncio.sleep(0.01)
            assert may_close(live)
            update = live.update("jack")
            while live.update("detectives").step == 1 or may_close(live):
                update = live.update("jack")
                await live.submit(requests.Play(update.legal[0], update.step), "jack")
            with pytest.raises(IllegalAction, match="under_way"):
                await live.submit(requests.Abort(), "jack")

    asyncio.run(test())

"""The lines to programs: the same bytes in all worlds of a belief, and no line, early or late, for what is hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, cast

import msgspec
import pytest

from gaslamp.core.game import SPECTATOR, Game, Viewer
from gaslamp.game import requests
from gaslamp.game.table import Table
from gaslamp.server.api import updates
from gaslamp.server.api.schemas import GameOut, StateOut, StatusOut
from gaslamp.server.api.serializers import game_out, state_out, update_out
from gaslamp.server.api.updates import Updates
from gaslamp.server.ops.limits import Limits
from gaslamp.server.ops.metrics import Metrics
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.membership import Members, Membership, Phase
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.whitehall.game import Whitehall
from tests.conftest import Proof
from tests.contract.games import one_of_each_side, random_game, seeds
from tests.contract.secrecy import Leak, check, refusals, whole_table_steps
from tests.host.memory_store import MemoryStore

GAMES: list[Game[Any, Any]] = [Pocket(), MrJack(), Whitehall()]
EVERY_VIEWER = [
    pytest.param(game, viewer, id=f"{game.title},{viewer}") for game in GAMES for viewer in one_of_each_side(game)
]


def line(table: Table, viewer: Viewer) -> bytes:
    seats = table.game.seats
    may = ("undo",) if viewer in seats and table.outcome is None and table.state.course.turn_reversible(viewer) else ()
    status = StatusOut(offer=None, may=may, gone=(), handed=(), present=seats, hints={})
    phase: Phase = "over" if table.outcome is not None else "playing"
    return msgspec.json.encode(update_out("id", viewer, phase, table.update(viewer), None, status))


def sent(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
    """Give what reaches a program now: its line, and the id of each refusal."""
    errors = [said.id for said in refusals(table, viewer, table.update(viewer), probes)]
    return line(table, viewer) + "\n".join(errors).encode()


@pytest.mark.parametrize(("game", "viewer"), EVERY_VIEWER)
def test_the_same_lines_are_sent_in_all_worlds_of_a_belief(game: Game[Any, Any], viewer: Viewer, proof: Proof) -> None:
    games, worlds = proof.amount(test=6, proof=100) // (3 if game.sampled else 1), 0
    for number, rng in seeds(proof.seed, f"lines {viewer}", games):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        try:
            worlds += check(game, actions, viewer, rng, reaches=sent, most=8)
        except Leak as leak:
            pytest.fail(f"seed {proof.seed}, game {number}: {leak}")
    proof.report(f"{game.title}: the lines to {viewer}", games=games, worlds=worlds)


class TalkativeView(Pocket):
    """Everybody sees Jack."""

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        return super().view(position, "jack", ended=ended)


def test_a_leak_in_a_view_is_caught() -> None:
    rng = Random(1888)
    actions = whole_table_steps(Pocket(), random_game(Pocket(), rng), 20)
    with pytest.raises(Leak):
        check(TalkativeView(), actions, "detectives", rng, honest=Pocket(), reaches=sent)


# ---- the status of a table with clocks


def seen(live: LiveGame, viewer: Viewer) -> bytes:
    """Give what a program that holds one seat, or watches, is told now, but for the time of day."""
    place = Membership(live, Members({seat: seat for seat in live.game.seats}, frozenset({SPECTATOR})), viewer)
    told: list[StateOut | GameOut] = [state_out(place, viewer), game_out(place)]
    clocks = [msgspec.structs.replace(each.clock, now=0) for each in told if each.clock is not None]
    assert len(clocks) == 2
    return msgspec.json.encode([msgspec.structs.replace(each, clock=clocks[0]) for each in told])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_a_step_that_may_be_taken_back_changes_no_byte_of_state_clock_or_affairs(
    game: Game[Any, Any], proof: Proof
) -> None:
    staged = 0
    rng, time = Random(proof.seed), count(1_700_000_000, 7)

    async def play() -> None:
        nonlocal staged
        live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: float(next(time)))
        live = await live_games.open(await live_games.create(game.title, {}, {}, clock="14d"))
        assert live is not None
        await live.time.start_clocks()
        for _ in range(proof.amount(test=80, proof=2000)):
            seat = live.state.to_move
            if seat is None:
                break
            update = live.update(seat)
            others = [viewer for viewer in live.game.viewers if viewer not in live.game.allies(seat)]
            before = [seen(live, viewer) for viewer in others]
            notation = rng.choice(update.legal)
            await live.submit(requests.Play(notation, update.step), seat)
            if notation in update.final:
                continue
            staged += 1
            assert [seen(live, viewer) for viewer in others] == before
            if live.update(seat).may_undo and rng.random() < 0.5:
                await live.submit(requests.Undo(live.update(seat).step), seat)
                assert [seen(live, viewer) for viewer in others] == before
        await live_games.close()

    for _ in range(proof.amount(test=1, proof=20)):
        asyncio.run(play())
    assert staged > 0
    proof.report(f"{game.title}: staged steps to programs", steps=staged)


# ---- the stream itself, without a network


class Reader:
    """Whoever reads a stream: takes every line, or none, until it goes."""

    def __init__(self, *, takes: bool = True) -> None:
        self.lines: list[bytes] = []
        self.came = asyncio.Event()
        self.gone = asyncio.Event()
        self._takes = takes

    async def send(self, message: Any) -> None:
        if not self._takes:
            await asyncio.Event().wait()
        self.lines.append(message["body"])
        self.came.set()

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def has(self, lines: int) -> None:
        while len(self.lines) < lines:
            self.came.clear()
            await self.came.wait()


async def at_a_table(work: Callable[[Membership], Awaitable[None]]) -> None:
    """Work at a table of Pocket, where one account has the seat of Jack."""
    live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
    live = await live_games.open(await live_games.create("pocket", {}, {}))
    assert live is not None
    await work(Membership(live, Members({"jack": "me", "detectives": "other"}, frozenset()), "me"))
    await live_games.close()


def streamed(place: Membership, reader: Reader, quiet: float) -> asyncio.Task[None]:
    limits, metrics, stopping = Limits(lambda: 0.0), Metrics(), asyncio.Event()
    stream = Updates(place, "jack", "", cast("Lobby", None), limits, metrics, stopping, keep_alive=quiet)
    return asyncio.create_task(stream.send_body(reader.send, reader.receive))


def test_what_is_hidden_puts_off_no_blank_line() -> None:
    async def work(place: Membership) -> None:
        reader = Reader()
        stream = streamed(place, reader, quiet=0.02)

        async def stir() -> None:
            while True:  # as if the other side took step after step of an activation
                place.live.attendance.notify()
                await asyncio.sleep(0.001)

        stirring = asyncio.create_task(stir())
        async with asyncio.timeout(30):
            await reader.has(4)
        assert reader.lines[0].startswith(b"{")
        assert set(reader.lines[1:]) == {b"\n"}
        stirring.cancel()
        with suppress(asyncio.CancelledError):
            await stirring
        reader.gone.set()
        await stream

    asyncio.run(at_a_table(work))


def test_a_reader_who_goes_leaves_nobody_at_the_table() -> None:
    async def work(place: Membership) -> None:
        reader = Reader()
        stream = streamed(place, reader, quiet=60)
        await reader.has(1)
        assert "jack" in place.live.attendance.present
        reader.gone.set()
        await stream
        assert "jack" not in place.live.attendance.present

    asyncio.run(at_a_table(work))


def test_a_reader_who_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "SEND_TIMEOUT", 0.01)

    async def work(place: Membership) -> None:
        async with asyncio.timeout(30):
            await streamed(place, Reader(takes=False), quiet=60)
        assert place.live.idle

    asyncio.run(at_a_table(work))

"""Who is made to look at a table, and when: only whom it concerns, and never all of a crowd at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import cast

import pytest

from gaslamp.core.game import SPECTATOR
from gaslamp.game import requests
from gaslamp.service.games import attendance as module
from gaslamp.service.games.attendance import Listener
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from tests.host.memory_store import MemoryStore


def at_a_table(test: Callable[[LiveGame], Awaitable[None]]) -> None:
    async def run() -> None:
        live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
        live = await live_games.open(await live_games.create("pocket", {}, {}))
        assert live is not None
        await test(live)
        await live_games.close()

    asyncio.run(run())


async def woken(*listeners: Listener) -> list[bool]:
    """Tell who was made to look since this was last asked."""
    for _ in range(5):
        await asyncio.sleep(0)
    found = [listener.changed.is_set() for listener in listeners]
    for listener in listeners:
        listener.changed.clear()
    return found


def test_watchers_and_second_windows_make_nobody_look() -> None:
    async def come_and_go(live: LiveGame) -> None:
        with live.attendance.listen(["jack"]) as jack, live.attendance.listen([]) as watcher:
            await woken(jack, watcher)
            for seats in ([], ["jack"]):
                with live.attendance.listen(seats) as other:
                    assert await woken(jack, watcher, other) == [False, False, True]
                assert await woken(jack, watcher) == [False, False]

    at_a_table(come_and_go)


def test_a_seat_that_comes_and_goes_all_the_time_is_told_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DEBOUNCE", 3600.0)

    async def flap(live: LiveGame) -> None:
        live.attendance._notified_at = -3600.0
        with live.attendance.listen(["jack"]) as jack:
            await asyncio.sleep(0.01)
            assert await woken(jack) == [True]
            for _ in range(50):
                with live.attendance.listen(["detectives"]):
                    await asyncio.sleep(0)
            assert await woken(jack) == [False]
            assert live.attendance._notification is not None  # and at last they are told

    at_a_table(flap)


def test_a_step_inside_an_activation_makes_only_its_side_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DEBOUNCE", 0.0)

    async def step(live: LiveGame) -> None:
        assert live.state.to_move == "detectives"
        with (
            live.attendance.listen(["jack"]) as jack,
            live.attendance.listen([]) as watcher,
            live.attendance.listen(["detectives"]) as mover,
            live.attendance.listen(["detectives", "jack"]) as both,
        ):
            await asyncio.sleep(0.01)
            await woken(jack, watcher, mover, both)
            update = live.update("detectives")
            staged = next(text for text in update.legal if text not in update.final)
            await live.submit(requests.Play(staged, update.step), "detectives")
            assert await woken(jack, watcher, mover, both) == [False, False, True, True]
            await live.submit(requests.Undo(live.state.updates["detectives"]), "detectives")
            assert await woken(jack, watcher, mover, both) == [False, False, True, True]
            told = live.state.updates[SPECTATOR]
            while live.state.updates[SPECTATOR] == told:
                update = live.update("detectives")
                await live.submit(requests.Play(update.legal[0], update.step), "detectives")
            assert await woken(jack, watcher, mover, both) == [True] * 4

    at_a_table(step)


def test_a_crowd_looks_in_turns_and_who_plays_looks_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DEBOUNCE", 0.0)

    async def tell(live: LiveGame) -> None:
        with ExitStack() as crowd:
            watchers = [crowd.enter_context(live.attendance.listen([])) for _ in range(50)]
            jack = crowd.enter_context(live.attendance.listen(["jack"]))
            await asyncio.sleep(0.01)
            await woken(jack, *watchers)
            live.attendance.notify()
            assert jack.changed.is_set()
            assert sum(watcher.changed.is_set() for watcher in watchers) < 10
            for _ in range(5):
                await woken(jack)
            assert all(await woken(*watchers))

    at_a_table(tell)

"""What the aid shows is concluded elsewhere: nobody waits, everything is concluded once, the newest question counts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import News
from gaslamp.live.aid_worker import AidWorker
from gaslamp.live.inquiries import Known
from gaslamp.live.workers import NoWorker, Pool, PoolClosed

WHITEHALL = titles.game("whitehall")


class Desk(Pool):
    """A worker whose work the test does itself."""

    def __init__(self) -> None:
        super().__init__(aid=1)
        self.asked: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.asked.append(Future())
        return self.asked[-1]


def news(number: int) -> tuple[News, ...]:
    return (News("location_hidden", {"count": number}),)


def with_a_desk(test: Callable[[AidWorker, Desk], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        desk = Desk()
        await test(AidWorker(desk), desk)

    asyncio.run(run())


async def settle() -> None:
    """Let everything happen that was asked for."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_who_asks_is_woken_once_and_then_told() -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        woken: list[str] = []
        assert aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: woken.append("me")) is None
        assert aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: woken.append("me")) is None
        desk.asked[0].set_result("somewhere")
        await settle()
        assert woken == ["me"]
        assert aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: None) == Known("somewhere")
        assert len(desk.asked) == 1

    with_a_desk(test)


def test_the_same_news_of_the_same_game_are_thought_about_once() -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        woken: list[str] = []
        aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: woken.append("me"))
        aid_worker.ask("you", "game", WHITEHALL, news(1), lambda: woken.append("you"))
        aid_worker.ask("she", "another", WHITEHALL, news(1), lambda: woken.append("she"))
        assert len(desk.asked) == 2
        desk.asked[0].set_result("somewhere")
        await settle()
        assert woken == ["me", "you"]

    with_a_desk(test)


def test_an_old_question_that_nobody_waits_for_is_dropped() -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: None)
        aid_worker.ask("you", "game", WHITEHALL, news(1), lambda: None)
        aid_worker.ask("me", "game", WHITEHALL, news(2), lambda: None)
        assert not desk.asked[0].cancelled()  # you still wait for it
        aid_worker.forget("you")
        assert desk.asked[0].cancelled()
        assert not desk.asked[1].cancelled()
        aid_worker.ask("you", "game", WHITEHALL, news(1), lambda: None)
        assert len(desk.asked) == 3  # it is asked anew

    with_a_desk(test)


def test_what_has_been_begun_is_finished_and_remembered() -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        woken: list[str] = []
        aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: woken.append("me"))
        desk.asked[0].set_running_or_notify_cancel()
        aid_worker.forget("me")
        desk.asked[0].set_result("somewhere")
        await settle()
        assert woken == []
        assert aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: None) == Known("somewhere")

    with_a_desk(test)


def test_who_breaks_down_is_not_asked_the_same_again() -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        woken: list[str] = []
        aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: woken.append("me"))
        desk.asked[0].set_exception(ArithmeticError("too many ways"))
        await settle()
        assert woken == ["me"]
        assert aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: None) == Known(None)
        assert len(desk.asked) == 1

    with_a_desk(test)


@pytest.mark.parametrize(("error", "logged"), [(NoWorker(), 1), (PoolClosed(), 0)])
def test_a_missing_answer_is_logged_unless_the_server_stops(
    error: NoWorker, logged: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(aid_worker: AidWorker, desk: Desk) -> None:
        aid_worker.ask("me", "game", WHITEHALL, news(1), lambda: None)
        desk.asked[0].set_exception(error)
        await settle()

    with_a_desk(test)
    assert len(caplog.records) == logged


def test_it_is_thought_about_in_another_process() -> None:
    async def run() -> None:
        pool = Pool(aid=1)
        aid_worker = AidWorker(pool)
        known = asyncio.Event()
        told = (*news(4), News("started", {"circle": 33}))
        aid_worker.ask("me", "game", WHITEHALL, told, known.set)
        await known.wait()
        workers = pool.processes
        answer = aid_worker.ask("me", "game", WHITEHALL, told, known.set)
        pool.close()
        assert answer == Known(WHITEHALL.conclude(told))
        assert workers
        assert os.getpid() not in workers

    asyncio.run(run())

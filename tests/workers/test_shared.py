"""Shared jobs: equal requests run once, clients are notified once, and requests nobody waits for are cancelled."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from gaslamp.workers.pool import Pool, PoolClosed, WorkerLost
from gaslamp.workers.shared import JobResult, Request, SharedJobs


class ManualPool(Pool):
    """A pool whose jobs the test completes."""

    def __init__(self) -> None:
        super().__init__(aid=1, hints=1)
        self.futures: list[Future[Any]] = []

    def submit_deferred(self, *_: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


def request(number: int, game: str = "game", queue: str = "aid") -> Request:
    return Request(queue, (game, number), os.getpid, (), 60.0)


def ignore() -> None:
    pass


def run(test: Callable[[SharedJobs, ManualPool], Coroutine[Any, Any, None]]) -> None:
    async def with_pool() -> None:
        pool = ManualPool()
        await test(SharedJobs(pool), pool)

    asyncio.run(with_pool())


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_client_is_notified_once_and_then_gets_the_result() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        notified: list[str] = []
        for _ in range(2):
            assert jobs.get("a", request(1), lambda: notified.append("a")) is None
        pool.futures[0].set_result("result")
        await settle()
        assert notified == ["a"]
        assert jobs.get("a", request(1), ignore) == JobResult("result")
        assert len(pool.futures) == 1

    run(test)


def test_equal_requests_share_a_job() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        notified: list[str] = []
        jobs.get("a", request(1), lambda: notified.append("a"))
        jobs.get("b", request(1), lambda: notified.append("b"))
        jobs.get("c", request(1, game="another"), lambda: notified.append("c"))
        jobs.get("d", request(1, queue="hints"), lambda: notified.append("d"))
        assert len(pool.futures) == 3
        pool.futures[0].set_result("result")
        await settle()
        assert notified == ["a", "b"]

    run(test)


def test_a_job_is_cancelled_when_the_last_client_leaves_before_it_starts() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        jobs.get("a", request(1), ignore)
        jobs.get("b", request(1), ignore)
        jobs.get("a", request(2), ignore)  # replaces the request
        assert not pool.futures[0].cancelled()  # "b" waits
        jobs.cancel("b")
        assert pool.futures[0].cancelled()
        assert not pool.futures[1].cancelled()
        jobs.get("b", request(1), ignore)
        assert len(pool.futures) == 3  # a new job

    run(test)


def test_a_started_job_is_finished_and_cached() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        notified: list[str] = []
        jobs.get("a", request(1), lambda: notified.append("a"))
        pool.futures[0].set_running_or_notify_cancel()
        jobs.cancel("a")
        pool.futures[0].set_result("result")
        await settle()
        assert notified == []
        assert jobs.get("a", request(1), ignore) == JobResult("result")

    run(test)


def test_a_failed_job_is_not_repeated() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        notified: list[str] = []
        jobs.get("a", request(1), lambda: notified.append("a"))
        pool.futures[0].set_exception(TimeoutError())
        await settle()
        assert notified == ["a"]
        assert jobs.get("a", request(1), ignore) == JobResult(None)
        assert await jobs.wait(request(1)) is None
        assert len(pool.futures) == 1

    run(test)


@pytest.mark.parametrize(("error", "logged"), [(WorkerLost(), 1), (PoolClosed(), 0)])
def test_a_missing_result_is_logged_unless_the_pool_is_closed(
    error: WorkerLost, logged: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        jobs.get("a", request(1), ignore)
        pool.futures[0].set_exception(error)
        await settle()

    run(test)
    assert len(caplog.records) == logged


def test_the_least_recently_used_result_is_evicted() -> None:
    async def test(_: SharedJobs, pool: ManualPool) -> None:
        jobs = SharedJobs(pool, cached=2)
        for number in (1, 2, 3):
            jobs.get("a", request(number), ignore)
            pool.futures[-1].set_result(number)
            await settle()
            if number > 1:
                assert jobs.get("b", request(1), ignore) == JobResult(1)  # used again
        assert jobs.get("a", request(2), ignore) is None
        assert jobs.get("a", request(3), ignore) == JobResult(3)

    run(test)


def test_waiting_returns_the_result_and_a_cancelled_wait_cancels_the_job() -> None:
    async def test(jobs: SharedJobs, pool: ManualPool) -> None:
        waiting = [asyncio.create_task(jobs.wait(request(1))) for _ in range(2)]
        given_up = asyncio.create_task(jobs.wait(request(2)))
        await settle()
        given_up.cancel()
        waiting[0].cancel()
        await settle()
        assert [future.cancelled() for future in pool.futures] == [False, True]
        pool.futures[0].set_result("result")
        assert await waiting[1] == "result"

    run(test)


def count(log: Path, last: int) -> Iterator[int]:
    for number in range(1, last + 1):
        with log.open("a") as file:
            file.write(f"{number} ")
        time.sleep(0.01)
        yield number


def test_a_growing_result_is_shared_and_its_last_value_is_cached(tmp_path: Path) -> None:
    async def test() -> None:
        pool, seen = Pool(reviews=1), []
        jobs = SharedJobs(pool)
        wanted = Request("reviews", ("game",), count, (tmp_path / "log", 5), 60.0)
        changed = asyncio.Event()
        while (result := jobs.get("a", wanted, changed.set)) is None or not result.complete:
            seen.append(result and result.value)
            await changed.wait()
            changed.clear()
        assert result.value == 5
        assert {1, 2, 3, 4} & {*seen}  # passed on before the end
        assert jobs.get("b", wanted, changed.set) == JobResult(5)
        assert (tmp_path / "log").read_text() == "1 2 3 4 5 "
        pool.close()

    asyncio.run(test())


def test_a_growing_job_stops_when_the_last_client_leaves(tmp_path: Path) -> None:
    async def test() -> None:
        pool, log = Pool(reviews=1), tmp_path / "log"
        jobs = SharedJobs(pool)
        wanted = Request("reviews", ("game",), count, (log, 10_000), 60.0)
        changed = asyncio.Event()
        jobs.get("a", wanted, changed.set)
        jobs.get("b", wanted, changed.set)
        jobs.cancel("b")
        await changed.wait()
        worker = pool.status("reviews").processes
        jobs.cancel("a")
        while pool.status("reviews").busy:
            await asyncio.sleep(0.01)
        assert len(log.read_text().split()) < 1000
        assert pool.status("reviews").processes == worker  # stopped, not killed
        assert await jobs.wait(Request("reviews", ("other",), os.getpid, (), 60.0)) in worker
        pool.close()

    asyncio.run(test())


def test_a_shared_job_runs_in_another_process() -> None:
    async def test() -> None:
        pool = Pool(aid=1)
        worker = await SharedJobs(pool).wait(request(1))
        processes = pool.status("aid").processes
        pool.close()
        assert (worker,) == processes
        assert worker != os.getpid()

    asyncio.run(test())

"""Bots of live games run in worker processes, and their answers are released at times that reveal nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Answer, Limit, Question, Why
from gaslamp.bots.levels import PASSER_BY, Level
from gaslamp.core.messages import message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.service.games import bot_runner
from gaslamp.service.games.bot_runner import BotRunner
from gaslamp.workers.pool import Job, JobError, Pool, QueueStatus, WorkerLost

POCKET = titles.game("pocket")


class ManualPool(Pool):
    """A pool whose jobs the test runs itself, in its own time."""

    def __init__(self, run: Callable[[Job], Any], waiting: int = 0) -> None:
        super().__init__(bots=1)
        self.run = run
        self.waiting = waiting
        self.jobs: list[Job] = []

    def submit_deferred(self, queue: str, make_job: Callable[[int], Job]) -> Future[Any]:
        future: Future[Any] = Future()
        self.jobs.append(make_job(self.waiting))
        try:
            future.set_result(self.run(self.jobs[-1]))
        except Exception as error:  # noqa: BLE001 - as a pool does
            future.set_exception(error)
        return future

    def status(self, queue: str) -> QueueStatus:
        return QueueStatus(True, 1, processes=(1,), busy=0, waiting=self.waiting, replaced=0, timeouts=0)


class Time:
    """A clock that advances when a task sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def ask(runner: BotRunner, name: str = "constable", seed: int = 1) -> tuple[str, Update]:
    table = Table(POCKET, rng=Random(seed))
    update = table.update("detectives")
    return asyncio.run(runner.answer(table.game, "detectives", name, update)), update


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Pocket a slow superintendent above the constable."""
    constable = levels.of_title("pocket")["constable"]
    made = {"passer_by": PASSER_BY, "constable": constable, "superintendent": Level(constable.module, seconds=1.0)}
    monkeypatch.setattr(levels, "_in_folder", lambda _: made)


@pytest.mark.parametrize("thinking", [0.0, 0.1, 0.37, 0.9])
def test_the_time_of_an_answer_does_not_depend_on_the_thinking(
    thinking: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch)

    def think(_: Job) -> Answer:
        time.now += thinking
        return Answer("take holmes")

    assert ask(BotRunner(ManualPool(think), beat=1.0, clock=lambda: time.now))[0] == "take holmes"
    assert time.now == pytest.approx(101.0)


def test_a_level_that_searches_longer_than_a_beat_answers_on_a_later_one(
    ladder: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = set()
    for thinking in (0.01, 0.5, 1.0, 1.3):
        time = Time(monkeypatch)

        def think(_: Job, time: Time = time, thinking: float = thinking) -> Answer:
            time.now += thinking
            return Answer("take holmes")

        ask(BotRunner(ManualPool(think), beat=0.7, clock=lambda time=time: time.now), "superintendent")  # type: ignore[misc]
        released.add(round(time.now - 100.0, 6))
    assert released == {1.4}


@pytest.mark.parametrize("fault", [TimeoutError, WorkerLost, JobError])
def test_after_a_timeout_or_an_error_a_weaker_level_answers(fault: type[Exception], ladder: None) -> None:
    def think(job: Job) -> Answer:
        if job.args[0] == "superintendent":
            raise fault
        return Answer(f"by {job.args[0]}")

    levels_used: list[str] = []
    runner = BotRunner(ManualPool(think), beat=0.0, on_answer=lambda level, _: levels_used.append(level))
    assert ask(runner, "superintendent")[0] == "by constable"
    assert ask(runner, "constable")[0] == "by constable"
    assert levels_used == ["weaker", "asked"]


def test_without_workers_the_answer_is_random(caplog: pytest.LogCaptureFixture) -> None:
    def think(_: Job) -> Answer:
        raise WorkerLost

    now = [0.0]
    runner = BotRunner(ManualPool(think), beat=0.0, clock=lambda: now[0])
    chosen, update = ask(runner)
    assert [runner.at_random, now.__setitem__(0, 60.0), runner.at_random] == [True, None, False]
    assert chosen in update.legal
    assert "at random" in caplog.text


def test_without_any_response_the_answer_comes_by_the_deadline() -> None:
    class SilentPool(ManualPool):
        def submit_deferred(self, queue: str, make_job: Callable[[int], Job]) -> Future[Any]:
            self.jobs.append(make_job(0))
            return Future()

    pool = SilentPool(lambda _: None)
    chosen, update = ask(BotRunner(pool, beat=0.0, max_wait=0.2))
    assert chosen in update.legal
    assert [job.args[0] for job in pool.jobs] == ["constable", "passer_by"]


def test_the_search_is_the_same_under_load_and_the_timeout_follows_the_queue(ladder: None) -> None:
    timeouts = []
    for waiting in (0, 10, 100):
        jobs = set()
        for seed in range(4):
            pool = ManualPool(lambda _: Answer("take holmes"), waiting)
            ask(BotRunner(pool, beat=0.0, clock=lambda: 100.0), "superintendent", seed)
            _, question = pool.jobs[0].args
            jobs.add((question.limit, pool.jobs[0].timeout))
        ((limit, timeout),) = jobs  # whatever the position
        assert limit == Limit()
        timeouts.append(timeout or 0.0)
    assert timeouts[0] > timeouts[1] > timeouts[2] > 0


def test_the_reasons_of_a_bot_never_leave_the_runner() -> None:
    answer = Answer("take holmes", Why((message("why.seen", share=1),), winning=0.9))
    assert ask(BotRunner(ManualPool(lambda _: answer), beat=0.0))[0] == "take holmes"


def test_a_bot_runs_in_another_process() -> None:
    pool = Pool(bots=1)
    chosen, update = ask(BotRunner(pool, beat=0.0))
    (worker,) = pool.status("bots").processes
    pool.close()
    assert chosen in update.legal
    assert worker != os.getpid()


@pytest.mark.long
def test_after_its_worker_is_killed_a_bot_still_answers() -> None:
    pool = Pool(bots=1)
    runner = BotRunner(pool, beat=0.0)
    for _ in range(3):
        chosen, update = ask(runner)
        assert chosen in update.legal
        for pid in pool.status("bots").processes:
            os.kill(pid, signal.SIGKILL)
    chosen, update = ask(runner)
    assert pool.status("bots").replaced >= 3
    assert not runner.at_random
    pool.close()
    assert chosen in update.legal


def hang_as_superintendent(name: str, question: Question) -> Answer:
    while name == "superintendent":
        time.sleep(1)
    return Answer(f"by {name}")


@pytest.mark.long
def test_a_bot_that_hangs_in_a_worker_is_replaced_by_a_weaker_level(
    ladder: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "think", hang_as_superintendent)
    pool = Pool(bots=1)
    runner = BotRunner(pool, beat=0.0, max_wait=40.0)  # a slow start of a worker is not a failure
    chosen, _ = ask(runner, "superintendent")
    status = pool.status("bots")
    pool.close()
    assert chosen == "by constable"
    assert (status.timeouts, status.replaced) == (1, 1)


def test_with_a_closed_pool_the_answer_is_random() -> None:
    pool = Pool(bots=1)
    pool.close()
    chosen, update = ask(BotRunner(pool, beat=0.0))
    assert chosen in update.legal


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, signal\n"
        "from gaslamp import titles\n"
        "from gaslamp.service.games.bot_runner import BotRunner\n"
        "from gaslamp.game.table import Table\n"
        "from gaslamp.workers.pool import Pool\n"
        "async def main():\n"
        "    pool = Pool(bots=1)\n"
        "    runner = BotRunner(pool, beat=0.0)\n"
        "    table = Table(titles.game('pocket'))\n"
        "    await runner.answer(table.game, 'detectives', 'passer_by', table.update('detectives'))\n"
        "    print(*pool.status('bots').processes, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    program, told = tmp_path / "server.py", tmp_path / "told"  # a file, not a pipe that a worker would keep open
    program.write_text(script)
    with told.open("w") as out:
        subprocess.run([sys.executable, str(program)], stdout=out, stderr=subprocess.DEVNULL, check=False)
    workers = [int(pid) for pid in told.read_text().split()]
    assert workers
    end = time.monotonic() + 20
    while any(_alive(pid) for pid in workers):
        assert time.monotonic() < end, "a worker lives on"
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    """Return True if a process runs; False for a zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()

"""When and where an opponent of a live game thinks: in another process, and on a beat that tells nothing."""

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
from gaslamp.bots.bot import Answer, Limit, Why
from gaslamp.bots.levels import RANDOM, Level
from gaslamp.core.messages import message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.live import bot_runner, pace
from gaslamp.live.worker_process import Task, TookTooLong
from gaslamp.live.workers import BrokeDown, NoWorker, Pool, State

POCKET = titles.game("pocket")


class Desk(Pool):
    """A worker whose work the test does itself, at a time of its own."""

    def __init__(self, answer: Callable[[Task], Any], waiting: int = 0) -> None:
        super().__init__(opponents=1)
        self.answer = answer
        self.waiting = waiting
        self.asked: list[Task] = []

    def submit_later(self, desk: str, task: Callable[[int], Task]) -> Future[Any]:
        given: Future[Any] = Future()
        self.asked.append(task(self.waiting))
        try:
            given.set_result(self.answer(self.asked[-1]))
        except Exception as error:  # noqa: BLE001 - as a pool does
            given.set_exception(error)
        return given

    def state(self, desk: str) -> State:
        return State(able=True, workers=1, waiting=self.waiting, busy=0, replaced=0, overdue=0)


class Time:
    """A clock that goes on when somebody sleeps or thinks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def ask(runner: bot_runner.BotRunner, name: str = "constable") -> tuple[str, Update]:
    """Have a question answered."""
    table = Table(POCKET, rng=Random(1))
    update = table.update("detectives")
    return asyncio.run(runner.answer(table.game, "detectives", name, update)), update


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a slow inspector above the constable."""
    constable = levels.of_title("pocket")["constable"]
    made = {"random": RANDOM, "constable": constable, "inspector": Level(constable.module, seconds=1.0)}
    monkeypatch.setattr(levels, "_in_folder", lambda _: made)


@pytest.mark.parametrize("thinking", [0.0, 0.1, 0.37, 0.9])
def test_the_time_of_an_answer_does_not_depend_on_the_thinking(
    thinking: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch)

    def think(_: Task) -> Answer:
        time.now += thinking
        return Answer("take holmes")

    assert ask(bot_runner.BotRunner(Desk(think), beat=1.0, clock=lambda: time.now))[0] == "take holmes"
    assert time.now == pytest.approx(101.0)


def test_who_likes_to_think_longer_than_a_beat_answers_on_a_later_one(
    ladder: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = set()
    for thinking in (0.01, 0.5, 1.0, 1.3):
        time = Time(monkeypatch)

        def think(_: Task, time: Time = time, thinking: float = thinking) -> Answer:
            time.now += thinking
            return Answer("take holmes")

        ask(bot_runner.BotRunner(Desk(think), beat=0.7, clock=lambda time=time: time.now), "inspector")  # type: ignore[misc]
        released.add(round(time.now - 100.0, 6))
    assert released == {1.4}


@pytest.mark.parametrize("fault", [TookTooLong, NoWorker, BrokeDown])
def test_for_who_passes_its_time_or_fails_a_weaker_level_answers(fault: type[Exception], ladder: None) -> None:
    def think(task: Task) -> Answer:
        if task.words[0] == "inspector":
            raise fault
        return Answer(f"by {task.words[0]}")

    measured: list[bool] = []
    desk = Desk(think)
    runner = bot_runner.BotRunner(desk, beat=0.0, measured=lambda own, _: measured.append(own))
    assert ask(runner, "inspector")[0] == "by constable"
    assert ask(runner, "constable")[0] == "by constable"
    assert measured == [False, True]


def test_where_nobody_can_think_chance_answers(caplog: pytest.LogCaptureFixture) -> None:
    def think(_: Task) -> Answer:
        raise NoWorker

    now = [0.0]
    runner = bot_runner.BotRunner(Desk(think), beat=0.0, clock=lambda: now[0])
    chosen, update = ask(runner)
    assert [runner.at_random, now.__setitem__(0, 60.0), runner.at_random] == [True, None, False]
    assert chosen in update.legal
    assert "at random" in caplog.text


def test_who_is_never_answered_waits_no_longer_than_the_last_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks, nothing is refused: the questions just lie there."""
    monkeypatch.setattr(pace, "WITHIN", 0.2)

    class Silent(Desk):
        def submit_later(self, desk: str, task: Callable[[int], Task]) -> Future[Any]:
            self.asked.append(task(0))
            return Future()

    desk = Silent(lambda _: None)
    chosen, update = ask(bot_runner.BotRunner(desk, beat=0.0))
    assert chosen in update.legal
    assert [task.words[0] for task in desk.asked] == ["constable", "random"]


def test_under_load_the_search_limit_stays_the_same(ladder: None) -> None:
    limits = []
    for waiting in (0, 10, 100):
        desk = Desk(lambda _: Answer("take holmes"), waiting)
        runner = bot_runner.BotRunner(desk, beat=0.0)
        ask(runner, "inspector")
        _, question = desk.asked[0].words
        limits.append(question.limit)
    assert limits == [Limit()] * 3


def test_why_an_opponent_does_something_never_leaves_the_runner() -> None:
    told = Answer("take holmes", Why((message("why.seen", share=1),), winning=0.9))
    assert ask(bot_runner.BotRunner(Desk(lambda _: told), beat=0.0))[0] == "take holmes"


def test_an_opponent_thinks_in_another_process() -> None:
    pool = Pool(opponents=1)
    chosen, update = ask(bot_runner.BotRunner(pool, beat=0.0))
    workers = set(pool.processes)
    pool.close()
    assert chosen in update.legal
    assert workers
    assert os.getpid() not in workers


@pytest.mark.long
def test_a_worker_that_is_killed_while_it_thinks_is_replaced_and_the_answer_comes() -> None:
    pool = Pool(opponents=1)
    runner = bot_runner.BotRunner(pool, beat=0.0)
    for _ in range(3):
        chosen, update = ask(runner)
        assert chosen in update.legal
        for pid in pool.processes:
            os.kill(pid, signal.SIGKILL)
    chosen, update = ask(runner)
    pool.close()
    assert chosen in update.legal


def test_no_worker_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, signal\n"
        "from gaslamp import titles\n"
        "from gaslamp.live.bot_runner import BotRunner\n"
        "from gaslamp.game.table import Table\n"
        "from gaslamp.live.workers import Pool\n"
        "async def main():\n"
        "    pool = Pool(opponents=1)\n"
        "    runner = BotRunner(pool, beat=0.0)\n"
        "    table = Table(titles.game('pocket'))\n"
        "    await runner.answer(table.game, 'detectives', 'random', table.update('detectives'))\n"
        "    print(*pool.processes, flush=True)\n"
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
    """Tell whether a process runs; one that has ended but was not fetched by anybody does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()

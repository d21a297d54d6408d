"""When and where an opponent of a live game thinks: in another process, and on a beat that tells nothing."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from gaslamp import titles
from gaslamp.brains.bot import Answer
from gaslamp.table import bots
from gaslamp.table.table import Table


@pytest.mark.parametrize(
    ("thought", "released"),
    [(10.0, 11.0), (10.001, 11.0), (10.5, 11.0), (10.999, 11.0), (11.0, 11.0), (11.2, 12.0), (14.9, 15.0)],
)
def test_an_answer_comes_on_the_beat_however_long_the_thinking_took(thought: float, released: float) -> None:
    assert bots.release(10.0, thought, 1.0) == pytest.approx(released)


def test_the_time_of_an_answer_depends_on_the_clock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock of our own: whatever an opponent thinks, and for however long, it answers after one beat."""
    slept: list[float] = []
    now = [100.0]

    async def fake_sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    async def one_answer(thinking: float) -> float:
        runner = bots.BotRunner(beat=1.0, clock=lambda: now[0])

        def think(*_: object) -> Future[Answer]:
            now[0] += thinking
            chosen: Future[Answer] = Future()
            chosen.set_result(Answer("take holmes"))
            return chosen

        monkeypatch.setattr(runner._pool, "submit", think)
        table = Table(titles.game("pocket"), rng=Random(1))
        asked = now[0]
        await runner.answer(table.game, "detectives", "random", table.update("detectives"))
        runner.close()
        return now[0] - asked

    monkeypatch.setattr(asyncio, "sleep", fake_sleep)
    times = {round(asyncio.run(one_answer(thinking)), 6) for thinking in (0.0, 0.1, 0.37, 0.9)}
    assert times == {1.0}


def test_an_opponent_thinks_in_another_process() -> None:
    async def one_answer() -> tuple[str, set[int]]:
        runner = bots.BotRunner(beat=0.0)
        table = Table(titles.game("pocket"), rng=Random(1))
        update = table.update("detectives")
        chosen = await runner.answer(table.game, "detectives", "constable", update)
        workers = set(runner._pool.workers)
        runner.close()
        assert chosen in update.legal
        return chosen, workers

    _, workers = asyncio.run(one_answer())
    assert workers
    assert os.getpid() not in workers


def test_no_worker_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, signal\n"
        "from gaslamp import titles\n"
        "from gaslamp.table.bots import BotRunner\n"
        "from gaslamp.table.table import Table\n"
        "async def main():\n"
        "    runner = BotRunner(beat=0.0)\n"
        "    table = Table(titles.game('pocket'))\n"
        "    await runner.answer(table.game, 'detectives', 'random', table.update('detectives'))\n"
        "    print(*runner._pool.workers, flush=True)\n"
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

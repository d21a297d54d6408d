"""The process pool: dead workers are replaced, their jobs run again, and the status is honest."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gaslamp.workers import pool as pool_module
from gaslamp.workers.pool import Job, JobError, Pool, PoolClosed, WorkerLost

WAIT = 60.0  # seconds; a busy machine is not a bug


def double(number: int) -> int:
    return 2 * number


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang_once(started: Path) -> str:
    """Write the process id and hang; return at once if another worker has already done so."""
    if started.exists():
        return "second worker"
    started.write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def fail(secret: str) -> None:
    raise ValueError(secret)


def unpicklable() -> Any:
    return lambda: None


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def hanging_job(pool: Pool, folder: Path, queue: str = "jobs") -> tuple[Any, int]:
    """Submit a job that hangs; return its future and the process id of its worker."""
    started = folder / "started"
    future = pool.submit(queue, hang_once, started)
    until(lambda: started.exists() and started.read_text())
    return future, int(started.read_text())


def no_start() -> Any:
    raise OSError


def hanging_start() -> Any:
    """Start a process that never gets ready."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=time.sleep, args=(WAIT,), daemon=True)
    process.start()
    hanging_start.keep = theirs  # type: ignore[attr-defined]
    return process, ours


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool(jobs=1)
    yield pool
    pool.close()


# ---- dead workers


def test_the_job_of_a_killed_worker_is_run_again(pool: Pool, tmp_path: Path) -> None:
    future, worker = hanging_job(pool, tmp_path)
    later = pool.submit("jobs", double, 21)
    os.kill(worker, signal.SIGKILL)
    assert future.result(WAIT) == "second worker"
    assert later.result(WAIT) == 42
    status = pool.status("jobs")
    assert status.processes != (worker,)
    assert (status.healthy, status.replaced) == (True, 1)


@pytest.mark.long
def test_an_idle_worker_that_is_killed_is_replaced_without_a_job(pool: Pool) -> None:
    assert pool.submit("jobs", double, 1).result(WAIT) == 2
    (first,) = pool.status("jobs").processes
    os.kill(first, signal.SIGKILL)
    until(lambda: pool.status("jobs").processes not in {(), (first,)})
    until(lambda: pool.status("jobs").replaced == 1)
    assert pool.submit("jobs", double, 2).result(WAIT) == 4
    assert pool.status("jobs").replaced == 1


@pytest.mark.long
def test_a_job_that_kills_every_worker_is_given_up_and_the_next_one_runs(pool: Pool) -> None:
    deadly, harmless = pool.submit("jobs", die), pool.submit("jobs", double, 4)
    with pytest.raises(WorkerLost):
        deadly.result(WAIT)
    assert harmless.result(WAIT) == 8
    assert pool.status("jobs").healthy


# ---- health


@pytest.mark.long
@pytest.mark.parametrize("start", [no_start, hanging_start])
def test_a_queue_without_workers_is_unhealthy_until_one_starts(
    start: Callable[[], Any], pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "start_worker", start)
        patch.setattr(pool_module, "_START_TIMEOUT", 0.05)
        with pytest.raises(WorkerLost):
            pool.submit("jobs", double, 1).result(WAIT)
        assert not pool.status("jobs").healthy
    until(lambda: pool.status("jobs").healthy)  # without a job
    assert pool.submit("jobs", double, 1).result(WAIT) == 2


@pytest.mark.long
def test_an_idle_worker_that_cannot_be_replaced_makes_its_queue_unhealthy(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (first,) = [pool.submit("jobs", os.getpid).result(WAIT)]
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "start_worker", no_start)
        os.kill(first, signal.SIGKILL)
        until(lambda: not pool.status("jobs").healthy)
        assert pool.status("jobs").processes == ()
        until(lambda: "queue jobs has no worker process" in caplog.text)
        lines = len(caplog.records)
        time.sleep(1.5)  # further attempts are not logged
        assert len(caplog.records) == lines
    until(lambda: pool.status("jobs").healthy)


def test_a_worker_is_not_busy_when_its_result_arrives(pool: Pool) -> None:
    """Otherwise the schedule of the next answer would depend on a race."""
    busy: list[int] = []
    for _ in range(20):
        future = pool.submit("jobs", time.sleep, 0.01)
        done = threading.Event()

        def note(_: Any, done: threading.Event = done) -> None:
            busy.append(pool.status("jobs").busy)
            done.set()

        future.add_done_callback(note)
        assert done.wait(WAIT)
    assert busy == [0] * 20


# ---- failures and timeouts


@pytest.mark.parametrize(("job", "kind"), [(fail, "ValueError"), (unpicklable, "AttributeError|PicklingError")])
def test_an_error_is_logged_without_its_message(
    job: Callable[..., Any], kind: str, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    args = ("jack is goodley",) if job is fail else ()
    with pytest.raises(JobError) as raised:
        pool.submit("jobs", job, *args).result(WAIT)
    assert "goodley" not in f"{raised.value!r} {[record.__dict__ for record in caplog.records]}"
    (errors,) = [record.__dict__["errors"] for record in caplog.records if record.levelname == "ERROR"]
    name, _, origin = errors[0].partition(" < ")
    assert name in kind.split("|")
    assert job is not fail or origin.startswith("workers/test_pool.py:")
    (worker,) = pool.status("jobs").processes
    assert pool.submit("jobs", os.getpid).result(WAIT) == worker  # it lives on


def test_after_a_timeout_the_worker_is_replaced_and_the_next_job_runs(pool: Pool, tmp_path: Path) -> None:
    first = pool.submit("jobs", os.getpid).result(WAIT)
    endless = pool.submit("jobs", hang_once, tmp_path / "started", timeout=0.2)
    later = pool.submit("jobs", os.getpid)
    with pytest.raises(TimeoutError):
        endless.result(WAIT)
    assert later.result(WAIT) != first
    status = pool.status("jobs")
    assert (status.timeouts, status.replaced, status.healthy) == (1, 1, True)


# ---- queues


def test_a_deferred_job_is_made_from_the_number_of_waiting_jobs(pool: Pool) -> None:
    lengths: list[int] = []

    def make_job(waiting: int) -> Job:
        lengths.append(waiting)
        return Job(double, (waiting,))

    first = pool.submit_deferred("jobs", lambda _: Job(time.sleep, (1.0,)))
    later = [pool.submit_deferred("jobs", make_job) for _ in range(3)]
    first.result(WAIT)
    assert [future.result(WAIT) for future in later] == [4, 2, 0]
    assert lengths == [2, 1, 0]


def test_queues_do_not_wait_for_each_other(tmp_path: Path) -> None:
    pool = Pool(bots=1, hints=1)
    hanging_job(pool, tmp_path, "bots")
    assert pool.submit("hints", double, 1).result(WAIT) == 2
    assert [pool.status(queue).busy for queue in pool.queues] == [1, 0]
    pool.close()


def test_a_cancelled_job_is_not_run(pool: Pool, tmp_path: Path) -> None:
    first = pool.submit("jobs", time.sleep, 0.5)
    written = tmp_path / "written"
    assert pool.submit("jobs", written.write_text, "no").cancel()
    assert pool.submit("jobs", double, 1).result(WAIT) == 2
    assert first.done()
    assert not written.exists()


# ---- start and close


def test_close_does_not_wait_for_running_jobs(tmp_path: Path) -> None:
    pool = Pool(jobs=1)
    running, _ = hanging_job(pool, tmp_path)
    waiting = pool.submit("jobs", double, 1)
    pool.close()
    assert waiting.cancelled()
    with pytest.raises(PoolClosed):
        running.result(0)
    with pytest.raises(PoolClosed):
        pool.submit("jobs", double, 1).result(0)
    assert pool.status("jobs").processes == ()


def test_nothing_is_started_before_the_first_job() -> None:
    """The modules can be imported, and a pool made, where there are no threads, processes or sockets."""
    program = (
        "import multiprocessing, socket, threading\n"
        "def refuse(*args, **kwargs): raise AssertionError\n"
        "threading.Thread.start = multiprocessing.Process.start = refuse\n"
        "socket.socket.__init__ = refuse\n"
        "from gaslamp.workers import shared\n"
        "from gaslamp.workers.pool import Pool\n"
        "pool = Pool(bots=4, hints=1)\n"
        "shared.SharedJobs(pool)\n"
        "assert pool.status('bots').healthy\n"
        "pool.close()\n"
        "import sys; assert '_multiprocessing' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

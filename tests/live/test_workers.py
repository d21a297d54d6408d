"""Worker processes are replaced when they die, and what one of them was asked is asked again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gaslamp.live import workers
from gaslamp.live.worker_process import Gone, Task, TookTooLong
from gaslamp.live.workers import BrokeDown, NoWorker, Pool, PoolClosed

WAIT = 60.0  # seconds; a busy machine is not a bug


def double(number: int) -> int:
    return 2 * number


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def begin_and_stay(begun: Path) -> str:
    """Tell that the thinking has begun, and go on for ever unless somebody came before."""
    if begun.exists():
        return "at last"
    begun.write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def be_wrong(secret: str) -> None:
    raise ValueError(secret)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(desk=1)
    yield made
    made.close()


def test_what_a_worker_was_asked_when_it_died_is_asked_again(pool: Pool, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    asked, later = pool.submit("desk", begin_and_stay, begun), pool.submit("desk", double, 21)
    until(lambda: begun.exists() and begun.read_text())
    os.kill(int(begun.read_text()), signal.SIGKILL)
    assert asked.result(WAIT) == "at last"
    assert later.result(WAIT) == 42
    assert pool.processes != (int(begun.read_text()),)
    assert pool.state("desk").able


@pytest.mark.long
def test_a_worker_that_dies_in_idleness_is_replaced_before_anybody_asks(pool: Pool) -> None:
    assert pool.submit("desk", double, 1).result(WAIT) == 2
    (first,) = pool.processes
    os.kill(first, signal.SIGKILL)
    until(lambda: pool.processes and pool.processes != (first,))
    assert pool.submit("desk", double, 2).result(WAIT) == 4


@pytest.mark.long
def test_a_question_that_kills_everybody_is_given_up_and_the_next_is_answered(pool: Pool) -> None:
    deadly, harmless = pool.submit("desk", die), pool.submit("desk", double, 4)
    with pytest.raises(NoWorker):
        deadly.result(WAIT)
    assert harmless.result(WAIT) == 8
    assert pool.state("desk").able


@pytest.mark.long
def test_where_nobody_can_be_had_it_says_so_until_somebody_can(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Nobody:
        def __init__(self) -> None:
            raise Gone

    with monkeypatch.context() as patch:
        patch.setattr(workers, "WorkerProcess", Nobody)
        with pytest.raises(NoWorker):
            pool.submit("desk", double, 1).result(WAIT)
        assert not pool.state("desk").able
    until(lambda: pool.state("desk").able)  # without being asked anything
    assert pool.submit("desk", double, 1).result(WAIT) == 2


def test_what_goes_wrong_is_told_by_its_kind_and_place_alone(pool: Pool, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(BrokeDown) as broke:
        pool.submit("desk", be_wrong, "jack is goodley").result(WAIT)
    assert "goodley" not in f"{broke.value!r} {[record.__dict__ for record in caplog.records]}"
    (told,) = [record.__dict__["errors"] for record in caplog.records if record.levelname == "ERROR"]
    assert told[0].startswith("ValueError < test_workers.py:")
    assert pool.submit("desk", double, 3).result(WAIT) == 6  # by the same worker


def test_a_question_that_takes_too_long_is_taken_away_and_the_next_is_answered(pool: Pool, tmp_path: Path) -> None:
    first = pool.submit("desk", os.getpid).result(WAIT)
    endless = pool.submit("desk", begin_and_stay, tmp_path / "begun", seconds=0.2)
    next_one = pool.submit("desk", os.getpid)
    with pytest.raises(TookTooLong):
        endless.result(WAIT)
    assert next_one.result(WAIT) != first
    state = pool.state("desk")
    assert (state.overdue, state.replaced) == (1, 1)
    assert state.able


def test_what_is_asked_is_decided_when_a_worker_is_free_by_how_many_wait(pool: Pool) -> None:
    waiting: list[int] = []

    def task(others: int) -> Task:
        waiting.append(others)
        return Task(double, (others,))

    first = pool.submit_later("desk", lambda _: Task(time.sleep, (1.0,)))
    later = [pool.submit_later("desk", task) for _ in range(3)]
    first.result(WAIT)
    assert [future.result(WAIT) for future in later] == [4, 2, 0]
    assert waiting == [2, 1, 0]


def test_one_desk_does_not_wait_for_another(tmp_path: Path) -> None:
    pool, begun = Pool(one=1, other=1), tmp_path / "begun"
    pool.submit("one", begin_and_stay, begun)
    until(lambda: begun.exists() and begun.read_text())
    assert pool.submit("other", double, 1).result(WAIT) == 2
    assert (pool.states["one"].busy, pool.states["other"].busy) == (1, 0)
    pool.close()


def test_who_closes_waits_for_nobody_who_thinks(tmp_path: Path) -> None:
    pool, begun = Pool(desk=1), tmp_path / "begun"
    thinking, waiting = pool.submit("desk", begin_and_stay, begun), pool.submit("desk", double, 1)
    until(lambda: begun.exists() and begun.read_text())
    pool.close()
    assert waiting.cancelled()
    with pytest.raises(PoolClosed):
        thinking.result(0)
    assert pool.processes == ()

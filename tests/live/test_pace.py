"""When an answer is released and for how long may be thought: by the level, the queue and the clock alone."""

from __future__ import annotations

import pytest

from gaslamp.live.pace import WITHIN, Plan


def plan(likes: float = 0.0, before: int = 0, beat: float = 0.7, workers: int = 1) -> Plan:
    return Plan(asked=10.0, beat=beat, likes=likes, before=before, workers=workers)


@pytest.mark.parametrize(
    ("thought", "released"),
    [(10.0, 11.0), (10.001, 11.0), (10.999, 11.0), (11.0, 11.0), (11.2, 13.0), (12.9, 13.0), (13.0, 13.0)],
)
def test_an_answer_comes_on_the_planned_beat_or_on_the_last(thought: float, released: float) -> None:
    assert plan(beat=1.0).release(thought) == pytest.approx(released)


@pytest.mark.parametrize(
    ("likes", "before", "workers", "beats"),
    [
        (0.0, 0, 1, 1), (0.0, 20, 1, 1), (0.0, 30, 1, 2), (0.0, 60, 2, 2),
        (1.0, 0, 1, 2), (1.0, 1, 1, 4), (1.0, 1, 2, 2), (9.0, 0, 1, 4),
    ],
)  # fmt: skip
def test_the_beat_is_planned_from_the_level_and_the_queue(likes: float, before: int, workers: int, beats: int) -> None:
    assert plan(likes, before, workers=workers).planned == pytest.approx(10.0 + 0.7 * beats)


def test_no_answer_is_planned_later_than_the_last_beat() -> None:
    for before in (0, 10, 100, 10_000):
        for likes in (0.0, 0.5, 2.0):
            made = plan(likes, before)
            assert made.asked < made.planned <= made.last <= made.asked + WITHIN


def test_a_beat_longer_than_all_the_time_there_is_still_one_beat() -> None:
    assert plan(beat=5.0).planned == plan(beat=5.0).last == 15.0


def test_without_a_beat_an_answer_comes_when_it_is_there() -> None:
    assert plan(beat=0.0).release(10.1) == 10.1


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("games", [1, 2, 10, 100, 400])
def test_however_many_ask_at_once_all_are_answered_in_time(games: int, workers: int) -> None:
    """All think for as long as they may, one after the other at each worker."""
    plans = [plan(1.0, before, workers=workers) for before in range(games)]
    free = [10.0] * workers
    for number, made in enumerate(plans):
        worker = free.index(min(free))
        free[worker] += made.share(1.0, free[worker], games - number - 1)
    assert max(free) <= plans[-1].last


def test_who_answers_at_once_is_given_no_time() -> None:
    assert plan().share(0.0, 10.0, 50) == 0.0


def test_alone_one_may_think_as_long_as_one_likes() -> None:
    assert plan(1.0).share(1.0, 10.0, 0) == 1.0

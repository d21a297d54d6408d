"""The schedule of an answer depends on the level, the queue and the clock alone."""

from __future__ import annotations

import pytest

from gaslamp.service.games.bot_runner import MAX_WAIT, AnswerSchedule


def schedule(search_time: float = 0.0, queued: int = 0, beat: float = 0.7, workers: int = 1) -> AnswerSchedule:
    return AnswerSchedule(start=10.0, beat=beat, search_time=search_time, queued=queued, workers=workers)


@pytest.mark.parametrize(
    ("ready", "released"),
    [(10.0, 11.0), (10.001, 11.0), (10.999, 11.0), (11.0, 11.0), (11.2, 13.0), (12.9, 13.0), (13.0, 13.0)],
)
def test_an_answer_is_released_on_the_planned_beat_or_on_the_last(ready: float, released: float) -> None:
    assert schedule(beat=1.0).release_time(ready) == pytest.approx(released)


@pytest.mark.parametrize(
    ("search_time", "queued", "workers", "beats"),
    [
        (0.0, 0, 1, 1), (0.0, 20, 1, 1), (0.0, 30, 1, 2), (0.0, 60, 2, 2),
        (1.0, 0, 1, 2), (1.0, 1, 1, 4), (1.0, 1, 2, 2), (9.0, 0, 1, 4),
    ],
)  # fmt: skip
def test_the_beat_is_planned_from_the_level_and_the_queue(
    search_time: float, queued: int, workers: int, beats: int
) -> None:
    assert schedule(search_time, queued, workers=workers).planned == pytest.approx(10.0 + 0.7 * beats)


def test_no_answer_is_planned_later_than_the_last_beat() -> None:
    for queued in (0, 10, 100, 10_000):
        for search_time in (0.0, 0.5, 2.0):
            made = schedule(search_time, queued)
            assert made.start < made.planned <= made.deadline <= made.start + MAX_WAIT


def test_a_beat_longer_than_the_maximum_is_one_beat() -> None:
    assert schedule(beat=5.0).planned == schedule(beat=5.0).deadline == 15.0


def test_without_a_beat_an_answer_is_released_at_once() -> None:
    assert schedule(beat=0.0).release_time(10.1) == 10.1


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("games", [1, 2, 10, 100, 400])
def test_any_number_of_questions_is_answered_in_time(games: int, workers: int) -> None:
    """Every bot uses its whole limit, one after the other at each worker."""
    schedules = [schedule(1.0, queued, workers=workers) for queued in range(games)]
    free = [10.0] * workers
    for number, made in enumerate(schedules):
        worker = free.index(min(free))
        free[worker] += made.search_limit(1.0, free[worker], games - number - 1)
    assert max(free) <= schedules[-1].deadline


def test_a_level_that_does_not_search_has_no_limit() -> None:
    assert schedule().search_limit(0.0, 10.0, 50) == 0.0


def test_with_an_empty_queue_a_level_has_its_preferred_time() -> None:
    assert schedule(1.0).search_limit(1.0, 10.0, 0) == 1.0

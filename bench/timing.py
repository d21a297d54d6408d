"""Timing: the best of several short rounds, because other processes only make a round slower."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5
SECONDS = 0.6  # length of a round
CALLS = 200_000


@dataclass(frozen=True)
class Rate:
    """Games and steps per second."""

    games: float
    steps: float


def best_rate(play: Callable[[int], int]) -> Rate:
    """Return the best rate of `play(games)`, which returns its number of steps."""
    games = 1
    while _round(play, games)[0] < SECONDS / 4:
        games *= 2
    games *= 3
    rounds = [_round(play, games) for _ in range(ROUNDS)]
    seconds, steps = min(rounds, key=lambda one: one[0] / one[1])
    return Rate(games / seconds, steps / seconds)


def _round(play: Callable[[int], int], games: int) -> tuple[float, int]:
    began = time.perf_counter()
    steps = play(games)
    return time.perf_counter() - began, steps


def best_nanoseconds(call: Callable[[], object]) -> float:
    """Return the nanoseconds of one call, including the loop around it."""
    return 1e9 * min(timeit.repeat(call, number=CALLS, repeat=ROUNDS)) / CALLS

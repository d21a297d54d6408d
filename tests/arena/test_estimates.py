"""Confidence intervals and quantiles, compared with published tables."""

from __future__ import annotations

import pytest

from gaslamp.arena.rating import mean, quantile, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (90, 100, 0.8256, 0.9448)],
)
def test_the_interval_of_wilson_is_that_of_the_tables(won: int, games: int, low: float, high: float) -> None:
    found = wilson(won, games)
    assert found.value == won / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_a_mean_has_the_interval_of_its_spread() -> None:
    found = mean([1.0, 0.0] * 50)
    assert found.value == 0.5
    assert found.high - found.value == pytest.approx(1.96 * 0.5025 / 10, abs=1e-4)


def test_the_mean_of_one_game_has_no_interval() -> None:
    assert mean([0.0]) == (0.0, -1.0, 1.0)


def test_a_quantile_is_one_of_the_numbers() -> None:
    numbers = [float(number) for number in range(100, 0, -1)]
    assert quantile(numbers, 0.95) == 95
    assert quantile([7.0], 0.95) == 7

"""Ratings recover the strengths behind simulated games."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from gaslamp.arena.rating import Estimate, Fit, Meeting

TRUE = {("weak", 0): 60.0, ("weak", 1): -60.0, ("strong", 0): 210.0, ("strong", 1): 330.0}


def share(first: float, second: float) -> float:
    return float(1 / (1 + 10 ** ((second - first) / 400)))


def meetings(games: int, rng: Random | None = None) -> list[Meeting]:
    found = []
    for first, second in product(("weak", "strong"), repeat=2):
        chance = share(TRUE[first, 0], TRUE[second, 1])
        won = sum(rng.random() < chance for _ in range(games)) if rng else round(chance * games)
        found.append(Meeting((first, second), won, games))
    return found


def rate(meetings: list[Meeting]) -> dict[tuple[str, int], Estimate]:
    fit = Fit(meetings)
    return {player: fit.rating(player) for player in fit.columns}


def test_the_ratings_explain_the_shares_they_were_made_of() -> None:
    found = rate(meetings(1_000_000))
    for player, points in TRUE.items():
        assert found[player].value == pytest.approx(points, abs=0.1)


def test_the_first_level_is_the_measure() -> None:
    found = rate(meetings(100))
    assert found["weak", 0].value == -found["weak", 1].value


def test_the_intervals_hold_the_truth_in_95_of_100_runs() -> None:
    rng = Random(1)
    runs = [rate(meetings(80, rng)) for _ in range(300)]
    for player, points in TRUE.items():
        held = sum(run[player].low <= points <= run[player].high for run in runs)
        assert 270 <= held <= 299, player


@pytest.mark.parametrize("side", [0, 1])
def test_a_step_is_a_difference_of_ratings_and_its_interval_holds_the_truth(side: int) -> None:
    rng, held = Random(2), 0
    lower, higher = ("weak", side), ("strong", side)
    for _ in range(300):
        fit = Fit(meetings(80, rng))
        step = fit.step(lower, higher)
        assert step.value == pytest.approx(fit.rating(higher).value - fit.rating(lower).value)
        held += step.low <= TRUE[higher] - TRUE[lower] <= step.high
    assert 270 <= held <= 299


def test_a_level_that_wins_every_game_has_a_finite_rating() -> None:
    found = rate(
        [
            Meeting(("a", "a"), 10, 20),
            Meeting(("a", "b"), 0, 20),
            Meeting(("b", "a"), 20, 20),
            Meeting(("b", "b"), 10, 20),
        ]
    )
    assert 400 < found["b", 0].value < 1200
    assert found["b", 0].high - found["b", 0].low > 200


def test_a_level_for_one_side_is_rated() -> None:
    found = rate([Meeting(("a", "a"), 10, 20), Meeting(("a", "b"), 5, 20)])
    assert set(found) == {("a", 0), ("a", 1), ("b", 1)}
    only = rate([Meeting(("a", "b"), 5, 20)])
    assert only["b", 1].value > only["a", 0].value == 0

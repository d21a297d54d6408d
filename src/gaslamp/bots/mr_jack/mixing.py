"""Jack's mixed strategy: a trade-off between the value of a choice and what it reveals.

Each suspect makes a choice as often as Jack does on average, times e for each PRICE of a game that it is better for
that suspect. The average follows from the suspects' strategies; iteration converges (Blahut-Arimoto).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from gaslamp.bots.mr_jack.search_bot import Weights
from gaslamp.bots.mr_jack.worth import ONE

NEAR: Final = 0.008  # games; cost per character with Jack in reach
PRICE: Final = 0.06  # games per nat revealed; softmax temperature of each suspect
COMMON: Final = 0.3  # share of the mean over all suspects in a value: searched values are noisy
_ITERATIONS: Final = 25
_RARE: Final = 0.03  # smaller shares of the maximum become 0


def costs(values: Sequence[Sequence[int]], weights: Weights, near: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return the cost of each choice for each character, in games: the Detective's value, and characters in reach."""
    total = sum(weights)
    means = [sum(map(mul, worth, weights)) / total for worth in values]
    return [
        [
            ((1 - COMMON) * value + COMMON * mean) / ONE + NEAR * hunters
            for value, hunters in zip(worth, hunted, strict=True)
        ]
        for worth, mean, hunted in zip(values, means, near, strict=True)
    ]


def parts(costs: Sequence[Sequence[float]], weights: Weights, price: float = PRICE) -> list[list[float]]:
    total = sum(weights)
    suspects = [character for character, weight in enumerate(weights) if weight]
    liked = {character: _liked([cost[character] for cost in costs], price) for character in suspects}
    common = [1 / len(costs)] * len(costs)
    taken: dict[int, list[float]] = {}
    for _ in range(_ITERATIONS):
        for character in suspects:
            taken[character] = _shares([often * like for often, like in zip(common, liked[character], strict=True)])
        common = [
            sum(weights[character] * taken[character][number] for character in suspects) / total
            for number in range(len(costs))
        ]
    return [_without_the_rare(taken.get(character, common)) for character in range(len(weights))]


def _liked(costs: Sequence[float], price: float) -> list[float]:
    least = min(costs)
    return [exp(max(-40.0, (least - cost) / price)) for cost in costs]


def _without_the_rare(parts: Sequence[float]) -> list[float]:
    most = max(parts)
    return _shares([part if part >= _RARE * most else 0.0 for part in parts])


def _shares(parts: Sequence[float]) -> list[float]:
    total = sum(parts) or 1.0
    return [part / total for part in parts]

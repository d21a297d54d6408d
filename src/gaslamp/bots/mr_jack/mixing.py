"""Jack's mixed strategy: a trade-off between the value of a choice and what it reveals.

A choice reveals something as far as other suspects would make it more rarely. Two opponent models are used. The first
expects a Jack that plays for its own value: seeming e times likelier costs READ of a game. The second knows this mixed
strategy: each suspect makes a choice as often as Jack does on average, times e for each PRICE of a game that it is
better for that suspect. The average follows from the suspects' strategies; iteration converges (Blahut-Arimoto).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from gaslamp.bots.mr_jack.search_bot import Weights
from gaslamp.bots.mr_jack.worth import ONE

READ: Final = 0.04  # games; cost of seeming e times likelier
NEAR: Final = 0.008  # games; cost per character with Jack in reach
MARGIN: Final = 0.015  # games; choices worse than this are excluded
PRICE: Final = 0.01  # games; softmax temperature of each suspect
_ITERATIONS: Final = 8
_RARE: Final = 0.03  # smaller shares of the maximum become 0
_INNOCENT: Final = 0.05  # floor of the posterior in the cost


def costs(
    values: Sequence[Sequence[int]], read: Sequence[Sequence[float]], near: Sequence[Sequence[int]]
) -> list[list[float]]:
    """Return the cost of each choice for each character, in games.

    The cost combines the Detective's value, what the choice reveals, and the number of characters in reach.
    """
    least = [min(worth) for worth in zip(*values, strict=True)]
    return [
        [
            value / ONE + READ * log(max(_INNOCENT, likely)) + NEAR * hunters + (value - best > MARGIN * ONE)
            for value, best, likely, hunters in zip(worth, least, seems, hunted, strict=True)
        ]
        for worth, seems, hunted in zip(values, read, near, strict=True)
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

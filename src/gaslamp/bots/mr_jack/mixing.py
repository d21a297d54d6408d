"""How Jack chooses among what is good for him without telling who he is.

What he does tells something as far as another would do it more rarely. Two kinds of readers are reckoned with. One
knows how a Jack is tempted who thinks of himself: to seem likelier to him costs READ of a game for each factor of e.
One knows how this Jack chooses: so each suspect takes a choice as often as Jack does on the whole, times e for each
PRICE of a game it is better for him. What Jack does on the whole follows from what all suspects do; a few rounds of
this settle it (it is the way of Blahut and Arimoto). Jack then plays the part of the one he is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from gaslamp.bots.mr_jack.judgement.worth import ONE
from gaslamp.bots.mr_jack.search_bot import Weights

READ: Final = 0.04  # of a game: what it costs to seem e times likelier to be Jack
NEAR: Final = 0.008  # of a game: what it costs that somebody has Jack in reach, who may be accused by chance
MARGIN: Final = 0.015  # of a game: what is worse than that for him he does not do for any of these reasons
PRICE: Final = 0.01  # of a game: what it costs to be e times likelier to do it than others
_TIMES: Final = 8
_NOT: Final = 0.03  # what is taken more rarely than that, in parts of the commonest, is never taken
_INNOCENT: Final = 0.05  # who seems less likely than that is no better off


def costs(
    values: Sequence[Sequence[int]], read: Sequence[Sequence[float]], near: Sequence[Sequence[int]]
) -> list[list[float]]:
    """Give what each choice costs each character, in games.

    That is what it is worth to the Detective, what he reads in it, and how many have the character in reach.
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
    """Give how often each character takes each choice."""
    total = sum(weights)
    suspects = [who for who, weight in enumerate(weights) if weight]
    liked = {who: _liked([cost[who] for cost in costs], price) for who in suspects}
    common = [1 / len(costs)] * len(costs)
    taken: dict[int, list[float]] = {}
    for _ in range(_TIMES):
        for who in suspects:
            taken[who] = _shares([often * like for often, like in zip(common, liked[who], strict=True)])
        common = [sum(weights[who] * taken[who][number] for who in suspects) / total for number in range(len(costs))]
    return [_without_the_rare(taken.get(who, common)) for who in range(len(weights))]


def _liked(costs: Sequence[float], price: float) -> list[float]:
    least = min(costs)
    return [exp(max(-40.0, (least - cost) / price)) for cost in costs]


def _without_the_rare(parts: Sequence[float]) -> list[float]:
    most = max(parts)
    return _shares([part if part >= _NOT * most else 0.0 for part in parts])


def _shares(parts: Sequence[float]) -> list[float]:
    total = sum(parts) or 1.0
    return [part / total for part in parts]

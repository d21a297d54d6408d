"""How Jack chooses among what is good for him without telling who he is.

What he does tells something as far as another would do it more rarely. Each suspect weighs what a choice costs him
against what it tells: he takes it as often as Jack does on the whole, times e for each PRICE of a game it is better for
him. What Jack does on the whole follows from what all suspects do; a few rounds of this settle it (it is the way of
Blahut and Arimoto). Jack then plays the part of the one he is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from gaslamp.brains.mr_jack.thinking import Choice, Weights
from gaslamp.brains.mr_jack.worth import ONE

PRICE: Final = 0.04  # of a game: what e times likelier to be Jack is worth to the Detective
_TIMES: Final = 8
_NOT: Final = 0.03  # what is taken more rarely than that is never taken


def parts(choices: Sequence[Choice], weights: Weights, price: float) -> list[list[float]]:
    """Give how often each suspect takes each choice."""
    total = sum(weights)
    suspects = [who for who, weight in enumerate(weights) if weight]
    liked = {who: _liked([choice.values[who] for choice in choices], price) for who in suspects}
    common = [1 / len(choices)] * len(choices)
    taken: dict[int, list[float]] = {}
    for _ in range(_TIMES):
        for who in suspects:
            taken[who] = _shares([often * like for often, like in zip(common, liked[who], strict=True)])
        common = [
            sum(weights[who] * taken[who][number] for who in suspects) / total for number in range(len(choices))
        ]  # fmt: skip
    return [taken.get(who, common) for who in range(len(weights))]


def mixed(choices: Sequence[Choice], weights: Weights, jack: int, rng: Random) -> Choice:
    """Take one of the choices, as Jack does who is this one."""
    own = parts(choices, weights, PRICE)[jack]
    most = max(own)
    return rng.choices(choices, [often if often >= _NOT * most else 0.0 for often in own])[0]


def _liked(values: Sequence[int], price: float) -> list[float]:
    least = min(values)
    return [exp(max(-40.0, (least - value) / ONE / price)) for value in values]


def _shares(parts: Sequence[float]) -> list[float]:
    total = sum(parts) or 1.0
    return [part / total for part in parts]

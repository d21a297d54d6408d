"""Weighted sets of possible positions, and averages over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from gaslamp.core.messages import Share

Imagined: TypeAlias = Sequence[tuple[Any, int]]  # each with its weight


def after(imagined: Imagined, act: Callable[[Any, int], None], action: int) -> Imagined:
    """Return copies of all positions after *action*, applied by the method *act*."""
    moved_all = []
    for position, weight in imagined:
        moved = position.copy()
        act(moved, action)
        moved_all.append((moved, weight))
    return moved_all


def average(imagined: Imagined, worth: Callable[[Any], float]) -> float:
    return sum(weight * worth(position) for position, weight in imagined) / sum(weight for _, weight in imagined)


def share(imagined: Imagined, is_so: Callable[[Any], bool]) -> Share:
    """Return the weight of the positions for which *is_so* is true, as a share of the total weight."""
    return Share(sum(weight for position, weight in imagined if is_so(position)), sum(weight for _, weight in imagined))

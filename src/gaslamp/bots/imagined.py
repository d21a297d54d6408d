"""The positions that an opponent holds possible, and what they are worth taken together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from gaslamp.core.messages import Share

Imagined: TypeAlias = Sequence[tuple[Any, int]]  # each with its weight


def after(imagined: Imagined, act: Callable[[Any, int], None], action: int) -> Imagined:
    """Give them all after an action, done by a method of their positions."""
    found = []
    for position, weight in imagined:
        moved = position.copy()
        act(moved, action)
        found.append((moved, weight))
    return found


def average(imagined: Imagined, worth: Callable[[Any], float]) -> float:
    """What they are worth taken together: an action is chosen once for all of them, not for each."""
    return sum(weight * worth(position) for position, weight in imagined) / sum(weight for _, weight in imagined)


def share(imagined: Imagined, is_so: Callable[[Any], bool]) -> Share:
    """Give of how many of them something is true."""
    return Share(sum(weight for position, weight in imagined if is_so(position)), sum(weight for _, weight in imagined))

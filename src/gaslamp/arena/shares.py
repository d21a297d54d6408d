"""Estimates with 95% confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964  # 95% two-sided


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


def wilson(won: int, games: int) -> Estimate:
    """Return the share of games won with its Wilson interval."""
    share = won / games
    middle = (share + Z * Z / 2 / games) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / 4 / games / games) / (1 + Z * Z / games)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of values between -1 and 1 from independent games."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, -1.0, 1.0)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    half = Z * spread / sqrt(len(values))
    return Estimate(middle, max(-1.0, middle - half), min(1.0, middle + half))


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least *share* of all values do not exceed."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]

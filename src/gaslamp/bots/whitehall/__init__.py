"""Opponents for Whitehall Mystery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp import kernel
from gaslamp.bots.levels import RANDOM, Level

kernel.prefer_compiled(__path__)

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.sergeant"),
    "inspector": Level(f"{__name__}.inspector"),
}

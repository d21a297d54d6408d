"""Whitehall Mystery for an opponent who thinks one action ahead: from what its seat knows, without imagining worlds.

A fast exact belief would be better; until there is one, a few rules of thumb over the ways that Jack may have gone.
"""

from __future__ import annotations

from random import Random

from gaslamp.brains.bot import Situation
from gaslamp.brains.whitehall import investigators, jack

__all__ = ["choose"]


def choose(situation: Situation, rng: Random) -> str:
    """Give one of the legal notations, for either side."""
    if situation.seat == "jack":
        return jack.choose(situation, rng)
    return investigators.choose(situation, rng)

"""Opponents for Whitehall Mystery.

>>> from gaslamp.bots import BeliefCache, Limit, Question, Situation, levels
>>> from gaslamp.core.history import Playthrough
>>> from gaslamp.titles.whitehall.game import Whitehall
>>> situation = Situation.at(Playthrough(Whitehall()), "jack")
>>> question = Question(situation, Limit(nodes=1000), seed=1888)
>>> levels.answer("constable", question, BeliefCache()).notation in situation.legal
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp import kernel
from gaslamp.bots.levels import PASSER_BY, Level

kernel.prefer_compiled(__path__)

LEVELS: Final[Mapping[str, Level]] = {
    "passer_by": PASSER_BY,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.inspector", "SERGEANT"),
    "inspector": Level(f"{__name__}.inspector"),
    "superintendent": Level(f"{__name__}.superintendent"),
}

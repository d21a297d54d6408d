"""Action selection and reasons of the investigators, for all levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.streets import WALK, Streets, streets
from gaslamp.titles.whitehall.rules.view import View

Values = Mapping[str, float]


class Thinking(Protocol):
    """Values of the legal actions by stage."""

    def walking(self) -> Values: ...

    def scenting(self) -> Values: ...

    def acting(self) -> Values: ...

    def why(self, chosen: str) -> Why: ...


def choose(situation: Situation, thinking: Thinking, rng: Random) -> Answer:
    """Return the best action; ties are broken at random."""
    values = values_of(situation, thinking)
    best = max(values.values())
    chosen = rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])
    if situation.view.stage == "placing":
        crossings = (*situation.view.figures.values(), chosen.split()[1])
        return Answer(chosen, Why((reasons.placing(crossings),)))
    return Answer(chosen, thinking.why(chosen))


def values_of(situation: Situation, thinking: Thinking) -> Values:
    """Return the values of the legal actions, in points."""
    match situation.view.stage:
        case "placing":
            return placing(situation.view, situation.legal)
        case "walking":
            return thinking.walking()
        case "scenting":
            return thinking.scenting()
        case _:
            return thinking.acting()


_STEP: Final = 0.6  # discount per step out of reach
_LATER: Final = 3  # turns ahead for which figures are placed
_UNLIKELY: Final = 0.002  # minimum probability to consider


def placing(view: View, legal: Sequence[str]) -> dict[str, float]:
    """Value start crossings by the coverage of all possible starts of Jack."""
    anywhere = dict.fromkeys(streets().may_be_locations(()), 1.0)
    watch = Watch(streets(), anywhere, _LATER, view.figures.values())
    return {notation: watch.gains(notation.split()[1]) for notation in legal}


class Watch:
    def __init__(self, streets: Streets, where: Mapping[int, float], turns: int, crossings: Iterable[str]) -> None:
        self._reach = streets.reach
        self._near = [_STEP ** max(0, far - WALK * turns) for far in range(streets.widest + 1)]
        watching = [streets.reach[crossing] for crossing in crossings]
        self._left = [
            (circle, chance, max((self._near[reach[circle]] for reach in watching), default=0))
            for circle, chance in where.items()
            if chance > _UNLIKELY
        ]

    def gains(self, crossing: str) -> float:
        reach, near = self._reach[crossing], self._near
        value = 0.0
        for circle, chance, watched in self._left:
            nearer = near[reach[circle]]
            if nearer > watched:
                value += chance * (nearer - watched)
        return value

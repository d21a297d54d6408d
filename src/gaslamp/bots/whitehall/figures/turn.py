"""Action selection and reasons of the investigators, for all levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall.streets import WALK, Streets, streets
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.whitehall.rules.view import View

Values = Mapping[str, float]


class Thinking(Protocol):
    """Values of the legal actions by stage."""

    def walking(self) -> Values: ...

    def scenting(self) -> Values: ...

    def acting(self) -> Values: ...

    def reasons(self, chosen: str) -> tuple[Message, ...]: ...


def choose(situation: Situation, thinking: Thinking, rng: Random) -> Answer:
    """Return the best action; ties are broken at random."""
    values = values_of(situation, thinking)
    best = max(values.values())
    chosen = rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])
    return Answer(chosen, Why(thinking.reasons(chosen)))


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


def reasons_to(chosen: str, now: Mapping[int, float]) -> list[Message]:
    if not now:
        return [message("why.spread")]
    likeliest, chance = max(now.items(), key=lambda entry: (entry[1], entry[0]))
    reasons = [message("why.likeliest", circle=likeliest, share=_share(chance))]
    match chosen.split():
        case ["arrest", circle] if circle != "all":
            share = _share(now.get(int(circle), 0.0))
            reasons.append(message("why.arrest", circle=int(circle), share=share))
        case ["search", circle]:
            reasons.append(message("why.search", circle=int(circle)))
        case _:
            pass
    return reasons


def _share(chance: float) -> Share:
    return Share(round(1000 * chance), 1000)


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

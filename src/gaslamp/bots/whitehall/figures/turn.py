"""Action selection and reasons of the investigators, for all levels."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Protocol

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall.figures.watch import placing
from gaslamp.core.messages import Message, Share, message

Values = Mapping[str, float]


class Thinking(Protocol):
    """Values of the legal actions by stage."""

    def walking(self) -> Values: ...

    def scenting(self) -> Values: ...

    def acting(self) -> Values: ...

    def reasons(self, chosen: str) -> tuple[Message, ...]: ...


def choose(situation: Situation, thinking: Thinking, rng: Random) -> Answer:
    """Return the best action; ties are broken at random."""
    match situation.view.stage:
        case "placing":
            values: Values = placing(situation.view, situation.legal)
        case "walking":
            values = thinking.walking()
        case "scenting":
            values = thinking.scenting()
        case _:
            values = thinking.acting()
    best = max(values.values())
    chosen = rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])
    return Answer(chosen, Why(thinking.reasons(chosen)))


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

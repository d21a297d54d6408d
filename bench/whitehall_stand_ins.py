"""Simple Whitehall Mystery players to measure the levels against, each with a single idea.

Only `bench.whitehall_proof` seats them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, permutations
from random import Random
from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall.belief.forecast import Forecast
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior, learnt
from gaslamp.bots.whitehall.streets import WALK, streets
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Share, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

TO_A_GOAL: Final = (PlayerType("to a goal", 1.0, stray=0.22),)  # exp(-1.5) per move farther away
FAR_TOO_LATE: Final = 100.0

Values = Mapping[str, float]


def number(notation: str) -> int:
    return int(notation.split()[1])


def tour(start: int, goals: Iterable[int]) -> int:
    """Return the moves of the shortest tour through all goals."""
    far = streets().far
    return min(sum(far[a][b] for a, b in pairwise((start, *order))) for order in permutations(goals))


def best(values: Values, rng: Random) -> str:
    """Return the best action; ties are broken at random."""
    return max(values, key=lambda notation: (values[notation], rng.random()))


def forecast_of(situation: Situation, cache: BeliefCache, rng: Random) -> Forecast:
    """Return the public forecast for a Jack with a hidden goal."""
    posterior = learnt(Posterior, TO_A_GOAL, situation, cache)
    return Forecast(posterior, Dice(rng.getrandbits(64)), situation.view.track)


# ---- Jack


class Jack:
    """Random locations, the start with the shortest tour, and moves by the given function."""

    def __init__(self, moves: Callable[[Situation, frozenset[int], BeliefCache, Random], Values]) -> None:
        self._moves = moves

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        view: View = situation.view
        goals = frozenset(view.locations or ()) - {*view.red}
        match view.stage:
            case "starting":
                starts = {start: float(-tour(number(start), goals - {number(start)})) for start in situation.legal}
                return Answer(best(starts, rng))
            case "moving" | "coaching":
                return Answer(best(self._moves(situation, goals, cache, rng), rng))
            case _:
                return Answer(rng.choice(situation.legal))


def shortest(situation: Situation, goals: frozenset[int], cache: BeliefCache, rng: Random) -> Values:
    """Take the shortest path to the nearest location; use tiles only as a last resort."""
    far = streets().far
    return {
        notation: -min(far[number(notation)][goal] for goal in goals) - 50 * (not notation.startswith("move"))
        for notation in situation.legal
    }


def strolling(situation: Situation, goals: frozenset[int], cache: BeliefCache, rng: Random) -> Values:
    """Move at random as long as a location stays within reach, then take the shortest path."""
    left = SPACES - situation.view.track - 1
    return {
        notation: rng.random()
        if notation.startswith("move") and number(notation) not in goals and -value <= left - 1
        else value - FAR_TOO_LATE
        for notation, value in shortest(situation, goals, cache, rng).items()
    }


def loitering(situation: Situation, goals: frozenset[int], cache: BeliefCache, rng: Random) -> Values:
    """Stroll, out of the figures' reach where possible."""
    reach = [streets().reach[crossing] for crossing in situation.view.figures.values()]
    return {
        notation: value + min(WALK + 1, *(near[number(notation)] for near in reach))
        for notation, value in strolling(situation, goals, cache, rng).items()
    }


def avoiding(situation: Situation, goals: frozenset[int], cache: BeliefCache, rng: Random) -> Values:
    """Approach a location, avoiding circles where Jack is expected and a figure is near: one step ahead."""
    view: View = situation.view
    forecast, figures = forecast_of(situation, cache, rng), frozenset(view.figures.values())
    thought: dict[str, Mapping[int, float]] = {}
    values = {}
    for notation in situation.legal:
        verb = notation.split(maxsplit=1)[0]
        kind = {"move": "plain", "then": "coach"}.get(verb, verb)
        if kind not in thought:
            thought[kind] = forecast.after(kind, figures)
        end = number(notation)
        moves = 0 if kind == "plain" and end in goals else 1 + min(streets().far[end][goal] for goal in goals)
        steps = min(streets().reach[crossing][end] for crossing in figures)
        hunted = 8.0 * min(1.0, 3 * thought[kind].get(end, 0.0)) if steps <= WALK else 0.0
        nearby = (0.6, 0.6, 0.36, 0.15)[steps] if steps < 4 else 0.0
        late = FAR_TOO_LATE if moves > SPACES - view.track else 0.0
        values[notation] = -moves - hunted - nearby - late - (1.2 if kind != "plain" else 0.0) + 0.05 * rng.random()
    return values


# ---- the figures


class GreedyBelief:
    """Each figure covers most of the belief, makes the most informative search, and arrests from 0.35 on."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        forecast = forecast_of(situation, cache, rng)
        match situation.view.stage:
            case "walking":
                return Answer(best(self._walks(situation, forecast), rng))
            case "acting" | "searching":
                return self._act(situation, forecast, rng)
            case _:
                return Answer(rng.choice(situation.legal))

    def _walks(self, situation: Situation, forecast: Forecast) -> Values:
        view: View = situation.view
        names = [*view.holders]
        walked = [view.figures[name] for name in names[: names.index(view.figure or "")]]
        others = {circle for crossing in walked for circle in streets().range[crossing]}
        soon = forecast.ahead(1)[1]
        values = {}
        for notation in situation.legal:
            crossing = notation.split()[1]
            mine = [circle for circle in streets().range[crossing] if circle not in others]
            arrest = max((forecast.now.get(circle, 0.0) for circle in mine), default=0.0)
            informative = sum(been * (1 - been) for circle in mine for been in [forecast.been.get(circle, 0.0)])
            covered = sum(
                chance * 0.5 ** max(0, streets().reach[crossing][circle] - WALK)
                for circle, chance in soon.items()
                if not any(streets().reach[other][circle] <= WALK for other in walked)
            )
            values[notation] = 6 * arrest + informative + 3 * covered - 0.5 * (not notation.startswith("walk"))
        return values

    def _act(self, situation: Situation, forecast: Forecast, rng: Random) -> Answer:
        arrests = {
            action: forecast.now.get(number(action), 0.0) for action in situation.legal if _has_circle("arrest", action)
        }
        likeliest = best(arrests, rng) if arrests else ""
        if arrests and arrests[likeliest] >= 0.35:
            share = Share(round(1000 * arrests[likeliest]), 1000)
            return Answer(likeliest, Why((message("why.arrest", circle=number(likeliest), share=share),)))
        been = {
            action: forecast.been.get(number(action), 0.0)
            for action in situation.legal
            if _has_circle("search", action)
        }
        searches = {notation: chance * (1 - chance) for notation, chance in been.items() if 0 < chance < 1}
        return Answer(best(searches, rng) if searches else situation.legal[-1])


def _has_circle(verb: str, notation: str) -> bool:
    words = notation.split()
    return words[0] == verb and words[1].isdigit()


STAND_INS: Final[Mapping[str, Bot]] = {
    "shortest": Jack(shortest),
    "strolling": Jack(strolling),
    "loitering": Jack(loitering),
    "avoiding": Jack(avoiding),
    "greedy": GreedyBelief(),
}

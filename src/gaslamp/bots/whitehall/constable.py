"""The constable of Whitehall Mystery: the beginner's level, with simple heuristics.

The investigators approach the likely circles, search for clues and arrest when likely. Jack goes to the next location
and avoids circles where he is expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from gaslamp.bots.bot import Answer, Bot, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.reasons import share
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.belief.forecast import PLAYER_TYPES, Forecast
from gaslamp.bots.whitehall.belief.posterior import Posterior, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.turn import Watch
from gaslamp.bots.whitehall.jack.sheet import bluffing, circle_of, kind_of, reclaiming, shown, tour
from gaslamp.bots.whitehall.streets import Streets, streets
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

# The investigators.
_TURNS: Final = (1.5, 1.0, 0.7, 0.5)  # weight of coverage, by turns ahead
_CLUES: Final = 0.3  # weight of path circles in range
_TILE: Final = 0.4  # cost of a tile
_ARREST: Final = 0.3  # arrest probability worth the best search
_HOPELESS: Final = 0.05  # searches below this are worth less than an arrest
_ALL: Final = 0.15  # cost of arresting all
_SCENT: Final = 0.5  # threshold for the Smoker

# Jack; values and costs in moves.
_LEG: Final = (5, 8)  # range of the distance between locations
_ON: Final = 0.3  # weight of moves in later rounds
_THERE: Final = 2.0  # bonus for reaching a location
_SEEN: Final = 2.0  # a figure may come into range
_SUSPECTED: Final = 12.0  # certainly expected there
_LATE: Final = 3.0  # per missing spare move
_TOO_LATE: Final = 50.0
_TILES: Final = (0.0, 2.5, 1.5, 0.5)  # cost of a special tile, by round
_MOOD: Final = 0.6  # random noise, against predictability
_SPARE: Final = 2  # spare moves wanted


class Constable:
    """Plays either side. Ignores the search limit."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        posterior = learnt(Posterior, PLAYER_TYPES, situation, cache)
        forecast = Forecast(posterior, Dice(rng.getrandbits(64)), situation.view.track)
        if situation.seat == "jack":
            return _flee(situation, forecast, rng)
        return turn.choose(situation, Hunt(situation, forecast), rng)


class Hunt:
    def __init__(self, situation: Situation, forecast: Forecast) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._streets: Streets = streets()
        self._forecast = forecast

    def why(self, chosen: str) -> Why:
        now, view = self._forecast.now, self._view
        if not now:
            return Why()
        verb, _, place = chosen.partition(" ")
        told: tuple[Message, ...]
        if view.stage == "walking":
            told = (reasons.in_range([{**view.figures, str(view.figure): place}[name] for name in view.holders], now),)
        elif verb == "search":
            told = (message("why.clue", circle=int(place), share=share(self._clue(chosen))),)
        elif view.stage == "scenting" or verb == "call":
            told = ()
        else:
            told = reasons.acting(chosen, self._legal, now)
        return Why(reasons.about(now, told))

    def walking(self) -> dict[str, float]:
        """Prefer crossings near Jack's circles, now and in later turns, that no earlier figure covers."""
        view, names = self._view, [*self._view.holders]
        walked = frozenset(view.figures[name] for name in names[: names.index(view.figure or "")])
        watches = [Watch(self._streets, where, turns, walked) for turns, where in enumerate(self._ahead())]
        barred = {*view.yellow, *view.false}
        values = {}
        for notation in self._legal:
            how, crossing = notation.split()
            smokes = how == "smoker"  # the Smoker gives up acting in this turn (WM-66a)
            value = sum(_TURNS[turns] * watches[turns].gains(crossing) for turns in range(smokes, len(watches)))
            if not smokes:
                value += _CLUES * sum(
                    self._forecast.been.get(c, 0) for c in self._streets.range[crossing] if c not in barred
                )
            values[notation] = value - (_TILE if how != "walk" else 0)
        return values

    def acting(self) -> dict[str, float]:
        """Value the actions: arrests by probability, the likeliest search like an arrest with probability _ARREST."""
        clues = {notation: self._clue(notation) for notation in self._legal if notation.startswith("search")}
        arrests = {notation: self._arrest(notation) for notation in self._legal if notation.startswith("arrest")}
        best = max(clues.values(), default=0)
        values = {}
        for notation in self._legal:
            match notation.split():
                case ["search", _]:
                    values[notation] = _ARREST * clues[notation] / best if clues[notation] else -1.0
                case ["arrest", "all"]:
                    values[notation] = sum(arrests.values()) - _ALL
                case ["arrest", _]:
                    chance = arrests[notation]
                    values[notation] = chance + (_ARREST if best < _HOPELESS else 0) if chance else -1.0
                case ["call", _]:
                    values[notation] = -1.0  # of no use where Jack is (WM-68c)
                case _:
                    values[notation] = 0.0
        return values

    def scenting(self) -> dict[str, float]:
        view = self._view
        barred = {*view.yellow, *view.false, *view.called}
        in_range = self._streets.range[view.figures[view.figure or ""]]
        left = sum(self._forecast.been.get(circle, 0) for circle in in_range if circle not in barred)
        return {notation: left if notation == "smoker" else _SCENT for notation in self._legal}

    def _ahead(self) -> list[Mapping[int, float]]:
        return self._forecast.ahead(min(len(_TURNS) - 1, SPACES - self._view.track))

    def _clue(self, notation: str) -> float:
        return self._forecast.been.get(int(notation.split()[1]), 0)

    def _arrest(self, notation: str) -> float:
        circle = notation.split()[1]
        return 0.0 if circle == "all" else self._forecast.now.get(int(circle), 0)


def _flee(situation: Situation, forecast: Forecast, rng: Random) -> Answer:
    flight = Flight(situation, forecast)
    match situation.view.stage:
        case "locating":
            chosen = rng.choice(flight.locating())
            others = situation.view.locations or ()
            return Answer(chosen, Why((reasons.locating(circle_of(chosen), others),)))
        case "starting":
            values = flight.starting()
        case "reclaiming":
            values = reclaiming(situation.view, situation.legal)
        case "bluffing":
            values = bluffing(situation.view, situation.legal, forecast.now)
        case _:
            values = flight.moving()
    chosen = max(values, key=lambda notation: values[notation] + rng.uniform(0, _MOOD))
    return Answer(chosen, Why(flight.reasons(chosen)))


class Flight:
    def __init__(self, situation: Situation, forecast: Forecast) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._forecast = forecast
        self._streets: Streets = streets()
        self._goals = frozenset(self._view.locations or ()) - {*self._view.red}
        self._reach = [self._streets.reach[crossing] for crossing in self._view.figures.values()]
        self._watched = [self._streets.watched[crossing] for crossing in self._view.figures.values()]
        self._thought: dict[str, Mapping[int, float]] = {}  # probability by circle, by kind of move

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        view = self._view
        if chosen.split(maxsplit=1)[0] in {"reclaim", "clue"} or not self._goals:
            return ()
        circle, kind = circle_of(chosen), kind_of(chosen)
        if view.stage == "starting":
            return reasons.way(circle, self._goals - {circle}, SPACES), reasons.starting(circle, view)
        way = reasons.way(circle, self._goals, reasons.spaces_left(view, 1))
        thought = self._thought.get(kind)
        if thought is None or chosen.startswith("coach"):
            return (way,)
        return way, reasons.expected(circle, thought.get(circle, 0.0), view)

    def locating(self) -> tuple[str, ...]:
        """Return the locations neither too close to a chosen one nor too far from all."""
        least, most = _LEG
        fitting = []
        for notation in self._legal:
            legs = [self._streets.far[other][circle_of(notation)] for other in self._view.locations or ()]
            if not legs or least <= min(legs) <= most:
                fitting.append(notation)
        return tuple(fitting) or self._legal

    def starting(self) -> dict[str, float]:
        return {
            notation: min(reach[circle_of(notation)] for reach in self._reach)
            - tour(circle_of(notation), self._goals - {circle_of(notation)})
            for notation in self._legal
        }

    def moving(self) -> dict[str, float]:
        thought = self._thought
        values = {}
        for notation in self._legal:
            kind = kind_of(notation)
            if kind not in thought:
                thought[kind] = self._forecast.after(shown(self._view, kind), frozenset(self._view.figures.values()))
            ends = [circle_of(notation)]
            boxes = 1
            if notation.startswith("coach"):
                ends, boxes = [end for first, end in self._coaches() if first == ends[0]], 2
            tile = _TILES[self._view.round] if kind != "plain" else 0
            values[notation] = max(self._worth(end, boxes, kind, thought[kind]) for end in ends) - tile
        return values

    def _coaches(self) -> list[tuple[int, int]]:
        circle = self._view.circle or 0
        return [pair for pair in self._streets.coaches(circle) if not self._goals & {*pair}]  # WM-18

    def _worth(self, circle: int, boxes: int, kind: str, thought: Mapping[int, float]) -> float:
        danger = sum(circle in watched for watched in self._watched)
        value = -danger * _SEEN / 3 - (_SUSPECTED * thought.get(circle, 0) if danger else 0)
        if kind == "plain" and circle in self._goals:
            return value + _THERE - _ON * tour(circle, self._goals - {circle})
        left = SPACES - self._view.track - boxes
        return value + max(self._on_the_way(circle, goal, left) for goal in self._goals)

    def _on_the_way(self, circle: int, goal: int, left: int) -> float:
        moves = self._streets.far[circle][goal]
        late = _TOO_LATE if moves > left else _LATE * max(0, _SPARE - (left - moves))
        return -moves - late - _ON * tour(goal, self._goals - {goal})


BOT: Final[Bot] = Constable()

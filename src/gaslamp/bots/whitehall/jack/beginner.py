"""Jack as an honest beginner plays him: he makes for the next location, and keeps away from where he is looked for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall.belief.inkling import Inkling
from gaslamp.bots.whitehall.jack.sheet import bluffing, circle_of, kind_of, reclaiming, shown, tour
from gaslamp.bots.whitehall.streets import Streets, streets
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

# All in moves: what something is worth, or what it costs.
_LEG: Final = (5, 8)  # from one location to the next
_ON: Final = 0.3  # a move of the rounds to come, beside one of this round
_THERE: Final = 2.0  # to have reached a location
_SEEN: Final = 2.0  # a figure may come into range
_SUSPECTED: Final = 12.0  # ... and he is surely thought to be there
_LATE: Final = 3.0  # no move to spare
_TOO_LATE: Final = 50.0
_TILES: Final = (0.0, 2.5, 1.5, 0.5)  # a special tile, by the round
_MOOD: Final = 0.6  # by so much he may prefer one thing to another: nobody should know what he does

_SPARE: Final = 2  # moves that he likes to have left


def choose(situation: Situation, inkling: Inkling, rng: Random) -> Answer:
    """What Jack does, from what everybody may think of him."""
    flight = Flight(situation, inkling)
    match situation.view.stage:
        case "locating":
            return Answer(rng.choice(flight.locating()), Why((message("why.apart"),)))
        case "starting":
            values = flight.starting()
        case "reclaiming":
            values = reclaiming(situation.view, situation.legal)
        case "bluffing":
            values = bluffing(situation.view, situation.legal, inkling.now)
        case _:
            values = flight.moving()
    chosen = max(values, key=lambda notation: values[notation] + rng.uniform(0, _MOOD))
    return Answer(chosen, Why(flight.reasons(chosen)))


class Flight:
    """What Jack makes of what he knows, and how good each action seems to him."""

    def __init__(self, situation: Situation, inkling: Inkling) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._inkling = inkling
        self._streets: Streets = streets()
        self._goals = frozenset(self._view.locations or ()) - {*self._view.red}
        self._reach = [self._streets.reach[crossing] for crossing in self._view.figures.values()]
        self._watched = [self._streets.watched[crossing] for crossing in self._view.figures.values()]
        self._thought: dict[str, Mapping[int, float]] = {}  # where he will be looked for, by how he moves

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        """Say how far it still is, and how surely he is thought to be where he goes."""
        if chosen.split(maxsplit=1)[0] in {"reclaim", "clue"} or not self._goals:
            return ()
        circle = circle_of(chosen)
        way = message("why.way", moves=min(self._streets.far[circle][goal] for goal in self._goals))
        thought = self._thought.get(kind_of(chosen))
        if thought is None:
            return (way,)
        return way, message("why.thought", share=Share(round(1000 * thought.get(circle, 0)), 1000))

    def locating(self) -> tuple[str, ...]:
        """The locations that are neither too near to the others nor too far from all."""
        least, most = _LEG
        fitting = []
        for notation in self._legal:
            legs = [self._streets.far[other][circle_of(notation)] for other in self._view.locations or ()]
            if not legs or least <= min(legs) <= most:
                fitting.append(notation)
        return tuple(fitting) or self._legal

    def starting(self) -> dict[str, float]:
        """Begin far from the figures, where the way through the others is short."""
        return {
            notation: min(reach[circle_of(notation)] for reach in self._reach)
            - tour(circle_of(notation), self._goals - {circle_of(notation)})
            for notation in self._legal
        }

    def moving(self) -> dict[str, float]:
        """Make for a location. Where he will be looked for he goes only if he must."""
        thought = self._thought
        values = {}
        for notation in self._legal:
            kind = kind_of(notation)
            if kind not in thought:
                thought[kind] = self._inkling.after(shown(self._view, kind), frozenset(self._view.figures.values()))
            ends = [circle_of(notation)]
            boxes = 1
            if notation.startswith("coach"):
                ends, boxes = [end for first, end in self._coaches() if first == ends[0]], 2
            tile = _TILES[self._view.round] if kind != "plain" else 0
            values[notation] = max(self._worth(end, boxes, kind, thought[kind]) for end in ends) - tile
        return values

    def _coaches(self) -> list[tuple[int, int]]:
        here = self._view.circle or 0
        return [pair for pair in self._streets.coaches(here) if not self._goals & {*pair}]  # WM-18

    def _worth(self, circle: int, boxes: int, kind: str, thought: Mapping[int, float]) -> float:
        """How well he would stand on a circle."""
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

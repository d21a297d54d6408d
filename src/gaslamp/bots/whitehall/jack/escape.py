"""Jack at the middle level: a one-step search that avoids circles where he is expected."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache
from itertools import pairwise, permutations, product
from random import Random
from typing import Final, NamedTuple

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall import reasons
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.jack.sheet import (
    bluffing,
    circle_of,
    kind_of,
    packed_tiles,
    reclaiming,
    shown,
    tour,
)
from gaslamp.bots.whitehall.pursuit import Fugitive
from gaslamp.bots.whitehall.streets import Streets, streets
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES, C
from gaslamp.titles.whitehall.rules.view import View

PARTICLES: Final = 512  # sample size
# Values and costs, in moves.
_ON: Final = 0.25  # weight of moves in later rounds
TILES: Final = (0.0, 1.8, 1.2, 0.4)  # cost of a special tile, by round
_MOOD: Final = 0.35  # random noise, against predictability
_STEP: Final = 0.6  # weight of a figure's step at the start


class Move(NamedTuple):
    """A complete move: its kind, and the circles it writes down."""

    kind: str
    circles: tuple[int, ...]


class Escape:
    wariness = 1.0  # `Fugitive.shy`

    def __init__(self, situation: Situation, posterior: Posterior, rng: Random) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._posterior = posterior
        self._rng = rng
        self._dice = Dice(rng.getrandbits(64))
        self.goals = tuple(goal for goal in self._view.locations or () if goal not in self._view.red)
        self._thought: dict[str, array[float]] = {}  # probability by circle, by kind of move
        self._fugitives: dict[str, Fugitive] = {}  # by kind of move

    # ---- before the first move

    def starting(self) -> dict[str, float]:
        reach = [streets().reach[crossing] for crossing in self._view.figures.values()]
        return {
            notation: _STEP * min(near[circle_of(notation)] for near in reach)
            - tour(circle_of(notation), [goal for goal in self.goals if goal != circle_of(notation)])
            for notation in self._legal
        }

    def reclaiming(self) -> dict[str, float]:
        return reclaiming(self._view, self._legal)

    # ---- moving

    def moving(self) -> dict[str, float]:
        return {notation: self._best_of(notation) for notation in self._legal}

    def _best_of(self, notation: str) -> float:
        return max((self.worth(move) for move in self.moves_of(notation)), default=-1000.0)

    def moves_of(self, notation: str) -> list[Move]:
        """Return the complete moves of an action; the first half of a Coach has several."""
        verb, word = notation.split()
        circle, origin = int(word), self._view.circle or 0
        if verb == "then":
            return [Move("coach", (origin, circle))]
        if verb == "coach":
            pairs = (pair for pair in streets().coaches(origin) if pair[0] == circle)
            return [Move("coach", pair) for pair in pairs if not {*pair} & {*self.goals}]  # WM-18
        return [Move("plain" if verb == "move" else verb, (circle,))]

    def worth(self, move: Move) -> float:
        jack = self.fugitive(move.kind)
        boxes = len(move.circles)
        if self._view.stage == "coaching":  # the first box is written
            boxes = 1
        value = jack.worth(move.circles[-1], boxes, KINDS[move.kind], self.figures(), self.thought(move.kind))
        return value - self.cost(move.kind)

    def cost(self, kind: str) -> float:
        """Return the cost of the tile for a kind of move, in moves."""
        return TILES[self._view.round] if kind != "plain" else 0.0

    def fugitive(self, spent: str = "plain") -> Fugitive:
        """Return Jack as he is, with the tiles left after a move of the kind *spent*."""
        if spent not in self._fugitives:
            self._fugitives[spent] = self._fugitive(spent)
        return self._fugitives[spent]

    def _fugitive(self, spent: str) -> Fugitive:
        view = self._view
        goals = sum(goal << 8 * k for k, goal in enumerate(self.goals))
        jack = Fugitive(view.circle or 0, view.track, goals, self.wariness)
        used = 0 if spent == "plain" or view.stage == "coaching" else 1 << 4 * KINDS[spent]
        jack.tiles = packed_tiles(view) - used
        for circle in view.row or ():
            jack.enter(circle)
        for place, goal in enumerate(self.goals):
            jack.expect(place, _ON * tour(goal, [other for other in self.goals if other != goal]))
        return jack

    def figures(self) -> int:
        number = board.current().number
        return sum(number[self._view.figures[name]] << 8 * k for k, name in enumerate(self._view.holders))

    def thought(self, kind: str) -> array[float]:
        """Return the probability by circle after a move of this kind, as the investigators see it."""
        public_kind = shown(self._view, kind)
        if public_kind not in self._thought:
            ahead = Particles(PARTICLES)
            ahead.become(self.jacks())
            left = SPACES - self._view.track - (2 if kind == "coach" else 1)
            ahead.step(KINDS[public_kind], self.figures(), self._posterior.pull(left), self._dice)
            ahead.count()
            size = ahead.size or 1
            self._thought[public_kind] = array("d", [ahead.at(circle) / size for circle in range(C)])
        return self._thought[public_kind]

    def jacks(self) -> Particles:
        return self._posterior.sample(PARTICLES, self._dice)

    # ---- false clues

    def bluffing(self) -> dict[str, float]:
        return bluffing(self._view, self._legal, self._posterior.now())

    # ---- reasons

    def why(self, chosen: str) -> Why:
        verb, view = chosen.split(maxsplit=1)[0], self._view
        if verb in {"reclaim", "clue"}:
            return Why((self._aside(chosen),))
        if not self.goals:
            return Why()
        circle = circle_of(chosen)
        if verb == "start":
            ahead = [goal for goal in self.goals if goal != circle]
            return Why((reasons.way(circle, ahead, SPACES), reasons.starting(circle, view)))
        way = reasons.way(circle, self.goals, reasons.spaces_left(view, 1))
        if verb == "coach":  # the second circle decides
            return Why((way,))
        chance = self.thought(kind_of(chosen))[circle]
        return Why((way, reasons.expected(circle, chance, view)))

    def _aside(self, chosen: str) -> Message:
        match chosen.split():
            case ["reclaim", _]:
                return message("why.reclaim")
            case [_, "nothing"]:
                return message("why.keep")
            case _:
                return message("why.cover" if circle_of(chosen) == self._view.circle else "why.decoy")


def choose(situation: Situation, escape: Escape, rng: Random) -> Answer:
    if situation.view.stage == "locating":
        chosen = locate(situation, rng)
        others = situation.view.locations or ()
        return Answer(chosen, Why((reasons.locating(circle_of(chosen), others),)))
    values = values_of(situation, escape)
    mood = {notation: value + _MOOD * rng.random() for notation, value in values.items()}
    chosen = max(mood, key=lambda notation: mood[notation])
    return Answer(chosen, escape.why(chosen))


def values_of(situation: Situation, escape: Escape) -> Mapping[str, float]:
    """Return the values of the legal actions after the locations are chosen, in moves."""
    match situation.view.stage:
        case "starting":
            return escape.starting()
        case "reclaiming":
            return escape.reclaiming()
        case "bluffing":
            return escape.bluffing()
        case _:
            return escape.moving()


# ---- locations

_SETS: Final = 400  # random sets of locations to rank
_GOOD: Final = 12  # best sets to choose from
_SHORT: Final = 3  # shorter legs are easily watched
_AFLOAT: Final = 0.5  # value of a boat beside the way of a leg, in moves
_DETOUR: Final = 1  # moves to such a boat


def locate(situation: Situation, rng: Random) -> str:
    """Choose a location with a short tour through all four, along the water, given those already chosen."""
    view: View = situation.view
    chosen = tuple(view.locations or ())
    whites = [sorted(white) for white in streets().white.values()][len(chosen) :]
    sets = [(*chosen, *(rng.choice(white) for white in whites)) for _ in range(_SETS)]
    if len(whites) == 1:
        sets = [(*chosen, *last) for last in product(*whites)]
    legal = [locations for locations in sets if f"locate {locations[len(chosen)]}" in situation.legal]
    ranked = sorted(legal, key=_length)
    return f"locate {rng.choice(ranked[:_GOOD])[len(chosen)]}" if ranked else rng.choice(situation.legal)


def _length(locations: tuple[int, ...]) -> float:
    """Return the length of the shortest tour; very short legs count as longer, legs along the water as shorter."""
    now = streets()
    return min(sum(_leg(now, start, end) for start, end in pairwise(order)) for order in permutations(locations))


@cache
def _leg(streets: Streets, start: int, end: int) -> float:
    moves = streets.far[start][end]
    by_water = any(streets.far[start][quay] + streets.far[quay][end] <= moves + _DETOUR for quay in streets.quays)
    return max(moves, 2 * _SHORT - moves) - _AFLOAT * by_water

"""Jack as a practised hand plays him: he knows what everybody can think of him, and is somewhere else."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import pairwise, permutations, product
from random import Random
from typing import Final, NamedTuple

from gaslamp.bots.bot import Answer, Situation, Why
from gaslamp.bots.whitehall.belief.crowd import Crowd
from gaslamp.bots.whitehall.belief.suspicion import Suspicion
from gaslamp.bots.whitehall.jack.sheet import bluffing, circle_of, kind_of, reclaiming, shown, tour
from gaslamp.bots.whitehall.pursuit import Fugitive
from gaslamp.bots.whitehall.streets import streets
from gaslamp.core.dice import Dice
from gaslamp.core.messages import Message, Share, message
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES, C
from gaslamp.titles.whitehall.rules.view import View

CROWD: Final = 512
# All in moves: what something is worth, or what it costs.
_ON: Final = 0.25  # a move of the rounds to come, beside one of this round
TILES: Final = (0.0, 1.8, 1.2, 0.4)  # a special tile, by the round
_MOOD: Final = 0.35  # by so much he may prefer one thing to another: nobody should know what he does
_STEP: Final = 0.6  # a step of a figure, beside a move, where he starts


class Move(NamedTuple):
    """A whole move of Jack: its kind, and the circles that it writes down."""

    kind: str
    circles: tuple[int, ...]


class Escape:
    """What Jack knows, and how good each action seems to him."""

    def __init__(self, situation: Situation, suspicion: Suspicion, rng: Random) -> None:
        self._legal = situation.legal
        self._view: View = situation.view
        self._suspicion = suspicion
        self._rng = rng
        self._dice = Dice(rng.getrandbits(64))
        self.goals = tuple(goal for goal in self._view.locations or () if goal not in self._view.red)
        self._thought: dict[str, array[float]] = {}  # where he will be looked for, by how he moves

    # ---- before the first move

    def starting(self) -> dict[str, float]:
        """Begin far from the figures, where the way through the others is short."""
        reach = [streets().reach[crossing] for crossing in self._view.figures.values()]
        return {
            notation: _STEP * min(near[circle_of(notation)] for near in reach)
            - tour(circle_of(notation), [goal for goal in self.goals if goal != circle_of(notation)])
            for notation in self._legal
        }

    def reclaiming(self) -> dict[str, float]:
        """Take back what can be taken back."""
        return reclaiming(self._view, self._legal)

    # ---- moving

    def moving(self) -> dict[str, float]:
        """Make for a location, where he is not looked for."""
        return {notation: self._best_of(notation) for notation in self._legal}

    def _best_of(self, notation: str) -> float:
        return max((self.worth(move) for move in self.moves_of(notation)), default=-1000.0)

    def moves_of(self, notation: str) -> list[Move]:
        """The whole moves that an action may become: half a Coach has several ends."""
        verb, word = notation.split()
        circle, here = int(word), self._view.circle or 0
        if verb == "then":
            return [Move("coach", (here, circle))]
        if verb == "coach":
            pairs = (pair for pair in streets().coaches(here) if pair[0] == circle)
            return [Move("coach", pair) for pair in pairs if not {*pair} & {*self.goals}]  # WM-18
        return [Move("plain" if verb == "move" else verb, (circle,))]

    def worth(self, move: Move) -> float:
        """How well he would stand after a move, in moves."""
        jack = self.fugitive()
        tile = TILES[self._view.round] if move.kind != "plain" else 0.0
        boxes = len(move.circles)
        if self._view.stage == "coaching":  # the first box is written
            boxes = 1
        value = jack.worth(move.circles[-1], boxes, KINDS[move.kind], self.figures(), self.thought(move.kind))
        return value - tile

    def fugitive(self) -> Fugitive:
        """Give himself, as the chase is played on with."""
        view = self._view
        jack = Fugitive(view.circle or 0, view.track, sum(goal << 8 * k for k, goal in enumerate(self.goals)), 1.0)
        for circle in view.row or ():
            jack.enter(circle)
        for place, goal in enumerate(self.goals):
            jack.expect(place, _ON * tour(goal, [other for other in self.goals if other != goal]))
        return jack

    def figures(self) -> int:
        """The crossings of the figures, a byte each."""
        number = board.current().number
        return sum(number[self._view.figures[name]] << 8 * k for k, name in enumerate(self._view.holders))

    def thought(self, kind: str) -> array[float]:
        """Where he will be thought to be after such a move, as far as everybody is told of it."""
        told = shown(self._view, kind)
        if told not in self._thought:
            ahead = Crowd(CROWD)
            ahead.become(self.jacks())
            left = SPACES - self._view.track - (2 if kind == "coach" else 1)
            ahead.step(KINDS[told], self.figures(), self._suspicion.pull(left), self._dice)
            ahead.count()
            size = ahead.size or 1
            self._thought[told] = array("d", [ahead.at(circle) / size for circle in range(C)])
        return self._thought[told]

    def jacks(self) -> Crowd:
        """The crowd that everybody holds possible."""
        return self._suspicion.crowd(CROWD, self._dice)

    # ---- false clues

    def bluffing(self) -> dict[str, float]:
        """Lay a false clue, or keep it."""
        return bluffing(self._view, self._legal, self._suspicion.now())

    # ---- why

    def reasons(self, chosen: str) -> tuple[Message, ...]:
        """Say how far it still is, and how surely he is thought to be where he goes."""
        verb = chosen.split(maxsplit=1)[0]
        if verb in {"reclaim", "clue"}:
            return (self._aside(chosen),)
        if not self.goals:
            return ()
        circle = circle_of(chosen)
        ahead = [goal for goal in self.goals if verb != "start" or goal != circle]
        way = message("why.way", moves=min(streets().far[circle][goal] for goal in ahead))
        if verb not in {"move", "alley", "boat", "then"}:
            return (way,)
        thought = self.thought(kind_of(chosen))
        return way, message("why.thought", share=Share(round(1000 * thought[circle]), 1000))

    def _aside(self, chosen: str) -> Message:
        """Say what a tile that is taken back, or a false clue, is good for."""
        match chosen.split():
            case ["reclaim", _]:
                return message("why.reclaim")
            case [_, "nothing"]:
                return message("why.keep")
            case _:
                return message("why.cover" if circle_of(chosen) == self._view.circle else "why.decoy")


def choose(situation: Situation, escape: Escape, rng: Random) -> Answer:
    """What Jack does."""
    values: Mapping[str, float]
    match situation.view.stage:
        case "locating":
            chosen = locate(situation, rng)
            return Answer(chosen, Why((message("why.tour"),)))
        case "starting":
            values = escape.starting()
        case "reclaiming":
            values = escape.reclaiming()
        case "bluffing":
            values = escape.bluffing()
        case _:
            values = escape.moving()
    mood = {notation: value + _MOOD * rng.random() for notation, value in values.items()}
    chosen = max(mood, key=lambda notation: mood[notation])
    return Answer(chosen, Why(escape.reasons(chosen)))


# ---- locations

_SETS: Final = 400  # that he thinks of
_GOOD: Final = 12  # one of so many of the best
_SHORT: Final = 3  # a way of so few moves is easily watched: nobody has to be followed


def locate(situation: Situation, rng: Random) -> str:
    """Choose a location, so that with those already chosen a short way leads through all four."""
    view: View = situation.view
    chosen = tuple(view.locations or ())
    whites = [sorted(white) for white in streets().white.values()][len(chosen) :]
    sets = [(*chosen, *(rng.choice(white) for white in whites)) for _ in range(_SETS)]
    if len(whites) == 1:
        sets = [(*chosen, *last) for last in product(*whites)]
    legal = [one for one in sets if f"locate {one[len(chosen)]}" in situation.legal]
    ranked = sorted(legal, key=_length)
    return f"locate {rng.choice(ranked[:_GOOD])[len(chosen)]}" if ranked else rng.choice(situation.legal)


def _length(locations: tuple[int, ...]) -> float:
    """How long the best way through all is; legs that are too short count as longer."""
    far = streets().far
    return min(
        sum(max(far[here][there], 2 * _SHORT - far[here][there]) for here, there in pairwise(order))
        for order in permutations(locations)
    )

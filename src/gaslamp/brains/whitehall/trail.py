"""Where Jack may be and may have been, from what everybody is told: all his ways are followed, likely ones count more.

Likely is that Jack makes for some white circle of a quadrant without a red marker, and stays out of the figures' reach.
He may think otherwise; but what contradicts an answer is left out whatever he thinks (WM-41, WM-42, WM-44).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from gaslamp.brains.whitehall.city import City
from gaslamp.titles.whitehall.belief.chronicle import Night, Turn
from gaslamp.titles.whitehall.rules.board import SPACES

_STRAY: Final = 0.15  # how often Jack goes where nothing is nearer, beside where everything is
_DARED: Final = 0.15  # how often he goes where a figure may come into range, beside where none can
_FADES: Final = 0.9  # a clue tells so much less for each turn that it is older
_MOST: Final = 1500  # states that are followed further

State: TypeAlias = tuple[int, int]  # a circle, and the clues explained on the way to it, as bits
Way: TypeAlias = tuple[tuple[int, ...], float]  # the circles of a turn, and how likely they are
Step: TypeAlias = tuple[State, tuple[int, ...], float, State]  # from where, over which circles, how likely, to where
Layer: TypeAlias = dict[State, float]


@dataclass(frozen=True)
class Trail:
    """Where Jack is, and which circles of his row are worth a search: the likelier and the later, the more."""

    now: Mapping[int, float]
    been: Mapping[int, float]


def may_be_locations(city: City, red: Iterable[int]) -> frozenset[int]:
    """Give the white circles of the quadrants that have no red marker."""
    taken = {city.town.quadrant[circle] for circle in red}
    return frozenset(circle for quadrant, white in city.white.items() if quadrant not in taken for circle in white)


class Tracker:
    """Follows the ways of one round."""

    def __init__(self, city: City, night: Night, red: Collection[int]) -> None:
        self._city = city
        self._night = night
        self._goals = may_be_locations(city, red)
        self._goal_bits = sum(1 << circle for circle in self._goals)
        self._clues = {circle: 1 << k for k, circle in enumerate(night.yes) if circle != night.start}
        self._leanings: dict[int, list[Way]] = {}
        self._watched: dict[frozenset[str], frozenset[int]] = {}

    def follow(self) -> Trail:
        """Give what can be said after the turns of this round."""
        turns = self._night.turns
        layer: Layer = {(self._night.start, 0): 1.0}
        layers: list[tuple[list[Step], Layer]] = []
        for number, turn in enumerate(turns):
            plain = all(later.kind in {"plain", "coach"} for later in turns[number + 1 :])
            steps = [*self._steps(layer, turn, self._city.far if plain else self._city.wide)]
            layer = _led_to(steps)
            layers.append((steps, layer))
        return _looking_back(layers, self._night.start) if layer else self._lost()

    def after(self, now: Mapping[int, float], kind: str, figures: frozenset[str]) -> dict[int, float]:
        """Give where Jack will be after one more turn, if nothing more is found."""
        then: dict[int, float] = defaultdict(float)
        turn = Turn(0, kind, figures)
        for here, chance in now.items():
            for circles, share in self._onward(here, turn):
                then[circles[-1]] += chance * share
        return then

    def _onward(self, here: int, turn: Turn) -> list[Way]:
        """Give each way to play a turn from a circle; what is likely adds up to 1."""
        city = self._city
        if turn.kind == "plain":
            if here not in self._leanings:
                self._leanings[here] = self._leaning(here, [(there,) for there in city.near[here]])
            ways = self._leanings[here]
            if any(here in city.passed[crossing] for crossing in turn.figures):
                free = city.free(here, turn.figures)
                ways = [way for way in ways if way[0][0] in free]
        else:
            ways = self._leaning(here, self._special(here, turn.kind))
        watched = self._watched_by(turn.figures)
        ways = [(circles, _DARED * weight if circles[-1] in watched else weight) for circles, weight in ways]
        total = sum(weight for _, weight in ways)
        return [(circles, weight / total) for circles, weight in ways]

    def _watched_by(self, figures: frozenset[str]) -> frozenset[int]:
        if figures not in self._watched:
            self._watched[figures] = frozenset[int]().union(*(self._city.watched[crossing] for crossing in figures))
        return self._watched[figures]

    def _leaning(self, here: int, ways: Iterable[tuple[int, ...]]) -> list[Way]:
        """Weigh ways by how many circles they bring nearer, of those that Jack may be making for."""
        city = self._city
        beyond = city.beyond(self._night.start, here) & self._goal_bits
        count = beyond.bit_count() or 1
        return [(way, _STRAY + (city.nearer(here, way[-1]) & beyond).bit_count() / count) for way in ways]

    def _special(self, here: int, kind: str) -> list[tuple[int, ...]]:
        city = self._city
        if kind == "coach":
            return [*city.coaches(here)]
        alleys = city.alleys[here] if kind in {"alley", "hidden"} else frozenset()
        boats = city.boats[here] if kind in {"boat", "hidden"} else frozenset()
        return [(there,) for there in sorted(alleys | boats)]

    def _steps(self, layer: Layer, turn: Turn, far: Mapping[int, Mapping[int, int]]) -> Iterator[Step]:
        """Give all that a turn may have been. Who is too far away to come to a clue in time was never there."""
        last = turn.first + (turn.kind == "coach")
        due = [(circle, bit, self._night.yes[circle] - last) for circle, bit in self._clues.items()]
        onward: dict[int, list[tuple[tuple[int, ...], float, int]]] = {}
        for state, chance in layer.items():
            here, explained = state
            if here not in onward:
                onward[here] = [*self._unrefuted(here, turn, last)]
            for circles, share, clues in onward[here]:
                found = explained | clues
                left = far[circles[-1]]
                if all(found & bit or left[clue] <= boxes for clue, bit, boxes in due):
                    yield state, circles, chance * share, (circles[-1], found)

    def _unrefuted(self, here: int, turn: Turn, last: int) -> Iterator[tuple[tuple[int, ...], float, int]]:
        """Give the ways that no answer speaks against, each with the clues it explains."""
        first_no, last_no = self._refuted(turn.first), self._refuted(last) | self._night.vain.get(last, set())
        for circles, share in self._onward(here, turn):
            first, end = circles[0], circles[-1]
            if first in first_no or end in last_no:
                continue
            if last == SPACES and end not in self._goals:  # or he would have lost (WM-21)
                continue
            yield circles, share, self._clues.get(first, 0) | self._clues.get(end, 0)

    def _refuted(self, box: int) -> set[int]:
        """Give the circles that were searched in vain when this box was written."""
        return {circle for circle, up_to in self._night.no.items() if box <= up_to}

    def _lost(self) -> Trail:
        """Give all circles in walking distance: too much was left out on the way."""
        boxes = sum(2 if turn.kind == "coach" else 1 for turn in self._night.turns)
        near = [circle for circle, moves in self._city.wide[self._night.start].items() if moves <= boxes]
        even = dict.fromkeys(near, 1 / len(near))
        return Trail(even, even)


def _led_to(steps: Iterable[Step]) -> Layer:
    """Give where the steps led; if that is too much, what is likeliest."""
    layer: Layer = defaultdict(float)
    for _, _, chance, state in steps:
        layer[state] += chance
    if len(layer) <= _MOST:
        return layer
    return dict(sorted(layer.items(), key=lambda entry: -entry[1])[:_MOST])


def _looking_back(layers: list[tuple[list[Step], Layer]], here: int) -> Trail:
    """Share out what is likely now among the ways that led to it."""
    if not layers:
        return Trail({here: 1.0}, {})
    _, last = layers[-1]
    total = sum(last.values())
    shares = {state: chance / total for state, chance in last.items()}
    now: dict[int, float] = defaultdict(float)
    for (circle, _), share in shares.items():
        now[circle] += share
    been: dict[int, float] = defaultdict(float)
    worth = 1.0
    for steps, layer in reversed(layers):
        before: dict[State, float] = defaultdict(float)
        for state, circles, chance, after in steps:
            if after in shares:
                share = shares[after] * chance / layer[after]
                before[state] += share
                for circle in circles:
                    been[circle] += share * worth
        shares = before
        worth *= _FADES
    return Trail(now, been)

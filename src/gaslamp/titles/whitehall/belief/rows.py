"""Jack's possible rows of one round, counted without listing them.

Each turn has a layer of states (`layers.py`). Layers are cached: an answer invalidates only those it can change. To
draw a row, count the paths from each state to the last layer, then walk forwards.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from gaslamp.titles.whitehall.belief.chronicle import JackTurn, Night
from gaslamp.titles.whitehall.belief.layers import Arrivals, Layer, Leg, look_back, spread, weigh, weigh_back
from gaslamp.titles.whitehall.belief.states import ALLEYS, ENDED, EVERYWHERE, FAMILY, HIDDEN, PLAIN
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, COACH, C

Row: TypeAlias = tuple[int, ...]
Kinds: TypeAlias = tuple[str, ...]  # of the turns of a round: plain, coach, alley or boat
# Weight of a move in a model of Jack: turn from 0, circle before, kind, circles entered.
Weights: TypeAlias = Callable[[int, int, str, Row], float]

KINDS: Final = {"plain": PLAIN, "coach": COACH, "alley": ALLEY, "boat": BOAT, "hidden": HIDDEN}
NAMES: Final = {number: name for name, number in KINDS.items()}


class RowSet:
    """The rows of one round that are consistent with the answers. A row is a path of Jack as circles."""

    def __init__(self, start: int, tiles: Mapping[str, int]) -> None:
        self.start = start
        self.legs: list[Leg] = []
        self.layers = [Layer()]
        self.layers[0].add(start, 1, 0)
        self._tiles = tiles
        self._hidden = 0
        self._gain = array("H", bytes(2 * C))
        self._clues: dict[int, int] = {}
        self._made = 0  # turns with valid layers
        # Arguments of the last backward pass; shared together with the layers.
        self._backward_pass: list[object] = [None]
        self._identity = object()

    # ---- constraints

    def turn(self, turn: JackTurn) -> None:
        crossings = board.current().number
        figures = sum(crossings[name] << 8 * k for k, name in enumerate(sorted(turn.figures)))
        leg = Leg(KINDS[turn.kind], figures, self._gain)
        leg.expire(sum(self._clues.values()))
        if turn.kind == "hidden":
            self._hidden += 1
            leg.allow_alleys(max(0, self._hidden - self._tiles["boat"]), self._tiles["alley"])
        self.legs.append(leg)
        self.layers.append(Layer())

    def no(self, circle: int, by: int) -> None:
        """Exclude a circle up to the end of turn *by*, counted from 1."""
        for leg in self.legs[:by]:
            leg.bar(circle, EVERYWHERE)
        self._made = min(self._made, self._first_with(circle) - 1)

    def yes(self, circle: int, by: int) -> None:
        """Require that a circle was entered by the end of turn *by*, or is the start."""
        if circle == self.start or circle in self._clues:
            return
        bit = self._clues[circle] = 1 << len(self._clues)
        self._gain[circle] = bit
        following = None
        for leg in reversed(self.legs[:by]):
            leg.despair(circle, bit, following)
            following = leg
        for leg in self.legs[by - 1 :]:
            leg.expire(bit)
        self._made = min(self._made, self._first_with(circle) - 1, by - 1)

    def not_at(self, circles: Iterable[int], at: int) -> None:
        for circle in circles if at else ():
            self.legs[at - 1].bar(circle, ENDED)
        self._made = min(self._made, max(at - 1, 0))

    def ended_at(self, circle: int, unreached: Collection[int]) -> None:
        """Require that the round ended on *circle*, and that *unreached* was not entered before."""
        for earlier in self.legs[:-1]:
            for other in (circle, *unreached):
                earlier.bar(other, EVERYWHERE)
        for other in range(1, C):
            if other != circle:
                self.legs[-1].bar(other, ENDED)
        self._made = 0

    # ---- derived sets

    def avoiding(self, circles: Collection[int], turns: int) -> RowSet:
        """Return the rows that enter none of *circles* in the first *turns* turns."""
        self.make()
        first = min(map(self._first_with, circles), default=turns + 1)
        if first > turns:
            return self
        ban = array("B", bytes(C))
        for circle in circles:
            ban[circle] = EVERYWHERE
        other = self._twin()
        other.legs = [leg.avoiding(ban) for leg in self.legs[:turns]] + self.legs[turns:]
        other.layers = [*self.layers[:first], *(Layer() for _ in self.legs[first - 1 :])]
        other._backward_pass = self._backward_pass
        other._made = first - 1
        return other

    def arriving(self, circle: int, arrivals: Arrivals) -> int:
        last = self.make()
        turns = len(self.legs)
        first = self._first_with(circle)
        if first < turns:
            return arrivals.count(self.layers, self.legs, circle, first)
        return sum(last.count(place) for place in range(last.size) if last.key(place) & 255 == circle)

    def _twin(self) -> RowSet:
        other = RowSet(self.start, self._tiles)
        other._hidden, other._gain, other._clues = self._hidden, self._gain, self._clues
        return other

    def watching(self, first_family: int, kin: Callable[[Leg, int, set[tuple[int, int]]], array[int]]) -> RowSet:
        """Return the same rows with location families tracked: `kin` tabulates what each circle leaves of a family."""
        other = self._twin()
        other.layers = [Layer()]
        other.layers[0].add(first_family << FAMILY | self.start, 1, 0)
        for number, leg in enumerate(self.legs):
            before, after = other.layers[-1], Layer()
            states = {(before.key(place) >> FAMILY, before.key(place) & 255) for place in range(before.size)}
            watched = leg.watching(kin(leg, number, states))
            spread(before, after, watched)
            other.legs.append(watched)
            other.layers.append(after)
        other._made = len(other.legs)
        return other

    # ---- queries

    @property
    def made(self) -> int:
        """Return the number of turns with valid layers."""
        return self._made

    def make(self) -> Layer:
        """Build the missing layers and return the last one."""
        if self._made < len(self.legs):
            self._backward_pass[0] = None
        while self._made < len(self.legs):
            spread(self.layers[self._made], self.layers[self._made + 1], self.legs[self._made])
            self._made += 1
        return self.layers[-1]

    def ends(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the states after the last turn: index, circle, face-down alleys, family."""
        last = self.make()
        for place in range(last.size):
            key = last.key(place)
            yield place, key & 255, key >> ALLEYS & 3, key >> FAMILY

    def boxes_with(self, circles: Collection[int], turns: int) -> int:
        """Count the boxes of the first *turns* turns that some row may have filled with one of *circles*."""
        self.make()
        return sum(
            leg.spaces()
            for leg, layer in zip(self.legs[:turns], self.layers[1:], strict=False)
            if any(layer.holds(circle) for circle in circles)
        )

    def _first_with(self, circle: int) -> int:
        """Return the first turn in which a row enters a circle, or the turn after the valid layers."""
        for number in range(1, self._made + 1):
            if self.layers[number].holds(circle):
                return number
        return self._made + 1

    def kind(self, number: int, circle: int) -> str:
        """Return the kind of a turn, counted from 0. A face-down one follows from where Jack stood."""
        name = NAMES[self.legs[number].kind]
        if name != "hidden":
            return name
        return "boat" if board.current().all_boat[circle] else "alley"

    def kinds(self, row: Row) -> Kinds:
        names: list[str] = []
        box = 0
        for number in range(len(self.legs)):
            names.append(self.kind(number, row[box]))
            box += 2 if names[-1] == "coach" else 1
        return tuple(names)

    def state_of(self, row: Row) -> int | None:
        """Return the index of the state in which *row* ends, or None if it is not consistent."""
        last = self.make()
        if row[:1] != (self.start,):
            return None
        key, box = self.layers[0].key(0), 1
        for leg in self.legs:
            size = leg.spaces()
            circles = row[box : box + size]
            moves = (k for k in range(leg.begin(key & 255), leg.begin((key & 255) + 1)) if leg.circles(k) == circles)
            key = next((leg.after(key, k) for k in moves), 0)
            if key == 0:
                return None
            box += size
        place = last.find(key)
        return place if box == len(row) and place >= 0 else None

    # ---- sampling

    def draw(self, accepted: Sequence[int], rng: Random) -> Row:
        """Draw a row that ends in one of the *accepted* states, uniformly."""
        self._look_back(accepted)
        row: Row = (self.start,)
        place = 0
        for number, leg in enumerate(self.legs):
            before, after = self.layers[number], self.layers[number + 1]
            rest = rng.randrange(before.rest(place))
            for k, child in self._onward(leg, before.key(place)):
                place = after.find(child)
                rest -= after.rest(place)
                if rest < 0:
                    row += leg.circles(k)
                    break
        return row

    def draw_weighed(self, accepted: Sequence[int], weights: Weights, rng: Random) -> Row:
        """Draw a row in proportion to the product of its moves' weights."""
        self._weigh_back(accepted, weights)
        row: Row = (self.start,)
        place = 0
        for number, leg in enumerate(self.legs):
            before, after = self.layers[number], self.layers[number + 1]
            moves = []
            for k, child in self._onward(leg, before.key(place)):
                weight = weights(number, row[-1], self.kind(number, row[-1]), leg.circles(k))
                moves.append((k, after.find(child), weight * after.hope(after.find(child))))
            k, place, _ = rng.choices(moves, [weight for _, _, weight in moves])[0]
            row += leg.circles(k)
        return row

    def weight(self, accepted: Sequence[int], weights: Weights) -> float:
        self._weigh_back(accepted, weights)
        return self.layers[0].hope(0)

    def lanes(self, accepted: Sequence[int], models: Sequence[Weights]) -> list[dict[int, float]]:
        """Return, for each model, the weight of the rows by final circle."""
        last, lanes = self.make(), len(models)
        self.layers[0].open_lanes(lanes, 1.0)
        for number, leg in enumerate(self.legs):
            source = self.layers[number]
            weigh(source, self.layers[number + 1], leg, self._tabulated(number, models), lanes)
        totals: list[dict[int, float]] = [{} for _ in models]
        for place in accepted:
            circle = last.key(place) & 255
            for lane, shares in enumerate(totals):
                shares[circle] = shares.get(circle, 0.0) + last.share(lanes * place + lane)
        return totals

    def _tabulated(self, number: int, models: Sequence[Weights]) -> array[float]:
        leg, layer, lanes = self.legs[number], self.layers[number], len(models)
        table = array("d", bytes(8 * lanes * leg.size))
        for circle in {layer.key(place) & 255 for place in range(layer.size)}:
            kind = self.kind(number, circle)
            for k in range(leg.begin(circle), leg.begin(circle + 1)):
                circles = leg.circles(k)
                for lane, model in enumerate(models):
                    table[lanes * k + lane] = model(number, circle, kind, circles)
        return table

    @staticmethod
    def _onward(leg: Leg, key: int) -> Iterator[tuple[int, int]]:
        for k in range(leg.begin(key & 255), leg.begin((key & 255) + 1)):
            if child := leg.after(key, k):
                yield k, child

    def _accept(self, accepted: Sequence[int]) -> None:
        last = self.make()
        last.open_rest()
        for place in accepted:
            last.accept(place)

    def _look_back(self, accepted: Sequence[int]) -> None:
        self.make()
        if self._backward_pass[0] == (self._identity, tuple(accepted)):
            return
        self._accept(accepted)
        for number in range(len(self.legs) - 1, -1, -1):
            look_back(self.layers[number], self.layers[number + 1], self.legs[number])
        self._backward_pass[0] = (self._identity, tuple(accepted))

    def _weigh_back(self, accepted: Sequence[int], weights: Weights) -> None:
        self.make()
        if self._backward_pass[0] == (self._identity, tuple(accepted), weights):
            return
        self._accept(accepted)
        for number in range(len(self.legs) - 1, -1, -1):
            table = self._tabulated(number, [weights])
            weigh_back(self.layers[number], self.layers[number + 1], self.legs[number], table)
        self._backward_pass[0] = (self._identity, tuple(accepted), weights)


def rows_of(night: Night, tiles: Mapping[str, int]) -> RowSet:
    rows = RowSet(night.start, tiles)
    turn_at = {0: 0}  # turn number by its last box
    for number, turn in enumerate(night.turns, 1):
        rows.turn(turn)
        turn_at[turn.first + (turn.kind == "coach")] = number
    for circle, box in night.no.items():
        rows.no(circle, turn_at[box])
    for circle, box in night.yes.items():
        rows.yes(circle, turn_at[box])
    for box, circles in night.vain.items():
        rows.not_at(circles, turn_at[box])
    return rows

"""Looks through the call of an odd turn into the even one: its faces are known, so it is solved instead of judged.

That is dear, so only the likeliest ends of a turn are looked at so; the others are moved by as much as these were on
the average.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from gaslamp.bots.pocket.decision_point import changed, next_turn
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.secrets import Hands, Types, glasses, types, with_card
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.core import bits
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

_LAST: Final = 8  # moves of the detectives that are looked through if they are the last of a turn,
_FIRST: Final = 3  # the first
_REPLIES: Final = 2  # or replies to Jack's
_TIMES: Final = 3  # what seems best changes by what is found: so often it is asked again


# Turns that were solved, by how they begin and who drew which cards. For each identity and number of hourglasses: how
# likely the detectives win.
Solved: TypeAlias = dict[tuple[int, ...], dict[tuple[int, int], float]]


def look_through(
    turn: Turn, held: Types, hands: Hands, shown: int, judge: Judgement, nodes: int, solved: Solved
) -> int:  # fmt: skip
    """Look through the likeliest ends of an odd turn, if all of it is seen, and solve it again; give the nodes used."""
    position = turn.position
    known = position.turn & 1 and not position.chase
    if not known or not turn.is_whole() or len(turn.cells.moves()) == 1:
        return 0
    ends = Ends(turn, held, hands, shown, judge, nodes, solved)
    for time in range(_TIMES):
        found = ends.solve([cell for cell in likely(turn, held) if cell not in ends.looked])
        if not found:
            break
        if time == 0:
            turn.lift(ends.moved_by(found))
        for (cell, number), value in ends.values.items():
            turn.put(cell, number, value)
        turn.work_back()
    return nodes - ends.left


def likely(turn: Turn, held: Types) -> list[int]:
    """The ends to which what is best for either side leads, the likeliest first."""
    reached: dict[int, float] = {}
    ways = [(turn.cells.root(), number, weight) for number, weight in enumerate(held.secrets.weights) if weight > 0]
    best: dict[int, Sequence[int]] = {}
    while ways:
        cell, number, weight = ways.pop()
        ply = turn.cells.plies(cell)
        if ply == turn.depth:
            reached[cell] = reached.get(cell, 0.0) + weight
        elif turn.cells.mover(ply) == board.JACK:
            ways += _jacks(turn, held, cell, number, weight)
        else:
            if cell not in best:
                best[cell] = _best(turn, cell)
            for rank, move in enumerate(best[cell]):
                ways += _detectives(turn, held, cell, move, number, weight / (rank + 1))
    return sorted(reached, key=lambda cell: -reached[cell])


def _best(turn: Turn, cell: int) -> Sequence[int]:
    """Some moves of the detectives, the best first."""
    weights = turn.weights_at(cell)
    worth = {
        number: sum(a * b for a, b in zip(weights, turn.after(number, cell), strict=True))
        for _, _, number in turn.cells.moves(cell)
    }
    most = _REPLIES if cell != turn.cells.root() else _FIRST if turn.cells.left_over() > 1 else _LAST
    return sorted(worth, key=lambda number: -worth[number])[:most]


def _jacks(turn: Turn, held: Types, cell: int, number: int, weight: float) -> Iterator[tuple[int, int, float]]:
    """Follow what is best for a type of Jack."""
    move = turn.best(cell, number)
    to = turn.cells.moved(cell, move, -1)
    if not turn.cells.is_card(move):
        yield to, number, weight
        return
    for drawn in range(3):
        share = held.secrets.draws[3 * number + drawn]
        if share > 0:
            yield to, number + drawn, weight * share


def _detectives(
    turn: Turn, held: Types, cell: int, move: int, number: int, weight: float
) -> Iterator[tuple[int, int, float]]:
    """Follow a move of the detectives."""
    if not turn.cells.is_card(move):
        yield turn.cells.moved(cell, move, -1), number, weight
        return
    for card in range(len(held.ids) + 1):
        share = held.secrets.cards[held.secrets.size * card + number]
        if share > 0:
            yield turn.cells.moved(cell, move, card - 1), number, weight * share


class Ends:
    """What ends of a turn are worth for each type whose game goes on there, by the turn that follows."""

    def __init__(
        self, turn: Turn, held: Types, hands: Hands, shown: int, judge: Judgement, nodes: int, solved: Solved
    ) -> None:
        self.values: dict[tuple[int, int], float] = {}
        self.looked: set[int] = set()
        self._weights: dict[tuple[int, int], float] = {}
        self._turn = turn
        self._held = held
        self._hands = hands
        self._shown = shown
        self._judge = judge
        self.left = nodes
        self._solved = solved

    def solve(self, cells: Sequence[int]) -> list[tuple[int, int]]:
        """Look through ends while there are nodes; give where values were found."""
        before = len(self.values)
        for cell in cells:
            if self.left <= 0:
                break
            self.looked.add(cell)
            self._solve(cell)
        return [*self.values][before:]

    def moved_by(self, found: Sequence[tuple[int, int]]) -> float:
        """By how much values differ from what was judged, on the average."""
        mass = sum(self._weights[each] for each in found)
        return sum(self._weights[each] * (self.values[each] - self._turn.value(*each)) for each in found) / mass

    def _solve(self, cell: int) -> None:
        """Solve what follows an end, if there are nodes enough for it."""
        there, hands, shown = self._at(cell)
        seen = there.seen()
        for answer in (seen, ~seen):
            up = there.up & answer
            tokens = there.tokens + (answer != seen)
            on = {hand: weight for hand, weight in hands.items()
                  if up >> hand[0] & 1 and tokens + glasses(hand[1]) < board.NEEDED}  # fmt: skip
            if up.bit_count() < 2 or not on:
                continue
            values = self._values(next_turn(there, there.up & ~up, tokens), on, shown)
            for hand, weight in on.items():
                if values:
                    each = (cell, self._held.number(*hand))
                    self.values[each] = values[hand[0], glasses(hand[1])]
                    self._weights[each] = self._weights.get(each, 0.0) + weight

    def _values(self, begun: Position, hands: Hands, shown: int) -> Mapping[tuple[int, int], float]:
        """Solve a turn, unless it was before or there are too few nodes: then nothing is found."""
        cards = next(iter(hands))[1].bit_count()
        key = (*begun.key(), cards, shown)
        if key not in self._solved:
            then = types(hands, begun, shown)
            turn = Turn(begun, then.secrets, self._judge, self.left // then.secrets.size)
            if not turn.is_whole():
                self.left = 0
                return {}
            turn.solve()
            self.left -= turn.judged * then.secrets.size
            values = turn.at_root()
            self._solved[key] = {(hand[0], glasses(hand[1])): values[then.number(*hand)] for hand in hands}
        return self._solved[key]

    def _at(self, cell: int) -> tuple[Position, Hands, int]:
        """The position at an end, the hands that are possible there and the cards shown."""
        there, hands, shown = self._turn.cells.reached(cell), self._hands, self._shown
        drawn = self._turn.cells.drawn(cell)
        if drawn == 1:
            return there, with_card(hands, shown), shown
        if drawn == 2:  # a card of somebody who is cleared already: whose, is as good as nothing to know
            return there, hands, shown
        if drawn > 2:
            card = self._held.ids[drawn - 3]
            hands = {hand: weight for hand, weight in hands.items() if not (hand[1] | 1 << hand[0]) >> card & 1}
            shown |= 1 << card
            roads = bits.with_nibble(there.roads, card, board.ALL_ROADS) if card == board.CROSSROADS else there.roads
            there = changed(there, up=there.up & ~(1 << card), roads=roads)
        return there, hands, shown

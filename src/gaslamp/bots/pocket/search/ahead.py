"""Search past the call of an odd turn: the faces of the even turn are known, so it is solved instead of evaluated.

That is expensive, so only the likeliest ends of a turn are solved. The others are shifted by the average correction.
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

_LAST: Final = 8  # detectives' moves searched with one token left
_FIRST: Final = 3  # the same with more tokens left
_REPLIES: Final = 2  # replies searched after Jack's moves
_TIMES: Final = 3  # iterations: corrections change the best moves


# Solved turns, keyed by start and cards drawn: the detectives' win probability per identity and hourglasses.
Solved: TypeAlias = dict[tuple[int, ...], dict[tuple[int, int], float]]


def look_through(
    turn: Turn, held: Types, hands: Hands, shown_cards: int, judge: Judgement, nodes: int, solved: Solved
) -> int:  # fmt: skip
    """Solve past the likeliest ends of an odd turn, then the turn again. Return the nodes used."""
    position = turn.position
    faces_known = position.turn & 1 and not position.chase
    if not faces_known or not turn.is_whole() or len(turn.cells.moves()) == 1:
        return 0
    ends = Ends(turn, held, hands, shown_cards, judge, nodes, solved)
    for time in range(_TIMES):
        solved_keys = ends.solve([cell for cell in likely(turn, held) if cell not in ends.looked])
        if not solved_keys:
            break
        if time == 0:
            turn.lift(ends.moved_by(solved_keys))
        for (cell, number), value in ends.values.items():
            turn.put(cell, number, value)
        turn.work_back()
    return nodes - ends.left


def likely(turn: Turn, held: Types) -> list[int]:
    """Return the ends reached by best play, likeliest first."""
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
    weights = turn.weights_at(cell)
    worth = {
        number: sum(a * b for a, b in zip(weights, turn.after(number, cell), strict=True))
        for _, _, number in turn.cells.moves(cell)
    }
    most = _REPLIES if cell != turn.cells.root() else _FIRST if turn.cells.left_over() > 1 else _LAST
    return sorted(worth, key=lambda number: -worth[number])[:most]


def _jacks(turn: Turn, held: Types, cell: int, number: int, weight: float) -> Iterator[tuple[int, int, float]]:
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
    if not turn.cells.is_card(move):
        yield turn.cells.moved(cell, move, -1), number, weight
        return
    for card in range(len(held.ids) + 1):
        share = held.secrets.cards[held.secrets.size * card + number]
        if share > 0:
            yield turn.cells.moved(cell, move, card - 1), number, weight * share


class Ends:
    """Values of a turn's ends for each type, from the turn that follows."""

    def __init__(
        self, turn: Turn, held: Types, hands: Hands, shown_cards: int, judge: Judgement, nodes: int, solved: Solved
    ) -> None:
        self.values: dict[tuple[int, int], float] = {}
        self.looked: set[int] = set()
        self._weights: dict[tuple[int, int], float] = {}
        self._turn = turn
        self._held = held
        self._hands = hands
        self._shown = shown_cards
        self._judge = judge
        self.left = nodes
        self._solved = solved

    def solve(self, cells: Sequence[int]) -> list[tuple[int, int]]:
        """Solve past the cells within the node limit. Return the keys of the new values."""
        before = len(self.values)
        for cell in cells:
            if self.left <= 0:
                break
            self.looked.add(cell)
            self._solve(cell)
        return [*self.values][before:]

    def moved_by(self, keys: Sequence[tuple[int, int]]) -> float:
        """Return the weighted mean difference from the evaluated values."""
        mass = sum(self._weights[each] for each in keys)
        return sum(self._weights[each] * (self.values[each] - self._turn.value(*each)) for each in keys) / mass

    def _solve(self, cell: int) -> None:
        end, hands, shown_cards = self._at(cell)
        visible = end.seen()
        for answer in (visible, ~visible):
            up = end.up & answer
            tokens = end.tokens + (answer != visible)
            on = {hand: weight for hand, weight in hands.items()
                  if up >> hand[0] & 1 and tokens + glasses(hand[1]) < board.NEEDED}  # fmt: skip
            if up.bit_count() < 2 or not on:
                continue
            values = self._values(next_turn(end, end.up & ~up, tokens), on, shown_cards)
            for hand, weight in on.items():
                if values:
                    each = (cell, self._held.number(*hand))
                    self.values[each] = values[hand[0], glasses(hand[1])]
                    self._weights[each] = self._weights.get(each, 0.0) + weight

    def _values(self, begun: Position, hands: Hands, shown_cards: int) -> Mapping[tuple[int, int], float]:
        """Solve a turn or return its cached values; empty if there are too few nodes."""
        cards = next(iter(hands))[1].bit_count()
        key = (*begun.key(), cards, shown_cards)
        if key not in self._solved:
            then = types(hands, begun, shown_cards)
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
        """Return the position at an end, the possible hands there, and the cards shown."""
        end, hands, shown_cards = self._turn.cells.reached(cell), self._hands, self._shown
        drawn = self._turn.cells.drawn(cell)
        if drawn == 1:
            return end, with_card(hands, shown_cards), shown_cards
        if drawn == 2:  # a card of a cleared suspect carries almost no information
            return end, hands, shown_cards
        if drawn > 2:
            card = self._held.ids[drawn - 3]
            hands = {hand: weight for hand, weight in hands.items() if not (hand[1] | 1 << hand[0]) >> card & 1}
            shown_cards |= 1 << card
            roads = bits.with_nibble(end.roads, card, board.ALL_ROADS) if card == board.CROSSROADS else end.roads
            end = changed(end, up=end.up & ~(1 << card), roads=roads)
        return end, hands, shown_cards

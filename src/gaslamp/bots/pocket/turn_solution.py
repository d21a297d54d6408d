"""Solution of the rest of a turn from public information, the same for both sides.

The detectives play the best move over the belief. Jack has a mixed strategy for each secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.ahead import Solved, look_through
from gaslamp.bots.pocket.search.constants import ANSWER_DETECTIVES, ANSWER_JACK
from gaslamp.bots.pocket.search.mixture import Mixture
from gaslamp.bots.pocket.search.secrets import Hands, types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

ROUNDS: Final = 120  # CFR iterations at most
LAST_GAIN: Final = 0.0008  # exploitability at which the last turn stops
LAST_TIMES: Final = 12  # node factor in the last turn
_ROUNDS_BETWEEN: Final = 60  # CFR iterations between exploitability checks
_AHEAD: Final = 220_000  # maximum nodes for the next turn
PRICE: Final = 0.06  # of revealing, in win probability: see Mixture
SLACK: Final = 0.002  # win probability; smaller differences are merged
MARGIN: Final = 0.12  # win probability; worse moves are pruned
_NEAR: Final = 0.015  # softmax width without a mixture
_FAR: Final = 0.04  # softmax width of an imperfect Jack
_RARE: Final = 0.02  # smaller probabilities become 0


class TurnSolution:
    """The moves of a decision point, their value for each type, and Jack's mixed strategy."""

    def __init__(
        self,
        position: Position,
        hands: Hands,
        shown_cards: int,
        judge: Judgement,
        nodes: int,
        solved: Solved | None = None,
    ) -> None:
        self.types = types(hands, position, shown_cards)
        size = self.types.secrets.size
        self.turn = Turn(position, self.types.secrets, judge, nodes // size)
        self.turn.solve()
        self.spent = self.turn.judged * size  # nodes
        ahead = min((nodes - self.spent) // 2, _AHEAD)
        self.spent += look_through(
            self.turn, self.types, hands, shown_cards, judge, ahead, {} if solved is None else solved
        )
        self.moves = self.turn.cells.moves()
        self.jack = position.seat == board.JACK
        self.mixture: Mixture | None = None
        self._shares: list[list[float]] = []
        if self.jack:
            self._mix(position, (nodes - self.spent) // size)
        else:
            self._values = [self.turn.after(number) for _, _, number in self.moves]

    def _mix(self, position: Position, nodes: int) -> None:
        later = position.turn < board.LAST_TURN and not position.chase  # information revealed now matters later
        self.mixture = mixture = Mixture(self.turn, PRICE, SLACK, MARGIN) if later else Mixture(self.turn)
        assert mixture.moves() == [number for _, _, number in self.moves]
        last = position.turn == board.LAST_TURN
        rounds = max(0, LAST_TIMES * nodes // mixture.nodes if last else min(ROUNDS, nodes // mixture.nodes))
        mixture.run(min(rounds, _ROUNDS_BETWEEN) if last else rounds)
        while mixture.rounds < rounds and mixture.against(ANSWER_JACK) - mixture.against(ANSWER_DETECTIVES) > LAST_GAIN:
            mixture.run(min(_ROUNDS_BETWEEN, rounds - mixture.rounds))
        self.spent += mixture.rounds * mixture.nodes * self.types.secrets.size
        self._values = [mixture.values(child) for child in range(len(self.moves))]
        if rounds and (mixture.tail > 1 or later):
            self._shares = [mixture.shares(child) for child in range(len(self.moves))]

    def worth(self) -> list[float]:
        """Return the detectives' win probability after each move, averaged over the belief."""
        weights = self.types.secrets.weights
        return [sum(a * b for a, b in zip(weights, values, strict=True)) for values in self._values]

    def values(self, number: int) -> list[float]:
        """Return the detectives' win probability after each move against one type of Jack."""
        return [values[number] for values in self._values]

    def learnt(self, number: int) -> list[float]:
        """Return the CFR average strategy of one type of Jack."""
        return [share[number] for share in self._shares]

    def mixed(self, number: int) -> list[float]:
        """Return the probability of each move for one type of Jack, without rare moves."""
        if not self._shares:
            return self._near(number, _NEAR)
        shares = [share[number] if share[number] >= _RARE else 0.0 for share in self._shares]
        total = sum(shares)
        return [share / total for share in shares] if total else self._near(number, _NEAR)

    def likely(self, number: int) -> list[float]:
        """Return the probability of each move for type *number* of a Jack that makes mistakes."""
        soft = self._near(number, _FAR)
        even = 1.0 / len(self.moves)
        return [0.8 * wise + 0.15 * plain + 0.05 * even for wise, plain in zip(self.mixed(number), soft, strict=True)]

    def _near(self, number: int, width: float) -> list[float]:
        return _soft(self.values(number), width)


def plain_shares(
    position: Position, hands: Hands, shown_cards: int, judge: Judgement, nodes: int, action: int
) -> Mapping[tuple[int, int], float]:
    """Return how likely *action* is for each hand if Jack hides nothing and expects no inference."""
    even = types(dict.fromkeys(hands, 1.0), position, shown_cards)
    turn = Turn(position, even.secrets, judge, nodes // even.secrets.size)
    turn.solve()
    moves = turn.cells.moves()
    values = [turn.after(number) for _, _, number in moves]
    at = next(place for place, (_, done, _) in enumerate(moves) if done == action)
    numbers = {hand: even.number(*hand) for hand in hands}
    shares = {number: _soft([value[number] for value in values], _FAR)[at] for number in {*numbers.values()}}
    return {hand: 0.9 * shares[number] + 0.1 / len(moves) for hand, number in numbers.items()}


def _soft(values: Sequence[float], width: float) -> list[float]:
    """Return a soft maximum over Jack's moves from the detectives' win probabilities."""
    best = min(values)
    near = [1.0 / (1.0 + ((value - best) / width) * ((value - best) / width)) for value in values]
    near = [share * share * share for share in near]
    total = sum(near)
    return [share / total for share in near]

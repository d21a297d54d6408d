"""What is best at a moment of a turn, for whatever is hidden: worked out from what all know, so it is the same for all.

The detectives take what is best for all that they hold possible. Jack has a mixture of moves for each secret he may
have.
"""

from __future__ import annotations

from typing import Final

from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.ahead import Solved, look_through
from gaslamp.bots.pocket.search.aims import ANSWER_DETECTIVES, ANSWER_JACK
from gaslamp.bots.pocket.search.mixture import Mixture
from gaslamp.bots.pocket.search.secrets import Hands, types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

ROUNDS: Final = 120  # of learning to mix, if there are nodes enough
LAST_GAIN: Final = 0.0008  # in the last turn, where nothing is estimated: stop when no side can gain more
LAST_TIMES: Final = 12  # and spend up to this many times the nodes
_ROUNDS_BETWEEN: Final = 60  # two looks at that
_AHEAD: Final = 220_000  # nodes at most for the turn after this one
PRICE: Final = 0.06  # of what Jack tells, in likelihood to win: see Mixture
SLACK: Final = 0.002  # in likelihood to win: what is less is no difference to the detectives in Jack's thoughts
MARGIN: Final = 0.12  # a move that is worse by so much for every secret than another is not thought of
_NEAR: Final = 0.015  # a move that is worse by so much is made much more rarely where Jack has the last word
_FAR: Final = 0.04  # and by other Jacks
_RARE: Final = 0.02  # what is learnt to be made more rarely than that is not made


class TurnSolution:
    """The moves of a moment, and for each type what they are worth and how often Jack makes them."""

    def __init__(
        self, position: Position, hands: Hands, shown: int, judge: Judgement, nodes: int, solved: Solved | None = None
    ) -> None:
        self.types = types(hands, position, shown)
        size = self.types.secrets.size
        self.turn = Turn(position, self.types.secrets, judge, nodes // size)
        self.turn.solve()
        self.spent = self.turn.judged * size  # nodes
        ahead = min((nodes - self.spent) // 2, _AHEAD)
        self.spent += look_through(self.turn, self.types, hands, shown, judge, ahead, {} if solved is None else solved)
        self.moves = self.turn.cells.moves()
        self.jack = position.seat == board.JACK
        self.mixture: Mixture | None = None
        self._shares: list[list[float]] = []
        if self.jack:
            self._mix(position, (nodes - self.spent) // size)
        else:
            self._values = [self.turn.after(number) for _, _, number in self.moves]

    def _mix(self, position: Position, nodes: int) -> None:
        """Find how Jack mixes his moves."""
        later = position.turn < board.LAST_TURN and not position.chase  # what is told now will matter
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
        """For each move how likely the detectives win after it, by all that they hold possible."""
        weights = self.types.secrets.weights
        return [sum(a * b for a, b in zip(weights, values, strict=True)) for values in self._values]

    def values(self, number: int) -> list[float]:
        """For each move how likely the detectives win after it against a type of Jack."""
        return [values[number] for values in self._values]

    def learnt(self, number: int) -> list[float]:
        """How often a type of Jack made each move while he learnt to mix them."""
        return [share[number] for share in self._shares]

    def mixed(self, number: int) -> list[float]:
        """How often a type of Jack makes each move."""
        if not self._shares:
            return self._near(number, _NEAR)
        shares = [share[number] if share[number] >= _RARE else 0.0 for share in self._shares]
        total = sum(shares)
        return [share / total for share in shares] if total else self._near(number, _NEAR)

    def likely(self, number: int) -> list[float]:
        """How often a type seems to make each move, if Jack is perhaps not as wise as he should be."""
        soft = self._near(number, _FAR)
        even = 1.0 / len(self.moves)
        return [0.8 * wise + 0.15 * plain + 0.05 * even for wise, plain in zip(self.mixed(number), soft, strict=True)]

    def _near(self, number: int, width: float) -> list[float]:
        """A mixture of what is best for a type alone and what is nearly so."""
        values = self.values(number)
        best = min(values)
        near = [1.0 / (1.0 + ((value - best) / width) * ((value - best) / width)) for value in values]
        near = [share * share * share for share in near]
        total = sum(near)
        return [share / total for share in near]

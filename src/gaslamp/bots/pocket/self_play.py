"""Self-play games of Pocket for training the evaluation and for comparing two sets of weights.

Each turn is solved as the sergeant solves it. The value of its start is the training target for the evaluation of that
start.
"""

from __future__ import annotations

from random import Random
from typing import Final

from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.secrets import Types, types
from gaslamp.bots.pocket.search.turn import Turn
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import CARD
from gaslamp.titles.pocket.rules.position import Position

_ALL: Final = 10**6  # cells: no limit


class SelfPlayGame:
    """One game. A fraction *astray* of the moves is random, for exploration."""

    def __init__(self, rng: Random, judges: dict[int, Judgement], *, chase: bool, astray: float = 0.0) -> None:
        self._rng = rng
        self._judges = judges
        self._astray = astray
        self.position = Position(chase_when_seen=int(chase))

    def play(self, rate: float = 0.0) -> bool:
        """Play to the end and return True if the detectives won. Trains at *rate* unless it is 0."""
        position, rng = self.position, self._rng
        while position.ending == board.GOES_ON:
            if position.doing == board.TAKING:
                self._turn(rate)
            else:
                position.advance(rng.choice(position.legal()))
        return board.WINNERS[position.ending] == board.DETECTIVES

    def _turn(self, rate: float) -> None:
        position = self.position
        shown_cards = board.ALL_SUSPECTS & ~(position.pile | position.held | 1 << position.jack)
        now = DecisionPoint(position.copy(), shown_cards, position.held.bit_count(), None)
        held = types(all_hands(now), now.position, shown_cards)
        turns: dict[Judgement, Turn] = {}
        for judge in {id(judge): judge for judge in self._judges.values()}.values():
            turns[judge] = Turn(now.position, held.secrets, judge, _ALL)
            turns[judge].solve()
            if rate:
                turns[judge].teach(rate)
        cell = next(iter(turns.values())).cells.root()
        for _ in range(4):
            cell = self._step(turns[self._judges[position.to_move()]], held, cell)

    def _step(self, turn: Turn, held: Types, cell: int) -> int:
        """Use a token and return the cell after it."""
        position, rng = self.position, self._rng
        moves = turn.cells.moves(cell)
        jack = position.to_move() == board.JACK
        if rng.random() < self._astray:
            take, action, number = rng.choice(moves)
        elif jack:
            own = held.number(position.jack, position.held)
            take, action, number = min(moves, key=lambda move: turn.after(move[2], cell)[own])
        else:
            weights = turn.weights_at(cell)
            take, action, number = max(
                moves, key=lambda move: sum(a * b for a, b in zip(weights, turn.after(move[2], cell), strict=True))
            )
        position.advance(take)
        card = -1
        if action == take:
            action = rng.choice(position.legal())
            card = -1 if jack else held.ids.index(action - CARD) if action - CARD in held.ids else -1
        position.advance(action)
        return turn.cells.moved(cell, number, card)


def contest(ours: Judgement, theirs: Judgement, games: int, seed: str) -> float:
    """Play pairs of games with the same seeds and swapped sides; return the share of games *ours* wins."""
    won = 0
    for number in range(games):
        for detectives, jack in ((ours, theirs), (theirs, ours)):
            rng = Random(f"{seed} {number}")
            judges = {board.DETECTIVES: detectives, board.JACK: jack}
            won += SelfPlayGame(rng, judges, chase=number % 2 == 1).play() == (detectives is ours)
    return won / (2 * games)

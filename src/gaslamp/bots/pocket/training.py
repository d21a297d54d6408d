"""Training of the superintendent's evaluation weights for Pocket, by self-play.

Each turn is solved as the inspector solves it. The value of its start is the training target for the evaluation of that
start.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from gaslamp.bots import learning
from gaslamp.bots.learning import Training
from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands
from gaslamp.bots.pocket.judgement import judgement
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import FEATURES, HIDDEN, INPUT, OUTPUT
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


_ASTRAY: Final = 0.08  # share of random moves
_RATE: Final = 0.1
_SLOWER: Final = 4000  # games until the rate has halved


class PocketTrainer:
    """Self-play, alternating between the two choices of the option."""

    title = "pocket"
    round = 1000
    pairs = 40

    def begin(self, seed: int) -> list[float]:
        """Return the handmade weights with a random hidden layer."""
        weights = list(judgement.by_hand_weights())
        rng = Random(f"weights {seed}")
        for at in range(INPUT, INPUT + FEATURES * HIDDEN):
            weights[at] = rng.uniform(-0.5, 0.5)
        for at in range(OUTPUT, OUTPUT + HIDDEN):
            weights[at] = rng.uniform(-0.2, 0.2)
        return weights

    def play(self, weights: list[float], seed: int, games: range) -> list[float]:
        learning_now = array("d", weights)
        judge = Judgement(learning_now)
        judges = {board.JACK: judge, board.DETECTIVES: judge}
        for number in games:
            rng = Random(f"lesson {seed} {number}")
            rate = _RATE / (1.0 + number / _SLOWER)
            SelfPlayGame(rng, judges, chase=number % 2 == 1, astray=_ASTRAY).play(rate)
        return list(learning_now)

    def contest(self, ours: list[float], theirs: list[float], pairs: int, seed: str) -> float:
        return contest(Judgement(array("d", ours)), Judgement(array("d", theirs)), pairs, seed)


def train(path: Path, games: int, seed: int, report: Callable[[int, float], None]) -> Training:
    return learning.train(PocketTrainer(), path, games, seed, report)

"""Self-play games of Mr. Jack for training the evaluation and for comparing two sets of weights.

Each round is searched. The value of its start for each suspect is the training target for the evaluation of the call
before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.search_bot import Weights, expected_value, laid_out, searcher, shares
from gaslamp.bots.mr_jack.worth import FEATURES, ONE, ROW, SUSPECTS, whole
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import start

Judges: TypeAlias = Mapping[int, Sequence[int]]  # evaluation rows of each side

THIN: Final = 64  # whistle sampling interval
_WIDE: Final = 2  # boards per card
_SURE: Final = 0.7  # minimum probability for an early accusation
_LATE: Final = 7  # first round without that minimum
MOST: Final = 1 << 40  # nodes: no limit


class Call(NamedTuple):
    here: Board
    suspects: int
    turned: int


class SelfPlayGame:
    """One game. A fraction *astray* of the actions is random, for exploration."""

    def __init__(self, rng: Random, judges: Judges, edition: int, astray: float = 0.0) -> None:
        self._rng = rng
        self._judges = judges
        self._astray = astray
        self._search: RoundSearch = searcher()
        self.here: Board = laid_out(start(edition))
        self.number = 1
        self.jack = rng.randrange(8)
        self._pile = [character for character in range(8) if character != self.jack]
        self._up = board.ALL
        self._alibis = 0
        self._turned = 0
        self.visible = True
        self.winner: int | None = None

    def play(self, rows: list[float] | None = None, rate: float = 0.0) -> bool:
        """Play to the end and return True if the Detective won. *rows*, if given, are trained at *rate*."""
        before: Call | None = None  # the call before this round
        while self.winner is None:
            cards = self._rng.sample(range(8), 4)
            self._turned = sum(1 << card for card in cards) if self.number & 1 else board.ALL & ~self._turned
            self._round(before, rows, rate)
            before = self._call()
        return self.winner == board.DETECTIVE

    def _weights(self) -> Weights:
        return shares([float((self._up & ~self._alibis) >> character & 1) for character in range(8)])

    def _round(self, before: Call | None, rows: list[float] | None, rate: float) -> None:
        face_up = self._turned
        for used in range(4):
            seat = board.MOVER[4 * (self.number & 1) + used]
            search, weights = self._search, self._weights()
            search.prospects.learn(self._judges[seat])
            search.prospects.believe(weights, max(2, len(self._pile)))
            search.own, search.through, search.thin, search.width, search.everybody = 16, False, THIN, 1, 0
            search.soft = 0
            search.nodes, search.most = 0, MOST
            if used == 0 and before is not None and rows is not None:
                self._think(used, face_up, board.NONE)
                self._teach(before, rows, rate)
                search.prospects.believe(weights, max(2, len(self._pile)))
            if seat == board.JACK and self._leaves(face_up):
                return
            card = self._choose(self._think(used, face_up, self.jack if seat == board.JACK else board.NONE), weights)
            if card is None:
                return
            face_up &= ~(1 << card)
            self._draw(seat, card)

    def _draw(self, seat: int, card: int) -> None:
        if card == board.HOLMES and self._pile:
            drawn = self._pile.pop(self._rng.randrange(len(self._pile)))
            self._alibis |= (seat == board.DETECTIVE) << drawn

    def _think(self, used: int, face_up: int, jack: int) -> Ply:
        search = self._search
        search.jack = jack
        ply = search.begin(self.here, self.number, used, face_up, self._turned, visible=self.visible)
        if used == 3 and jack != board.NONE:
            search.collect_all(ply, _WIDE, False, 0)  # noqa: FBT003 - compiled, it has no names
        else:
            search.solve(0)
        return ply

    def _leaves(self, face_up: int) -> bool:
        if self.visible or not face_up >> self.jack & 1 or not self._search.prospects.can_leave(self.here, self.jack):
            return False
        self.winner = board.JACK
        return True

    def _choose(self, ply: Ply, weights: Weights) -> int | None:
        """Play a card and return it; None if it was an arrest."""
        boards = range(ply.size)
        if self._rng.random() < self._astray:
            best = self._rng.choice(boards)
        elif self._search.jack == self.jack:
            best = min(boards, key=lambda k: ply.values[8 * k + self.jack])
        else:
            best = max(boards, key=lambda k: expected_value(ply.values[8 * k : 8 * k + 8], weights))
            accused = [character for character in range(8) if ply.accused >> character & 1 and weights[character]]
            if accused:
                character = max(accused, key=lambda character: weights[character])
                sure = self.number >= _LATE or weights[character] >= _SURE * ONE
                if sure and weights[character] * ONE > expected_value(ply.values[8 * best : 8 * best + 8], weights):
                    self.winner = board.DETECTIVE if character == self.jack else board.JACK
                    return None
        ply.put(best, self.here)
        return int(ply.card[best])

    def _call(self) -> Call | None:
        if self.winner is not None:
            return None
        if self.number == board.LAST_ROUND:
            self.winner = board.JACK
            return None
        current, up = self.here, self._up
        before = Board(
            current.places, current.occupied, current.lamps, current.cordons, current.covers, current.facing
        )  # fmt: skip
        visible = self._search.prospects.look(current)
        self.visible = bool(visible >> self.jack & 1)
        self._up &= visible if self.visible else ~visible
        for post in range(8):
            if self.number <= 4 and current.lamps >> 4 * post & 15 == self.number:
                current.lamps &= ~(15 << 4 * post)
        self.number += 1
        return Call(before, up & ~self._alibis, self._turned)

    def _teach(self, before: Call, rows: list[float], rate: float) -> None:
        called_on, suspects, turned = before
        prospects = self._search.prospects
        value = [self._search.plies[0].value[character] / ONE for character in range(8)]
        weights = self._weights()
        prospects.believe(shares([float(suspects >> character & 1) for character in range(8)]), 7)
        prospects.judge(called_on, self.number - 1, board.ALL & ~turned, False)  # noqa: FBT003
        row = ROW * (2 * self.number + self.visible)
        for character in range(8):
            if weights[character]:
                described = prospects.features[FEATURES * character : FEATURES * (character + 1)]
                learn(rows, row, prospects.left[character], [x / 64 for x in described], value[character], rate)


def estimate(rows: Sequence[float], row: int, left: int, features: Sequence[float]) -> float:
    at, part = row + (left >> 4), (left & 15) / 16
    z = rows[at] * (1 - part) + rows[at + 1] * part
    z += sum(x * weight for x, weight in zip(features, rows[row + SUSPECTS : row + ROW], strict=True))
    return 1 / (1 + exp(-max(-8.0, min(8.0, z))))


def learn(rows: list[float], row: int, left: int, features: Sequence[float], target: float, rate: float) -> float:
    at, part = row + (left >> 4), (left & 15) / 16
    off = target - estimate(rows, row, left, features)
    step = rate * off
    rows[at] += step * (1 - part)
    rows[at + 1] += step * part
    for k, x in enumerate(features):
        rows[row + SUSPECTS + k] += step * x
    return off


def contest(
    ours: Sequence[float], theirs: Sequence[float], games: int, seed: str, kind: type[SelfPlayGame] = SelfPlayGame
) -> float:
    """Play pairs of games with the same seeds and swapped sides; return the share of games *ours* wins."""
    won = 0
    our_rows, their_rows = whole(ours), whole(theirs)
    for number in range(games):
        for detective, jack in ((our_rows, their_rows), (their_rows, our_rows)):
            judges: Judges = {board.DETECTIVE: detective, board.JACK: jack}
            won += kind(Random(f"{seed} {number}"), judges, number % 2).play() == (detective is our_rows)
    return won / (2 * games)

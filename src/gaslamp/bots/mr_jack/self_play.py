"""Games that a judgement of Mr. Jack plays against itself, or another one, to learn and to see which is better.

Each round is thought through; what its beginning turns out to be worth for each suspect is what the judgement of the
call before it should have been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.mr_jack.judgement.worth import FEATURES, ONE, ROW, SUSPECTS, whole
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.search_bot import Weights, expected_value, laid_out, searcher, shares
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import start

Judges: TypeAlias = Mapping[int, Sequence[int]]  # the rows that each side judges by

THIN: Final = 64  # of so many whistles one is looked at
_WIDE: Final = 2
_SURE: Final = 0.7  # so likely must be whom the Detective accuses before the last rounds
_LATE: Final = 7
MOST: Final = 1 << 40  # nodes: no limit


class Call(NamedTuple):
    """What the witnesses were called for: the board as it was, whom it was about, and the cards of the round."""

    here: Board
    suspects: int
    turned: int


class SelfPlayGame:
    """One game. A share of what is done is left to chance, to see more."""

    def __init__(self, rng: Random, judges: Judges, edition: int, astray: float = 0.0) -> None:
        self._rng = rng
        self._judges = judges
        self._astray = astray
        self._search: RoundSearch = searcher()
        self.here: Board = laid_out(start(edition))
        self.number = 1
        self.jack = rng.randrange(8)
        self._pile = [who for who in range(8) if who != self.jack]
        self._up = board.ALL
        self._alibis = 0
        self._turned = 0
        self.visible = True
        self.winner: int | None = None

    def play(self, rows: list[float] | None = None, rate: float = 0.0) -> bool:
        """Play to the end; where rows are given, they learn at a rate. Tell whether the Detective won."""
        before: Call | None = None  # the call before this round
        while self.winner is None:
            cards = self._rng.sample(range(8), 4)
            self._turned = sum(1 << card for card in cards) if self.number & 1 else board.ALL & ~self._turned
            self._round(before, rows, rate)
            before = self._call()
        return self.winner == board.DETECTIVE

    def _weights(self) -> Weights:
        return shares([float((self._up & ~self._alibis) >> who & 1) for who in range(8)])

    def _round(self, before: Call | None, rows: list[float] | None, rate: float) -> None:
        """Play a round, and learn from what its beginning is worth."""
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
        """Draw an alibi card, if Holmes was played."""
        if card == board.HOLMES and self._pile:
            drawn = self._pile.pop(self._rng.randrange(len(self._pile)))
            self._alibis |= (seat == board.DETECTIVE) << drawn

    def _think(self, used: int, face_up: int, jack: int) -> Ply:
        """Think the rest of the round through."""
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
        """Play a card out; None if that was an arrest."""
        found = range(ply.size)
        if self._rng.random() < self._astray:
            best = self._rng.choice(found)
        elif self._search.jack == self.jack:
            best = min(found, key=lambda k: ply.values[8 * k + self.jack])
        else:
            best = max(found, key=lambda k: expected_value(ply.values[8 * k : 8 * k + 8], weights))
            accused = [who for who in range(8) if ply.accused >> who & 1 and weights[who]]
            if accused:
                who = max(accused, key=lambda who: weights[who])
                sure = self.number >= _LATE or weights[who] >= _SURE * ONE
                if sure and weights[who] * ONE > expected_value(ply.values[8 * best : 8 * best + 8], weights):
                    self.winner = board.DETECTIVE if who == self.jack else board.JACK
                    return None
        ply.put(best, self.here)
        return int(ply.card[best])

    def _call(self) -> Call | None:
        """Call the witnesses (MJ-55 to MJ-59)."""
        if self.winner is not None:
            return None
        if self.number == board.LAST_ROUND:
            self.winner = board.JACK
            return None
        here, up = self.here, self._up
        before = Board(here.places, here.occupied, here.lamps, here.cordons, here.covers, here.facing)
        seen = self._search.prospects.look(here)
        self.visible = bool(seen >> self.jack & 1)
        self._up &= seen if self.visible else ~seen
        for post in range(8):
            if self.number <= 4 and here.lamps >> 4 * post & 15 == self.number:
                here.lamps &= ~(15 << 4 * post)
        self.number += 1
        return Call(before, up & ~self._alibis, self._turned)

    def _teach(self, before: Call, rows: list[float], rate: float) -> None:
        """Move the rows a little towards what the round is worth."""
        here, suspects, turned = before
        prospects = self._search.prospects
        value = [self._search.plies[0].value[who] / ONE for who in range(8)]
        weights = self._weights()
        prospects.believe(shares([float(suspects >> who & 1) for who in range(8)]), 7)
        prospects.judge(here, self.number - 1, board.ALL & ~turned, False)  # noqa: FBT003
        row = ROW * (2 * self.number + self.visible)
        for who in range(8):
            if weights[who]:
                described = prospects.features[FEATURES * who : FEATURES * (who + 1)]
                learn(rows, row, prospects.left[who], [x / 64 for x in described], value[who], rate)


def estimate(rows: Sequence[float], row: int, left: int, features: Sequence[float]) -> float:
    """Give how likely the Detective wins, by one row."""
    at, part = row + (left >> 4), (left & 15) / 16
    z = rows[at] * (1 - part) + rows[at + 1] * part
    z += sum(x * weight for x, weight in zip(features, rows[row + SUSPECTS : row + ROW], strict=True))
    return 1 / (1 + exp(-max(-8.0, min(8.0, z))))


def learn(rows: list[float], row: int, left: int, features: Sequence[float], target: float, rate: float) -> float:
    """Move the weights of one row a little towards a better value; give how far off they were."""
    at, part = row + (left >> 4), (left & 15) / 16
    off = target - estimate(rows, row, left, features)
    step = rate * off
    rows[at] += step * (1 - part)
    rows[at + 1] += step * part
    for k, x in enumerate(features):
        rows[row + SUSPECTS + k] += step * x
    return off


def contest(
    one: Sequence[float], other: Sequence[float], games: int, seed: str, kind: type[SelfPlayGame] = SelfPlayGame
) -> float:
    """Play pairs of games with the same dice, each judgement once on each side; give which share the first wins."""
    won = 0
    ours, theirs = whole(one), whole(other)
    for number in range(games):
        for detective, jack in ((ours, theirs), (theirs, ours)):
            judges: Judges = {board.DETECTIVE: detective, board.JACK: jack}
            won += kind(Random(f"{seed} {number}"), judges, number % 2).play() == (detective is ours)
    return won / (2 * games)

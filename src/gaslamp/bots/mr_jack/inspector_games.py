"""Games of two who play as the inspector does: the Detective draws conclusions from what Jack does, and Jack mixes.

Few nodes are looked at. What became of the game is what the judgement of a call should have been, as far as the true
Jack is concerned; of the other suspects, what the round after it was worth to who thought it through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from gaslamp.bots.mr_jack.inspector import LATE, SURE, TRUST, hunters
from gaslamp.bots.mr_jack.judgement.worth import FEATURES, ONE, ROW, SUSPECTS
from gaslamp.bots.mr_jack.mixing import costs, parts
from gaslamp.bots.mr_jack.player_types import TypePosterior
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply
from gaslamp.bots.mr_jack.search_bot import SOFTNESS, Weights, expected_value, shares
from gaslamp.bots.mr_jack.self_play import MOST, THIN, Call, Judges, SelfPlayGame, estimate
from gaslamp.titles.mr_jack.rules import board

_WIDE: Final = 5  # boards of each card are looked at
_NODES: Final = 5000
_RATE: Final = 0.3
_OTHERS: Final = 0.4  # so much is learnt from another suspect than Jack
_EVERYBODY: Final = range(len(board.CHARACTERS))


class AdaGradWeights:
    """AdaGradWeights of weights that learn: each weight the slower, the more it has been moved (as AdaGrad does)."""

    def __init__(self, weights: Sequence[float], moved: Sequence[float]) -> None:
        self.weights = [*weights]
        self.moved = [*moved]  # the sum of squares of all that each weight was asked to move by

    def learn(self, row: int, left: int, features: Sequence[float], target: float, share: float = 1.0) -> float:
        """Move the weights of one row towards a better value; give how far off they were."""
        at, part = row + (left >> 4), (left & 15) / 16
        off = target - estimate(self.weights, row, left, features)
        self._move(at, share * off * (1 - part))
        self._move(at + 1, share * off * part)
        for k, x in enumerate(features):
            self._move(row + SUSPECTS + k, share * off * x)
        return off

    def _move(self, at: int, step: float) -> None:
        self.moved[at] += step * step
        self.weights[at] += _RATE * step / sqrt(self.moved[at])


class TrainingSample(NamedTuple):
    """What a call left of a suspect, and what the round after it was worth to the Detective; None for the true Jack."""

    row: int
    left: int
    features: Sequence[float]
    value: float | None


class InspectorGame(SelfPlayGame):
    """One game. A share of what is done is left to chance, to see more."""

    def __init__(self, rng: Random, judges: Judges, edition: int, astray: float = 0.0) -> None:
        super().__init__(rng, judges, edition, astray)
        self._posterior = TypePosterior()
        self._notes = False
        self.samples: list[TrainingSample] = []

    def study(self, rows: AdaGradWeights) -> bool:
        """Play to the end, and let rows learn from it. Tell whether the Detective won."""
        self._notes = True
        won = self.play()
        for row, left, features, value in self.samples:
            if value is None:
                rows.learn(row, left, features, float(won))
            else:
                rows.learn(row, left, features, value, _OTHERS)
        return won

    # ---- what is believed

    def _alike(self) -> Weights:
        """Give all suspects alike, as Jack thinks that the Detective holds them."""
        return shares([float(self._up >> who & 1) for who in _EVERYBODY])

    def _belief(self) -> Weights:
        """Give what the Detective makes of what Jack did."""
        suspects = self._up & ~self._alibis
        likely = self._posterior.likely()
        return shares([(suspects >> who & 1) * likely[who] ** TRUST for who in _EVERYBODY])

    # ---- a round

    def _round(self, before: Call | None, rows: list[float] | None, rate: float) -> None:
        if before is not None and self._notes:
            self._take_samples(before)
        face_up = self._turned
        for used in range(4):
            seat = board.MOVER[4 * (self.number & 1) + used]
            card = self._jack(used, face_up) if seat == board.JACK else self._detective(used, face_up)
            if card is None:
                return
            face_up &= ~(1 << card)
            self._draw(seat, card)

    def _begin(self, seat: int, weights: Weights, used: int, face_up: int) -> Ply:
        """Lay out the moment for a side."""
        search = self._search
        search.prospects.learn(self._judges[seat])
        search.prospects.believe(weights, max(2, len(self._pile)))
        search.own, search.through, search.thin, search.width, search.everybody = 16, False, THIN, 1, 1
        search.jack, search.soft = board.NONE, SOFTNESS if seat == board.JACK else 0
        search.nodes, search.most = 0, _NODES
        return search.begin(self.here, self.number, used, face_up, self._turned, visible=self.visible)

    def _followed(self, ply: Ply) -> list[int]:
        """Follow the best boards of each card, as far as the nodes last."""
        self._search.collect_all(ply, _WIDE, False, 0)  # noqa: FBT003 - compiled, it has no names
        followed = []
        for k in sorted(range(ply.size), key=lambda k: -ply.score[k]):
            self._search.follow(ply, k, 0)
            if self._search.stopped:
                break
            followed.append(k)
        return followed or [*range(ply.size)]

    def _detective(self, used: int, face_up: int) -> int | None:
        """Play a card out for the Detective; None if that was an arrest."""
        weights = self._belief()
        ply = self._begin(board.DETECTIVE, weights, used, face_up)
        followed = self._followed(ply)
        if self._rng.random() < self._astray:
            return self._take(ply, self._rng.choice(followed))
        worth = {k: expected_value(ply.values[8 * k : 8 * k + 8], weights) for k in followed}
        best = max(followed, key=lambda k: worth[k])
        accused = max(_EVERYBODY, key=lambda who: (ply.accused >> who & 1) * weights[who])
        sure = self.number >= LATE or weights[accused] >= SURE * ONE
        if sure and ply.accused >> accused & 1 and weights[accused] * ONE > worth[best]:
            self.winner = board.DETECTIVE if accused == self.jack else board.JACK
            return None
        return self._take(ply, best)

    def _jack(self, used: int, face_up: int) -> int | None:
        """Play a card out for Jack; None if he left."""
        if self._leaves(face_up):
            return None
        ply = self._begin(board.JACK, self._alike(), used, face_up)
        followed = self._followed(ply)
        ends = [_laid_out(ply, k) for k in followed]
        values = [tuple(ply.values[8 * k : 8 * k + 8]) for k in followed]
        if self._rng.random() < self._astray:
            taken = self._rng.randrange(len(followed))
        else:
            read = self._posterior.posteriors(self._search, ply, ends, self._up)
            near = [hunters(end) for end in ends]
            often = parts(costs(values, read, near), self._alike())[self.jack]
            taken = self._rng.choices(range(len(followed)), often)[0]
        self._search.prospects.learn(self._judges[board.DETECTIVE])
        self._posterior.weigh(self._search, ply, ends[taken], self._up)
        return self._take(ply, followed[taken])

    def _take(self, ply: Ply, k: int) -> int:
        self.here = _laid_out(ply, k)
        return int(ply.card[k])

    # ---- what is learnt

    def _take_samples(self, call: Call) -> None:
        """Note what the last call left of each suspect: by what the Detective believes, and with all of them alike."""
        belief = self._belief()
        values = self._thought_through(belief)
        row = ROW * (2 * self.number + self.visible)
        for weights in (belief, self._alike()):
            for who, left, features in self._described(call, weights):
                if belief[who]:
                    value = None if who == self.jack else values[who]
                    self.samples.append(TrainingSample(row, left, features, value))

    def _thought_through(self, weights: Weights) -> list[float]:
        """Give what the beginning of the round is worth for each suspect."""
        ply = self._begin(board.DETECTIVE, weights, 0, self._turned)
        search = self._search
        search.everybody, search.soft, search.most = 0, SOFTNESS, MOST
        search.solve(0)
        return [ply.value[who] / ONE for who in _EVERYBODY]

    def _described(self, call: Call, weights: Weights) -> Iterator[tuple[int, int, list[float]]]:
        """Give the suspects with how many are left in effect, and their features, as the last call saw them."""
        prospects = self._search.prospects
        prospects.believe(weights, 7)
        prospects.judge(call.here, self.number - 1, board.ALL & ~call.turned, False)  # noqa: FBT003
        for who in _EVERYBODY:
            if weights[who]:
                features = [x / 64 for x in prospects.features[FEATURES * who : FEATURES * (who + 1)]]
                yield who, prospects.left[who], features


def _laid_out(ply: Ply, k: int) -> Board:
    """Give a board that is followed."""
    here = Board(0, 0, 0, 0, 0, 0)
    ply.put(k, here)
    return here

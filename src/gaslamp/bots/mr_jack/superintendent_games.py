"""Self-play games between superintendents: the Detective infers from Jack's actions, and Jack mixes.

Searches are small. The result of the game is the training target for the evaluation of the true Jack; for the other
suspects it is the searched value of the next round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from gaslamp.bots.mr_jack.mixing import costs, parts
from gaslamp.bots.mr_jack.player_types import TypePosterior
from gaslamp.bots.mr_jack.reasons import pursuers
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply
from gaslamp.bots.mr_jack.search_bot import SOFTNESS, Weights, expected_value, shares
from gaslamp.bots.mr_jack.self_play import MOST, THIN, Call, Judges, SelfPlayGame, estimate
from gaslamp.bots.mr_jack.superintendent import LATE, SURE, TRUST
from gaslamp.bots.mr_jack.worth import FEATURES, ONE, ROW, SUSPECTS
from gaslamp.titles.mr_jack.rules import board

_WIDE: Final = 5  # boards per card
_NODES: Final = 5000
_RATE: Final = 0.3
_FLOOR: Final = 0.003  # probability of a suspect in the public belief
_OTHERS: Final = 0.4  # sample weight of suspects other than Jack
_CHARACTERS: Final = range(len(board.CHARACTERS))


class AdaGradWeights:
    def __init__(self, weights: Sequence[float], moved: Sequence[float]) -> None:
        self.weights = [*weights]
        self.moved = [*moved]  # sums of squared gradients

    def learn(self, row: int, left: int, features: Sequence[float], target: float, share: float = 1.0) -> float:
        """Move one row of weights towards *target* and return the error before the step."""
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
    """Features of a suspect after a call, and the value of the next round; None for the true Jack."""

    row: int
    left: int
    features: Sequence[float]
    value: float | None


class SuperintendentGame(SelfPlayGame):
    def __init__(self, rng: Random, judges: Judges, edition: int, astray: float = 0.0) -> None:
        super().__init__(rng, judges, edition, astray)
        self._posterior = TypePosterior()
        self._public = [1 / len(_CHARACTERS)] * len(_CHARACTERS)  # belief under Jack's own strategy
        self._notes = False
        self.samples: list[TrainingSample] = []

    def study(self, rows: AdaGradWeights) -> bool:
        """Play to the end, train *rows* on the samples, and return True if the Detective won."""
        self._notes = True
        won = self.play()
        for row, left, features, value in self.samples:
            if value is None:
                rows.learn(row, left, features, float(won))
            else:
                rows.learn(row, left, features, value, _OTHERS)
        return won

    # ---- beliefs

    def _alike(self) -> Weights:
        """Return equal weights for all suspects: Jack's model of the Detective's belief."""
        return shares([float(self._up >> character & 1) for character in _CHARACTERS])

    def _belief(self) -> Weights:
        suspects = self._up & ~self._alibis
        likely = self._posterior.likely()
        return shares([(suspects >> character & 1) * likely[character] ** TRUST for character in _CHARACTERS])

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
        search = self._search
        search.prospects.learn(self._judges[seat])
        search.prospects.believe(weights, max(2, len(self._pile)))
        search.own, search.through, search.thin, search.width, search.everybody = 16, False, THIN, 1, 1
        search.jack, search.soft = board.NONE, SOFTNESS if seat == board.JACK else 0
        search.nodes, search.most = 0, _NODES
        return search.begin(self.here, self.number, used, face_up, self._turned, visible=self.visible)

    def _followed(self, ply: Ply) -> list[int]:
        """Search the best boards of each card within the node limit and return their indices."""
        self._search.collect_all(ply, _WIDE, False, 0)  # noqa: FBT003 - compiled, it has no names
        followed = []
        for k in sorted(range(ply.size), key=lambda k: -ply.score[k]):
            self._search.follow(ply, k, 0)
            if self._search.stopped:
                break
            followed.append(k)
        return followed or [*range(ply.size)]

    def _detective(self, used: int, face_up: int) -> int | None:
        """Play a card for the Detective and return it; None if it was an arrest."""
        weights = self._belief()
        ply = self._begin(board.DETECTIVE, weights, used, face_up)
        followed = self._followed(ply)
        if self._rng.random() < self._astray:
            return self._take(ply, self._rng.choice(followed))
        worth = {k: expected_value(ply.values[8 * k : 8 * k + 8], weights) for k in followed}
        best = max(followed, key=lambda k: worth[k])
        accused = max(_CHARACTERS, key=lambda character: (ply.accused >> character & 1) * weights[character])
        sure = self.number >= LATE or weights[accused] >= SURE * ONE
        if sure and ply.accused >> accused & 1 and weights[accused] * ONE > worth[best]:
            self.winner = board.DETECTIVE if accused == self.jack else board.JACK
            return None
        return self._take(ply, best)

    def _jack(self, used: int, face_up: int) -> int | None:
        """Play a card for Jack and return it; None if Jack escaped."""
        if self._leaves(face_up):
            return None
        ply = self._begin(board.JACK, self._alike(), used, face_up)
        followed = self._followed(ply)
        ends = [_laid_out(ply, k) for k in followed]
        values = [tuple(ply.values[8 * k : 8 * k + 8]) for k in followed]
        if self._rng.random() < self._astray:
            taken = self._rng.randrange(len(followed))
        else:
            weights = shares([(self._up >> character & 1) * self._public[character] for character in _CHARACTERS])
            near = [pursuers(end) for end in ends]
            mixed = parts(costs(values, weights, near), weights)
            taken = self._rng.choices(range(len(followed)), mixed[self.jack])[0]
            likely = [max(_FLOOR, share * often[taken]) for share, often in zip(self._public, mixed, strict=True)]
            self._public = [share / sum(likely) for share in likely]
        self._search.prospects.learn(self._judges[board.DETECTIVE])
        self._posterior.weigh(self._search, ply, ends[taken], self._up)
        return self._take(ply, followed[taken])

    def _take(self, ply: Ply, k: int) -> int:
        self.here = _laid_out(ply, k)
        return int(ply.card[k])

    # ---- training samples

    def _take_samples(self, call: Call) -> None:
        """Store a sample for each suspect of the last call, by the Detective's belief and by equal weights."""
        belief = self._belief()
        values = self._thought_through(belief)
        row = ROW * (2 * self.number + self.visible)
        for weights in (belief, self._alike()):
            for character, left, features in self._described(call, weights):
                if belief[character]:
                    value = None if character == self.jack else values[character]
                    self.samples.append(TrainingSample(row, left, features, value))

    def _thought_through(self, weights: Weights) -> list[float]:
        """Search the round from its start. Return the Detective's win probability for each suspect."""
        ply = self._begin(board.DETECTIVE, weights, 0, self._turned)
        search = self._search
        search.everybody, search.soft, search.most = 0, SOFTNESS, MOST
        search.solve(0)
        return [ply.value[character] / ONE for character in _CHARACTERS]

    def _described(self, call: Call, weights: Weights) -> Iterator[tuple[int, int, list[float]]]:
        """Yield the suspects with their effective number and features at the last call."""
        prospects = self._search.prospects
        prospects.believe(weights, 7)
        prospects.judge(call.here, self.number - 1, board.ALL & ~call.turned, False)  # noqa: FBT003
        for character in _CHARACTERS:
            if weights[character]:
                features = [x / 64 for x in prospects.features[FEATURES * character : FEATURES * (character + 1)]]
                yield character, prospects.left[character], features


def _laid_out(ply: Ply, k: int) -> Board:
    end = Board(0, 0, 0, 0, 0, 0)
    ply.put(k, end)
    return end

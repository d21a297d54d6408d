"""Inference from Jack's actions: how likely they are for each suspect and player type.

The player types: plays for its own value; half for its value and half for revealing nothing; for revealing nothing;
random. Each activation is compared with all alternatives. Identity and type are inferred together.
"""

from __future__ import annotations

from typing import Final

from gaslamp.bots.mr_jack.public_position import PublicPosition
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.search_bot import Weights, changed, laid_out, searcher, shares
from gaslamp.bots.mr_jack.worth import learnt
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import IDENTITY, PICK
from gaslamp.titles.mr_jack.rules.position import Position

_PRIOR: Final = (0.35, 0.25, 0.2, 0.2)  # own value, half and half, reveal nothing, random
_RANDOM: Final = 3
_STAYED: Final = (0.03, 0.03, 0.1, 0.8)  # probability of declining to escape
_TELLS: Final = 5.0  # cap on one activation's likelihood ratio
_THIN: Final = 48  # whistle sampling interval
_CHARACTERS: Final = range(len(board.CHARACTERS))


class TypePosterior:
    """Posterior over player type and identity, given Jack's activations."""

    def __init__(self) -> None:
        self._likely = [[share] * len(board.CHARACTERS) for share in _PRIOR]

    def likely(self) -> list[float]:
        """Return the posterior of each character, summed over player types."""
        return [sum(kind[character] for kind in self._likely) for character in _CHARACTERS]

    def weigh(self, search: RoundSearch, ply: Ply, after: Board, up: int) -> None:
        """Update on an activation from *ply* to the board *after*, with the suspects *up*."""
        self._survey(search, ply, up)
        likely = self._after(search, ply, after)
        for character in _CHARACTERS:
            if ply.face_up >> character & 1 and not ply.visible and search.prospects.can_leave(ply.here, character):
                for kind, stayed in enumerate(_STAYED):
                    likely[kind][character] *= stayed
        total = sum(map(sum, likely))
        self._likely = [[share / total for share in kind] for kind in likely]

    def _survey(self, search: RoundSearch, ply: Ply, up: int) -> None:
        search.prospects.believe(shares([float(up >> character & 1) for character in _CHARACTERS]), 7)
        search.survey(ply, _THIN)

    def _after(self, search: RoundSearch, ply: Ply, after: Board) -> list[list[float]]:
        search.show(ply, after)
        updated = []
        for kind, likely in enumerate(self._likely):
            read = [
                1 / search.count if kind == _RANDOM else search.likelihood(kind, character) for character in _CHARACTERS
            ]
            least = max(read) / _TELLS
            updated.append([share * max(said, least) for share, said in zip(likely, read, strict=True)])
        return updated


class PlayerTypeTracker(PublicPosition):
    """Tracks the public position and updates the posterior on each activation by Jack."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition)
        self._before: Position | None = None  # at the start of Jack's activation
        self._apart: Position | None = None  # the activation without the call after it
        self._posterior = TypePosterior()

    def _observe_action(self, action: int) -> None:
        if PICK <= action < IDENTITY and self.position.seat == board.JACK:
            self._before = self.position.copy()
            self._apart = changed(self.position, used=0)
        if self._apart is not None:
            self._apart.advance(action)
        super()._observe_action(action)
        if self._apart is not None and self._apart.picked == board.NONE:
            self._weigh()

    def weights(self) -> Weights:
        return shares(self._posterior.likely())

    def _weigh(self) -> None:
        before, after = self._before, self._apart
        assert before is not None
        assert after is not None
        self._before = self._apart = None
        search = searcher()
        search.prospects.learn(learnt())
        self._posterior.weigh(search, self._beginning(search, before), laid_out(after), self._up)

    def _beginning(self, search: RoundSearch, before: Position) -> Ply:
        return search.begin(
            laid_out(before), before.round, before.used, before.face_up, before.turned, visible=bool(before.visible)
        )  # fmt: skip

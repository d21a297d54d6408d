"""Inference from Jack's actions: how likely they are for each suspect and player type.

The player types: plays for its own value; half for its value and half for revealing nothing; for revealing nothing;
random. Each activation is compared with all alternatives. Identity and type are inferred together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.search_bot import Weights, changed, laid_out, searcher, shares
from gaslamp.bots.mr_jack.worth import learnt
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import NUMBER
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, ALIBI, CARD, EXCHANGE, HEX, IDENTITY, PICK, STAY
from gaslamp.titles.mr_jack.rules.position import Position, start

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

    def posteriors(self, search: RoundSearch, ply: Ply, ends: Sequence[Board], up: int) -> list[list[float]]:
        """Return for each possible end board the probability that each suspect is Jack."""
        self._survey(search, ply, up)
        boards = []
        for after in ends:
            likely = self._after(search, ply, after)
            parts = [(up >> character & 1) * sum(kind[character] for kind in likely) for character in _CHARACTERS]
            total = sum(parts)
            boards.append([part / total for part in parts])
        return boards

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


class PlayerTypeTracker:
    """Tracks the public position and updates the posterior on each activation by Jack."""

    def __init__(self, edition: str) -> None:
        self.position = start(board.EDITIONS.index(edition))  # public; hidden fields are made up
        self._up = board.ALL
        self._before: Position | None = None  # at the start of Jack's activation
        self._apart: Position | None = None  # the activation without the call after it
        self._posterior = TypePosterior()

    def observe(self, news: News) -> None:
        if news.kind == "called":
            self._called(news)
            return
        action = self._action(news)
        if action is None:
            return
        if action >= PICK and action < IDENTITY and self.position.seat == board.JACK:
            self._before = self.position.copy()
            self._apart = changed(self.position, used=0)
        if self._apart is not None:
            self._apart.advance(action)
        self.position.advance(action)
        if self._apart is not None and self._apart.picked == board.NONE:
            self._weigh()

    def weights(self) -> Weights:
        return shares(self._posterior.likely())

    def tells(self, ends: Sequence[Board]) -> list[list[float]]:
        """Return for each possible end board of Jack's activation the probability that each character is Jack."""
        search = searcher()
        search.prospects.learn(learnt())
        ply = self._beginning(search, self._before or self.position)
        return self._posterior.posteriors(search, ply, ends, self._up)

    def _action(self, news: News) -> int | None:
        """Return the action of a news item, a legal one for a hidden card; None if the game has ended."""
        details = {name: str(value) for name, value in news.details.items()}
        match news.kind:
            case "identity" | "identity_hidden":
                return IDENTITY
            case "turned":
                return CARD + _number(details)
            case "picked":
                return PICK + _number(details)
            case "moved":
                return HEX + NUMBER[details["there"]]
            case "stayed":
                return STAY
            case "exchanged":
                return EXCHANGE + _number(details)
            case "alibi" | "alibi_hidden":
                return ALIBI + (self.position.pile & -self.position.pile).bit_length() - 1
            case "faced":
                return ACTIONS.parse(f"face {details['facing']}")
            case "whistled":
                return ACTIONS.parse(f"whistle {details['character']} {details['there']}")
            case "whistled_in_vain":
                return ACTIONS.parse("whistle nobody")
            case "lamp_moved" | "cordon_moved" | "cover_moved":
                return ACTIONS.parse(f"{news.kind.removesuffix('_moved')} {details['here']} {details['there']}")
            case _:
                return None  # the end of the game

    def _called(self, news: News) -> None:
        """Apply the answer of a call from the news: the tracked position has a made-up identity."""
        cleared = news.details["cleared"]
        assert isinstance(cleared, tuple)
        for name in cleared:
            self._up &= ~(1 << board.CHARACTERS.index(str(name)))
        self.position = changed(self.position, up=self._up, visible=int(news.details["answer"] == "visible"))

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


def _number(details: dict[str, str]) -> int:
    return board.CHARACTERS.index(details["character"])

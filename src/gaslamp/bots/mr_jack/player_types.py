"""What Jack's doings tell: how likely they were for each suspect, whatever his manner.

He may think of himself alone, of himself and of telling nothing, of telling nothing alone, or of nothing at all. Each
activation of his is weighed against all that he could have done; which manner is his comes out with who he is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gaslamp.bots.mr_jack.judgement.weights import learnt
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.search_bot import Weights, changed, laid_out, searcher, shares
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import NUMBER
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, ALIBI, CARD, EXCHANGE, HEX, IDENTITY, PICK, STAY
from gaslamp.titles.mr_jack.rules.position import Position, start

_PRIOR: Final = (0.35, 0.25, 0.2, 0.2)  # for himself, half and half, telling nothing, arbitrary
_ARBITRARY: Final = 3
_STAYED: Final = (0.03, 0.03, 0.1, 0.8)  # how likely one of such a manner does not leave, though he can
_TELLS: Final = 5.0  # no activation makes one suspect more than so many times likelier than another
_THIN: Final = 48  # of so many whistles one is looked at
_EVERYBODY: Final = range(len(board.CHARACTERS))


class TypePosterior:
    """How likely it was what Jack did, for each manner and character."""

    def __init__(self) -> None:
        self._likely = [[share] * len(board.CHARACTERS) for share in _PRIOR]

    def likely(self) -> list[float]:
        """Give it for each character, whatever his manner."""
        return [sum(manner[who] for manner in self._likely) for who in _EVERYBODY]

    def weigh(self, search: RoundSearch, ply: Ply, after: Board, up: int) -> None:
        """Let an activation count that led from a moment to a board, with these suspects."""
        self._survey(search, ply, up)
        here = ply.here
        likely = self._after(search, ply, after)
        for who in _EVERYBODY:
            if ply.face_up >> who & 1 and not ply.visible and search.prospects.can_leave(here, who):
                for manner, stayed in enumerate(_STAYED):
                    likely[manner][who] *= stayed
        total = sum(map(sum, likely))
        self._likely = [[share / total for share in manner] for manner in likely]

    def posteriors(self, search: RoundSearch, ply: Ply, ends: Sequence[Board], up: int) -> list[list[float]]:
        """Give how likely each of the suspects would seem to be Jack, for each board that may be shown."""
        self._survey(search, ply, up)
        found = []
        for after in ends:
            likely = self._after(search, ply, after)
            parts = [(up >> who & 1) * sum(manner[who] for manner in likely) for who in _EVERYBODY]
            total = sum(parts)
            found.append([part / total for part in parts])
        return found

    def _survey(self, search: RoundSearch, ply: Ply, up: int) -> None:
        search.prospects.believe(shares([float(up >> who & 1) for who in _EVERYBODY]), 7)
        search.survey(ply, _THIN)

    def _after(self, search: RoundSearch, ply: Ply, after: Board) -> list[list[float]]:
        search.show(ply, after)
        found = []
        for manner, likely in enumerate(self._likely):
            read = [1 / search.count if manner == _ARBITRARY else search.likelihood(manner, who) for who in _EVERYBODY]
            least = max(read) / _TELLS
            found.append([share * max(said, least) for share, said in zip(likely, read, strict=True)])
        return found


class PlayerTypes:
    """Follows the open game and weighs each activation of Jack."""

    def __init__(self, edition: str) -> None:
        self.position = start(board.EDITIONS.index(edition))  # all that lies open; what is hidden is made up
        self._up = board.ALL
        self._before: Position | None = None  # Jack's activation, since its card was picked
        self._apart: Position | None = None  # the same without the call that may follow
        self._posterior = TypePosterior()

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""
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
        """Give how likely Jack's doings were for each character, in 4096ths all together."""
        return shares(self._posterior.likely())

    def tells(self, ends: Sequence[Board]) -> list[list[float]]:
        """Give how likely each character would seem to be Jack after his activation, for each board it may lead to."""
        search = searcher()
        search.prospects.learn(learnt())
        ply = self._beginning(search, self._before or self.position)
        return self._posterior.posteriors(search, ply, ends, self._up)

    def _action(self, news: News) -> int | None:
        """Give the action that a piece of news tells of; of hidden cards, any that may be."""
        told = {name: str(value) for name, value in news.details.items()}
        match news.kind:
            case "identity" | "identity_hidden":
                return IDENTITY
            case "turned":
                return CARD + _number(told)
            case "picked":
                return PICK + _number(told)
            case "moved":
                return HEX + NUMBER[told["there"]]
            case "stayed":
                return STAY
            case "exchanged":
                return EXCHANGE + _number(told)
            case "alibi" | "alibi_hidden":
                return ALIBI + (self.position.pile & -self.position.pile).bit_length() - 1
            case "faced":
                return ACTIONS.parse(f"face {told['facing']}")
            case "whistled":
                return ACTIONS.parse(f"whistle {told['character']} {told['there']}")
            case "whistled_in_vain":
                return ACTIONS.parse("whistle nobody")
            case "lamp_moved" | "cordon_moved" | "cover_moved":
                return ACTIONS.parse(f"{news.kind.removesuffix('_moved')} {told['here']} {told['there']}")
            case _:
                return None  # the end of the game

    def _called(self, news: News) -> None:
        """Correct what the call has told: the position did not know who Jack is."""
        cleared = news.details["cleared"]
        assert isinstance(cleared, tuple)
        for name in cleared:
            self._up &= ~(1 << board.CHARACTERS.index(str(name)))
        self.position = changed(self.position, up=self._up, visible=int(news.details["answer"] == "visible"))

    def _weigh(self) -> None:
        """Let an activation of Jack that is over count."""
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


def _number(told: dict[str, str]) -> int:
    return board.CHARACTERS.index(told["character"])

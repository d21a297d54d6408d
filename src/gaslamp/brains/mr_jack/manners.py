"""What Jack's doings tell: how likely they were for each suspect, whatever his manner.

He may think of himself alone, of himself and of telling nothing, of telling nothing alone, or of nothing at all. Each
activation of his is weighed against all that he could have done; which manner is his comes out with who he is.
"""

from __future__ import annotations

from typing import Final

from gaslamp.brains.mr_jack.thinking import Weights, laid_out, searcher, shares
from gaslamp.brains.mr_jack.weights import learnt
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


class Manners:
    """Follows the open game and weighs each activation of Jack."""

    def __init__(self, edition: str) -> None:
        self.position = start(board.EDITIONS.index(edition))  # all that lies open; what is hidden is made up
        self._up = board.ALL
        self._before: Position | None = None  # Jack's activation, since its card was picked
        self._apart: Position | None = None  # the same without the call that may follow
        self._likely = [[share] * len(board.CHARACTERS) for share in _PRIOR]

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
            self._apart = _with(self.position, used=0)
        if self._apart is not None:
            self._apart.advance(action)
        self.position.advance(action)
        if self._apart is not None and self._apart.picked == board.NONE:
            self._weigh()

    def weights(self) -> Weights:
        """Give how likely Jack's doings were for each character, in 4096ths all together."""
        return shares([sum(manner[who] for manner in self._likely) for who in _EVERYBODY])

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
        self.position = _with(self.position, up=self._up, visible=int(news.details["answer"] == "visible"))

    def _weigh(self) -> None:
        """Let an activation of Jack that is over count."""
        before, after = self._before, self._apart
        assert before is not None
        assert after is not None
        self._before = self._apart = None
        search = searcher()
        search.prospects.learn(learnt())
        search.prospects.believe(shares([float(self._up >> who & 1) for who in _EVERYBODY]), 7)
        here = laid_out(before)
        ply = search.begin(
            here, before.round, before.used, before.face_up, before.turned, visible=bool(before.visible)
        )  # fmt: skip
        search.read(ply, laid_out(after), _THIN)
        for manner, likely in enumerate(self._likely):
            read = [1 / search.count if manner == _ARBITRARY else search.likelihood(manner, who) for who in _EVERYBODY]
            least = max(read) / _TELLS
            for who in _EVERYBODY:
                could_leave = before.face_up >> who & 1 and not before.visible and search.prospects.can_leave(here, who)
                likely[who] *= max(read[who], least) * (_STAYED[manner] if could_leave else 1.0)
        total = sum(map(sum, self._likely))
        self._likely = [[share / total for share in manner] for manner in self._likely]


def _number(told: dict[str, str]) -> int:
    return board.CHARACTERS.index(told["character"])


def _with(position: Position, **fields: int) -> Position:
    """Give a position with some fields changed."""
    return Position(**dict(zip(_FIELDS, position.key(), strict=True)) | fields)


_FIELDS: Final = (
    "places", "occupied", "lamps", "up", "turned", "face_up", "pile", "jack_alibis", "detective_alibis", "whistled",
    "cordons", "covers", "facing", "round", "used", "picked", "moved", "acted", "points", "budget", "visible",
    "jack", "doing", "seat", "ending", "edition",
)  # fmt: skip

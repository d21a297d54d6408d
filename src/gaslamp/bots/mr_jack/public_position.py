"""The public part of a game of Mr. Jack, followed by the news of any seat."""

from __future__ import annotations

from gaslamp.bots.mr_jack.search_bot import changed
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import NUMBER
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, ALIBI, CARD, EXCHANGE, HEX, IDENTITY, PICK, STAY
from gaslamp.titles.mr_jack.rules.position import start


class PublicPosition:
    """Tracks the public position. Subclasses see every action before it is applied, and every call."""

    def __init__(self, edition: str) -> None:
        self.position = start(board.EDITIONS.index(edition))  # public; hidden fields are made up
        self._up = board.ALL

    def observe(self, news: News) -> None:
        if news.kind == "called":
            self._called(news)
            return
        action = self._action(news)
        if action is not None:
            self._observe_action(action)

    def _observe_action(self, action: int) -> None:
        self.position.advance(action)

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


def _number(details: dict[str, str]) -> int:
    return board.CHARACTERS.index(details["character"])

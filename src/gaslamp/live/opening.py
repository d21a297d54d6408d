"""Opening what is kept of a game: one that cannot be opened says why, and nobody else suffers for it.

The rules it was begun under are compared before anything is made of it: what other rules wrote means nothing to ours.
"""

from __future__ import annotations

from typing import Any

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game
from gaslamp.core.messages import message


class CannotOpen(GaslampError):
    """A game that is kept and cannot be opened here, or any more."""


class OtherRules(CannotOpen):
    """A game that was begun under rules this program does not have; its log means nothing here."""


class Damaged(CannotOpen):
    """A game of which something unreadable is kept."""

    def __init__(self) -> None:
        super().__init__("error.damaged_game")


def game_of(title: str, rules_version: int, options: Any) -> Game[Any, Any]:
    """Give the game that was agreed on, or say why there is none."""
    if title not in titles.titles():
        raise CannotOpen("error.title_gone")
    other = OtherRules("error.other_rules", title=message(f"{title}.title"))
    if titles.meta(title).rules_version != rules_version:
        raise other
    try:
        return titles.game(title, options)
    except GaslampError:  # an option, or a choice of one, that is gone
        raise other from None

"""Errors of games and lobby, in addition to `core.errors`."""

from __future__ import annotations

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Param


class Refusal(GaslampError):
    """A request that was understood and is refused, with an HTTP status."""

    def __init__(self, status: int, id: str, /, **params: Param) -> None:
        super().__init__(id, **params)
        self.status = status


class NoRoom(GaslampError):
    """The database has reached its size limit."""


class CannotOpen(GaslampError):
    """A saved game that cannot be opened."""


class OtherRules(CannotOpen):
    """A game of another version of the rules: its log cannot be read."""


class Damaged(CannotOpen):
    """A game with unreadable data."""

    def __init__(self) -> None:
        super().__init__("error.damaged_game")

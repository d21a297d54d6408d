"""What can be wrong with what comes in. Each error carries a sentence that is safe to show to whoever caused it."""

from __future__ import annotations

from gaslamp.core.messages import Message, Param


class GaslampError(Exception):
    """Something a person or a program sent cannot be used; `message` says why."""

    def __init__(self, id: str, /, **params: Param) -> None:
        super().__init__(id, params)
        self.message = Message(id, params)


class Unreadable(GaslampError):
    """Text that means nothing here: no such action, option, seat or title."""


class BrokenTitle(GaslampError):
    """A title that somebody added cannot be used. What is wrong with it is said to whoever runs the program."""


class IllegalAction(GaslampError):
    """Readable, but not allowed now. The id tells only what the seat already knows."""

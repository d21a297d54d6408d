"""Errors caused by input. Each carries a message that is safe to show to its sender.

>>> from gaslamp import titles
>>> try:
...     titles.game("pocket").actions.parse("take nothing")
... except Unreadable as error:
...     error.message.id
'error.notation'
"""

from __future__ import annotations

from traceback import extract_tb

from gaslamp.core.messages import Message, Param


class GaslampError(Exception):
    """Input that cannot be used; `message` is the reason."""

    def __init__(self, id: str, /, **params: Param) -> None:
        super().__init__(id, params)
        self.message = Message(id, params)


class Unreadable(GaslampError):
    """Text that names no known action, option, seat or title."""


class BrokenTitle(GaslampError):
    """An added title cannot be used. The message is for the operator."""


class IllegalAction(GaslampError):
    """An action that is not allowed now. The message reveals only what the seat already knows."""


def origin(error: BaseException) -> str:
    """Return the type of an error and its stack, the innermost frame first. Its text is left out: it may be secret."""
    stack = [
        f"{'/'.join(frame.filename.replace(chr(92), '/').split('/')[-2:])}:{frame.lineno} {frame.name}"
        for frame in extract_tb(error.__traceback__)
    ]
    return " < ".join([type(error).__name__, *reversed(stack)])

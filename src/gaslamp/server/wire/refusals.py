"""What is refused to a browser at a table, as a frame in its language."""

from __future__ import annotations

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info
from gaslamp.server.http.errors import ErrorFrame


def refusal(error: GaslampError, language: str) -> ErrorFrame:
    """An error as a frame; what could not be read is not repeated."""
    known = message("web.error.unreadable") if isinstance(error, Unreadable) else error.message
    return ErrorFrame(catalogue(language).say(known), request_info.request_id())

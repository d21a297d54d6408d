"""What goes wrong, told to programs: a status, an id that stays the same, and a sentence."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.locale import catalogue
from gaslamp.server.api.shapes import ErrorTold
from gaslamp.server.http import errors, request_info
from gaslamp.server.http.errors import sentence
from gaslamp.service.errors import NoRoom, Refusal
from gaslamp.storage.database import NotSaved

_REASONS: Final = {
    400: "It cannot be read, or names what does not exist.",
    401: "No account has this token.",
    403: "It is understood and not yours to do.",
    404: "There is no such game, or you do not belong to it.",
    409: "It cannot be done now; nothing has changed.",
    413: "It is too long.",
    415: "It is not JSON.",
    429: "That was too much at once: wait a moment.",
    503: "It could not be kept; nothing has changed. Try again later.",
}
_ALWAYS: Final = (400, 401, 403, 429)
_BODY: Final = (413, 415)


def refusals(*more: int, body: bool = False) -> dict[int, ResponseSpec]:
    """The refusals of a handler for the schema: those that every handler has, and more."""
    return {
        status: ResponseSpec(ErrorTold, generate_examples=False, description=_REASONS[status])
        for status in (*_ALWAYS, *more, *(_BODY if body else ()))
    }


def _status(error: Exception) -> int:
    match error:
        case Refusal(status=status):
            return status
        case Unreadable():
            return 400
        case NoRoom() | NotSaved():
            return 503
        case GaslampError():
            return 409
        case _:
            return errors.status(error)


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorTold]:
    """Tell a program what went wrong."""
    status = _status(error)
    errors.note(request, error, status)
    said = sentence(error, status)
    told = ErrorTold(said.id, catalogue(request_info.language(request)).say(said))
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else errors.retry_headers(request, status)
    if isinstance(error, MethodNotAllowedException):
        headers |= error.headers or {}  # which methods there are
    return Response(told, status_code=status, media_type=MediaType.JSON, headers=headers)


HANDLERS: Final[ExceptionHandlersMap] = {GaslampError: answer, HTTPException: answer, Exception: answer}

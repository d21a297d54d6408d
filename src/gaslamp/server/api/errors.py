"""Errors of the API: a status, a stable id, and a sentence."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.locale import catalogue
from gaslamp.server.api.schemas import ErrorOut
from gaslamp.server.http import errors, request_info
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.service.errors import NoRoom, Refusal
from gaslamp.storage.database import NotSaved

_DESCRIPTIONS: Final = {
    400: "The request is malformed, or names something that does not exist.",
    401: "No account has this token.",
    403: "You may not do this.",
    404: "There is no such game, or you do not belong to it.",
    409: "Not possible now; nothing has changed.",
    413: "The body is too long.",
    414: "The path or the query is too long.",
    415: "The body is not JSON.",
    429: "Too many requests: wait a moment.",
    503: "It could not be saved; nothing has changed. Try again later.",
}
_ALWAYS: Final = (400, 401, 403, 414, 429)
_BODY: Final = (413, 415)


def refusals(*more: int, body: bool = False) -> dict[int, ResponseSpec]:
    """Return the error responses of a handler for the OpenAPI document: those of every handler, and *more*."""
    return {
        status: ResponseSpec(ErrorOut, generate_examples=False, description=_DESCRIPTIONS[status])
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


def respond(request: AnyRequest, error: Exception) -> Response[ErrorOut]:
    status = _status(error)
    errors.log(request, error, status)
    message = errors.error_message(error, status)
    content = ErrorOut(message.id, catalogue(request_info.language(request)).say(message))
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else errors.retry_headers(request, status)
    if isinstance(error, MethodNotAllowedException):
        headers |= error.headers or {}  # Allow
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)


HANDLERS: Final[ExceptionHandlersMap] = {GaslampError: respond, HTTPException: respond, Exception: respond}

"""Errors as pages or JSON in the language of the client, never with a traceback."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import MediaType, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Message, message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.service.errors import CannotOpen, NoRoom, Refusal
from gaslamp.storage.database import OUTAGES, NotSaved, is_outage

_LOG: Final = logging.getLogger(__name__)
_MESSAGES: Final = {
    400: "unreadable", 403: "forbidden", 404: "not_found", 405: "not_found", 413: "unreadable", 429: "too_fast",
}  # fmt: skip


class ErrorFrame(Struct, frozen=True, tag="error"):
    text: str
    request: str = ""


def status(error: Exception) -> int:
    """Return the HTTP status of an error: 503 for a database outage, 500 for a bug."""
    match error:
        case Refusal(status=code):
            return code
        case CannotOpen():
            return 409
        case NoRoom() | NotSaved():
            return 503
        case GaslampError():
            return 400
        case HTTPException(status_code=code):
            return code
        case _:
            return 503 if is_outage(error) else 500


def error_message(error: Exception, status: int) -> Message:
    if isinstance(error, GaslampError):
        return error.message
    if status == 503:
        return message("error.no_database")
    return message(f"web.error.{_MESSAGES.get(status, 'broken')}")


def log(request: AnyRequest, error: Exception, status: int) -> None:
    if status == 500:
        _LOG.error("request failed", extra={"path": request.scope["path"]}, exc_info=error)
    elif status == 503 and not isinstance(error, GaslampError):
        OUTAGES.warning("database read failed", exc_info=error)


def respond(request: AnyRequest, error: Exception) -> Response[Any]:
    code = status(error)
    log(request, error, code)
    language = request_info.language(request)
    text = catalogue(language).say(error_message(error, code))
    id = request_info.request_id()
    if request.method in {"GET", "HEAD"}:
        try:
            page = templates.render("error.html", language, status=code, text=text, request=id)
        except Exception:  # noqa: BLE001 - respond without the template
            _LOG.exception("error page failed")
            return Response(f"{text}\n", status_code=code, media_type=MediaType.TEXT)
        return Response(page, status_code=code, media_type=MediaType.HTML)
    content = msgspec.json.encode(ErrorFrame(f"{text} ({id})" if code == 500 and id else text, id))
    return Response(content, status_code=code, media_type=MediaType.JSON, headers=retry_headers(request, code))


def retry_headers(request: AnyRequest, code: int) -> dict[str, str]:
    """Return the headers of a 429. The connection of a POST is closed at once: its body need not be read."""
    if code != 429:
        return {}
    return {"Retry-After": "1"} | ({"Connection": "close"} if request.method == "POST" else {})


HANDLERS: Final[ExceptionHandlersMap] = {GaslampError: respond, HTTPException: respond, Exception: respond}

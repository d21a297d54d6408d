"""What goes wrong, told to people: a small page or a line of JSON in their language, never a traceback."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Message, message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info, requests, templates
from gaslamp.service.errors import CannotOpen, NoRoom, Refusal
from gaslamp.storage.database import OUTAGES, NotSaved, is_outage

_LOG: Final = logging.getLogger(__name__)
_SAID: Final = {
    400: "unreadable", 403: "forbidden", 404: "not_found", 405: "not_found", 413: "unreadable", 429: "too_fast",
}  # fmt: skip


class ErrorFrame(Struct, frozen=True, tag="error"):
    """What went wrong, in a sentence, and what to quote when asking about it."""

    text: str
    request: str = ""


def status(error: Exception) -> int:
    """The HTTP status of an error; a database that is away is no bug."""
    match error:
        case Refusal(status=known):
            return known
        case CannotOpen():
            return 409
        case NoRoom() | NotSaved():
            return 503
        case GaslampError():
            return 400
        case HTTPException(status_code=known):
            return known
        case _:
            return 503 if is_outage(error) else 500


def sentence(error: Exception, status: int) -> Message:
    """What is said of an error that has this status."""
    if isinstance(error, GaslampError):
        return error.message
    if status == 503:
        return message("error.no_database")
    return message(f"web.error.{_SAID.get(status, 'broken')}")


def note(request: Request[Any, Any, Any], error: Exception, status: int) -> None:
    """Log an error that is the server's own: a bug, or a database that cannot be read."""
    if status == 500:
        _LOG.error("a request broke", extra={"path": request.scope["path"]}, exc_info=error)
    elif status == 503 and not isinstance(error, GaslampError):
        OUTAGES.warning("the database could not be read", exc_info=error)


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Tell a visitor what went wrong."""
    code = status(error)
    note(request, error, code)
    language = request_info.language(request)
    text = catalogue(language).say(sentence(error, code))
    id = requests.current()
    if request.method in {"GET", "HEAD"}:
        try:
            page = templates.render("error.html", language, status=code, text=text, request=id)
        except Exception:  # noqa: BLE001 - there must be an answer
            _LOG.exception("the page for errors broke")
            return Response(f"{text}\n", status_code=code, media_type=MediaType.TEXT)
        return Response(page, status_code=code, media_type=MediaType.HTML)
    told = f"{text} ({id})" if code == 500 and id else text
    content = msgspec.json.encode(ErrorFrame(told, id))
    return Response(content, status_code=code, media_type=MediaType.JSON, headers=retry_headers(request, code))


def retry_headers(request: Request[Any, Any, Any], code: int) -> dict[str, str]:
    """Return the headers of a 429. The connection of a POST is closed at once: its body need not be read."""
    if code != 429:
        return {}
    return {"Retry-After": "1"} | ({"Connection": "close"} if request.method == "POST" else {})


HANDLERS: Final[ExceptionHandlersMap] = {GaslampError: answer, HTTPException: answer, Exception: answer}

"""Logging: one line per event, as text or JSON, with the id of the request.

Errors are logged as type names and code locations, never with their text, which may contain players' data.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias

from gaslamp.core.errors import origin
from gaslamp.server.http import request_info
from gaslamp.storage.database import OUTAGES, NotSaved, is_outage

Form: TypeAlias = Literal["text", "json"]
_MINUTE: Final = 60.0
_CAUSED_BY_CLIENTS: Final = frozenset({"asyncio", "uvicorn.error", "gaslamp.server.http.protocols"})  # logger names
_STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def configure(form: Form, *, all_events: bool) -> None:
    """Log to standard error: all events, or only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter(form))
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.INFO if all_events else logging.WARNING, handlers=[handler], force=True)
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


class RepeatFilter(logging.Filter):
    """Passes one record a minute of each kind that clients can cause at will.

    Refused connections and invalid requests are grouped by message, all consequences of a database outage together.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        group, now = _group(record), self._clock()
        if group is None:
            return True
        if now - self._last.get(group, -_MINUTE) < _MINUTE:
            return False
        self._last[group] = now
        return True


def _group(record: logging.LogRecord) -> str | None:
    """Return the name under which a record is limited; None for records that always pass."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name == OUTAGES.name or isinstance(error, NotSaved) or is_outage(error):
        return OUTAGES.name
    if record.name not in _CAUSED_BY_CLIENTS:
        return None
    kind = type(error).__name__ if error else ""
    return f"{kind} {str(record.msg).partition(chr(10))[0]}"


class LineFormatter(logging.Formatter):
    def __init__(self, form: Form) -> None:
        super().__init__()
        self.converter = time.gmtime
        self._json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        fields = dict(_fields(record))
        at = f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03d}Z"
        if self._json:
            return json.dumps({"at": at, "level": record.levelname.lower(), **fields}, default=str)
        event = _one_line(str(fields.pop("event")))
        return " ".join([at, event, *(f"{key}={_word(value)}" for key, value in fields.items())])


def _fields(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    yield "event", record.getMessage().partition("\n")[0]  # asyncio adds the task's data on the second line
    for key, value in record.__dict__.items():
        if key not in _STANDARD:
            yield key, value
    if id := request_info.request_id():
        yield "request", id
    if record.exc_info and record.exc_info[1] is not None:
        yield "errors", list(_errors(record.exc_info[1]))


def _errors(error: BaseException) -> Iterator[str]:
    """Yield the type of an error and of each cause, with its stack, the innermost frame first."""
    cause: BaseException | None = error
    while cause is not None:
        yield origin(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def _word(value: object) -> str:
    text = str(value)
    return text if text and text.isprintable() and not set(' "=') & set(text) else json.dumps(text)


def _one_line(text: str) -> str:
    """Escape line breaks, so that a message cannot forge another log line."""
    return text if text.isprintable() else json.dumps(text)

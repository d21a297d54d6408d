"""The log of a server: one line an event, as words or as JSON, with the request it belongs to.

What goes wrong is told by the kinds of the errors and the places in the code, never by what an error says: that may
repeat what was played, written or kept.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from traceback import FrameSummary, extract_tb
from types import TracebackType
from typing import Any, Final, Literal, TypeAlias

from gaslamp.server.http import requests
from gaslamp.storage.database import OUTAGES, NotSaved, is_outage

Form: TypeAlias = Literal["text", "json"]
_MINUTE: Final = 60.0
_CAUSED_BY_STRANGERS: Final = frozenset({"asyncio", "uvicorn.error", "gaslamp.server.http.connections"})
_USUAL: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def begin(form: Form, *, all_events: bool) -> None:
    """Write to standard error from now on: all events, or only what went wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter(form))
    handler.addFilter(Seldom())
    logging.basicConfig(level=logging.INFO if all_events else logging.WARNING, handlers=[handler], force=True)
    for loud in ("alembic", "sqlalchemy"):
        logging.getLogger(loud).setLevel(logging.WARNING)


class Seldom(logging.Filter):
    """Passes one record a minute of each kind that clients can cause at will.

    These are refused connections and unreadable requests, by their message; and a database that cannot be used,
    whatever failed because of it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        event, now = _limited_as(record), self._clock()
        if event is None:
            return True
        if now - self._told.get(event, -_MINUTE) < _MINUTE:
            return False
        self._told[event] = now
        return True


def _limited_as(record: logging.LogRecord) -> str | None:
    """The name under which a record is limited; None for records that always pass."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name == OUTAGES.name or isinstance(error, NotSaved) or is_outage(error):
        return OUTAGES.name
    if record.name not in _CAUSED_BY_STRANGERS:
        return None
    kind = type(error).__name__ if error else ""
    return f"{kind} {str(record.msg).partition(chr(10))[0]}"


class LineFormatter(logging.Formatter):
    """Writes a record as one line."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.converter = time.gmtime
        self._json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        told = dict(_told(record))
        at = f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03d}Z"
        if self._json:
            return json.dumps({"at": at, "level": record.levelname.lower(), **told}, default=str)
        event = _plain(str(told.pop("event")))
        return " ".join([at, event, *(f"{key}={_word(value)}" for key, value in told.items())])


def _told(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    yield "event", record.getMessage().partition("\n")[0]  # asyncio writes what a task held on the second line
    for key, value in record.__dict__.items():
        if key not in _USUAL:
            yield key, value
    if requests.current():
        yield "request", requests.current()
    if record.exc_info and record.exc_info[1] is not None:
        yield "errors", list(_errors(record.exc_info[1]))


def _errors(error: BaseException) -> Iterator[str]:
    """The kinds of an error and of what caused it, each with where it came from, the last place first."""
    seen: BaseException | None = error
    while seen is not None:
        yield " < ".join([type(seen).__name__, *(_place(frame) for frame in _frames(seen.__traceback__))])
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)


def _frames(traceback: TracebackType | None) -> list[FrameSummary]:
    return list(reversed(extract_tb(traceback)))


def _place(frame: FrameSummary) -> str:
    parts = frame.filename.replace("\\", "/").split("/")
    return f"{'/'.join(parts[-2:])}:{frame.lineno} {frame.name}"


def _word(value: object) -> str:
    """A value as one word; with quotes where it would be more."""
    text = str(value)
    return text if text and text.isprintable() and not set(' "=') & set(text) else json.dumps(text)


def _plain(text: str) -> str:
    """A text that cannot pass for another line."""
    return text if text.isprintable() else json.dumps(text)

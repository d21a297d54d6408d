"""How many connections a server has at once: fewer than it may have files open, and not all of them one visitor's.

When there are as many as there may be, somebody who has asked for nothing yet makes room for whoever comes.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final, Protocol

from gaslamp.server.ops.limits import CONNECTIONS_ADDRESS

BACKLOG: Final = 128  # connections that are taken in at the same moment, before any can be refused
_SPARE: Final = BACKLOG + 96  # files that are no connections, or not yet: the database, pipes, what is being refused
_WANTED: Final = 4096  # files, if the system gives them for the asking

_LOG: Final = logging.getLogger(__name__)


class Waiting(Protocol):
    """A connection that may have to go."""

    def give_way(self) -> None:
        """Go at once."""


class Connections:
    """The connections of one server."""

    def __init__(self, most: int, most_from: int | None = CONNECTIONS_ADDRESS) -> None:
        self._most = most
        self._most_from = most_from  # one address; None where they all come from a proxy
        self._from: Counter[str] = Counter()
        self._sending: dict[Waiting, None] = {}  # whose request body is unfinished; the longest first
        self._waiting: dict[Waiting, None] = {}  # who has nothing asked for under way; the longest first

    def enter(self, address: str) -> bool:
        """Let one more in, unless too many are there already. Who was let in leaves once."""
        if self._most_from is not None and self._from[address] >= self._most_from:
            _LOG.warning("somebody wanted too many connections")
            return False
        if self._from.total() >= self._most:
            _LOG.warning("there are as many connections as there may be")
            yielding = self._sending or self._waiting
            if not yielding:
                return False
            longest = next(iter(yielding))
            del yielding[longest]
            longest.give_way()
        self._from[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Let somebody go."""
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]

    def wait(self, connection: Waiting) -> None:
        """Note that a connection has nothing under way."""
        self._sending.pop(connection, None)
        self._waiting[connection] = None

    def wait_for_body(self, connection: Waiting) -> None:
        """Note that the rest of a request body is awaited. Such connections are closed before idle ones."""
        self._waiting.pop(connection, None)
        self._sending.setdefault(connection)

    def work(self, connection: Waiting) -> None:
        """Note that a connection has something under way, or is gone."""
        self._sending.pop(connection, None)
        self._waiting.pop(connection, None)


def most_connections(files: int) -> int:
    """How many connections leave enough of the files that may be open."""
    return files - min(_SPARE, files // 2)


def allowed_files() -> int:
    """How many files may be open, having asked for enough."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit
    except ImportError:
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unbounded = resource.RLIM_INFINITY
    if soft == unbounded:
        return _WANTED
    wanted = max(soft, _WANTED if hard == unbounded else min(_WANTED, hard))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has a limit of its own
        return soft
    return wanted

"""A transaction as whoever writes sees it: statements, one after the other.

Work is written as if every statement were waited for. In the thread that writes into a file none is, so there a piece
of work runs from its begin to its end without giving way: no entry waits until a busy event loop comes round.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, CursorResult, Dialect, Executable

T = TypeVar("T")

Rows: TypeAlias = Sequence[Mapping[str, Any]] | Mapping[str, Any] | None


class Transaction(Protocol):
    """What a piece of work may ask of the database."""

    @property
    def dialect(self) -> Dialect: ...

    async def execute(self, statement: Executable, parameters: Rows = None, /) -> CursorResult[Any]: ...


Work: TypeAlias = Callable[[Transaction], Coroutine[Any, Any, T]]


class _AtOnce:
    """Asks a connection of this thread, and answers at once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Rows = None, /) -> CursorResult[Any]:
        return self._connection.execute(statement, parameters)


def done_at_once(work: Work[T], connection: Connection) -> T:
    """Do a piece of work without an event loop, and give what it gives: it may wait for its database alone."""
    under_way = work(_AtOnce(connection))
    try:
        under_way.send(None)
    except StopIteration as done:
        given: T = done.value
        return given
    under_way.close()
    raise RuntimeError("a piece of work waited for something besides its database")

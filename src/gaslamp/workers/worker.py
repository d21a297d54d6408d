"""A worker process: runs the jobs that it receives, one after the other, and ends with its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from gaslamp.core.errors import origin

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

DEAD: Final = (EOFError, OSError)  # raised if the other end of the connection is gone


def start_worker() -> tuple[SpawnProcess, Connection]:
    """Start a worker process. It is spawned, not forked: it inherits no position and no secret. Raises OSError."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with theirs:
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
    return process, ours


def _serve(connection: Connection) -> None:
    Thread(target=_exit_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C the parent closes the pool
    connection.send("ready")
    with suppress(*DEAD):
        while True:
            function, args = connection.recv()
            connection.send("started")
            try:
                connection.send((_run(connection, function, args), None, True))
            except Exception as error:  # noqa: BLE001 - logged by the pool
                connection.send((None, origin(error), True))


def _run(connection: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Return the result of a job, the last value of a growing one; None if it was stopped."""
    result = function(*args)
    if not isinstance(result, Generator):
        return result
    value = None
    for value in result:
        connection.send((value, None, False))
        if not connection.recv():
            result.close()
            return None
    return value


def _exit_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(0)

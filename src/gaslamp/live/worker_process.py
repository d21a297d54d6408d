"""One worker process and the way to talk to it: it is asked one thing at a time, and is seen to die."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from traceback import extract_tb
from typing import Any, NamedTuple


class TookTooLong(Exception):
    """A worker thought longer than it was allowed to, and was replaced."""


class Gone(Exception):
    """A worker that is no more, or never came to be."""


class Task(NamedTuple):
    """What a worker is to call, and how many seconds it may take; None: as long as it likes."""

    work: Callable[..., Any]
    words: tuple[Any, ...]
    seconds: float | None = None


class WorkerProcess:
    """One process and the way to talk to it.

    Spawned, not forked: a worker starts with nothing of the server's memory, no position and no secret.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        try:
            self._process.start()
        except OSError:
            raise Gone from None
        finally:
            theirs.close()

    def greet(self) -> None:
        """Wait until it is ready."""
        self._hear()

    def ask(self, task: Task) -> Any:
        """The answer and None; or, if it broke down over it, nothing and the places in the code where."""
        try:
            self._ours.send((task.work, task.words))
            self._hear()  # it has understood, and loaded what it needs: from now on its time counts
            if not self._ours.poll(task.seconds):
                raise TookTooLong
        except OSError:
            raise Gone from None
        return self._hear()

    @property
    def id(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def lives(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()

    def _hear(self) -> Any:
        try:
            return self._ours.recv()
        except (EOFError, OSError):
            raise Gone from None


def _work(asked: Connection) -> None:
    """Answer one question after the other, as long as there is a server."""
    _end_with_server()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, who then sends us home
    asked.send("ready")
    with suppress(EOFError, OSError):
        while True:
            work, words = asked.recv()
            asked.send("begun")
            try:
                answer, places = work(*words), None
            except Exception as error:  # noqa: BLE001 - whatever it is, the server has to hear of it
                answer, places = None, _places(error)
            asked.send((answer, places))


def _places(error: BaseException) -> list[str]:
    """The kind of an error and where it came from, the last place first; what it says may be somebody's secret."""
    frames = reversed(extract_tb(error.__traceback__))
    places = [f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]  # noqa: PTH119
    return [" < ".join([type(error).__name__, *places])]


def _end_with_server() -> None:
    """Let a worker end when the server that started it is gone, however it went."""
    server = parent_process()

    def watch() -> None:
        if server is not None:
            server.join()
            os._exit(0)

    Thread(target=watch, daemon=True).start()

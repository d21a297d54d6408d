"""Real server processes that share a PostgreSQL database."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.host.running import Guest, Socket, plays

_CODE = """
import json, sys
from pathlib import Path
from gaslamp.server.ops.serve import serve
from gaslamp.server.ops.settings import Settings
given = json.loads(sys.argv[1])
settings = Settings(Path(given.pop("data", "")), port=0, **given)
serve(settings, lambda said: print(said.params["address"], flush=True), browser=False, log=False)
"""


class Process:
    """A server process."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        self._running = running
        assert running.stdout is not None
        self.address = running.stdout.readline().strip().rstrip("/")
        assert self.address, "the process did not start"

    def kill(self) -> None:
        """Kill the process without warning."""
        self._running.kill()
        self._running.wait()

    def file_limit(self, size: int | None) -> None:
        """Limit the size of files it writes, to simulate a full disk; None for no limit."""
        import resource  # noqa: PLC0415 - Windows has none

        soft = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    def stop(self) -> None:
        """Terminate the process gracefully."""
        self._running.terminate()
        self._running.wait()


@contextmanager
def processes(count: int, **settings: Any) -> Iterator[list[Process]]:
    """Start server processes with the same settings at the same time."""
    command = [sys.executable, "-c", _CODE, json.dumps(settings, default=str)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    try:
        yield [Process(one) for one in running]
    finally:
        for one in running:
            one.kill()
            one.communicate()


def moved(guest: Guest, process: Process) -> Guest:
    """Return the same guest at another process."""
    again = Guest(process.address)
    again.http.cookies = guest.http.cookies
    return again


def my_turn(socket: Socket, after: int = 0) -> dict[str, Any]:
    """Read frames until there is something to play at a later step, or the game is over."""
    while True:
        frame = socket.receive()
        assert frame["type"] != "error", frame
        if frame["type"] == "table" and (frame["over"] or (frame["step"] > after and plays(frame))):
            return frame

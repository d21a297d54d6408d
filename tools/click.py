"""Counts what one click passes through in the server: modules, functions, calls and changes of package.

`GASLAMP_PURE=1 python -m tools.click` starts a server on loopback, plays one action of Pocket through the socket of a
hot-seat table, and traces all threads of the server from the frame that arrives to the frame that leaves. `--list` also
prints the functions of each module.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import gaslamp
from tests.host.running import Guest, plays, serving

SOURCE = str(Path(gaslamp.__file__).parent) + "/"
BACKGROUND = ("server/ops/services", "server/ops/gc_tuning")  # tasks that run meanwhile


class Call(NamedTuple):
    module: str  # path inside the package, without ".py"
    function: str

    @property
    def package(self) -> str:
        return self.module.split("/")[0]


class Trace:
    """Records the calls of our own functions in all threads started while it is installed."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.running = False

    def install(self) -> None:
        threading.setprofile(self._profile)

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.running or event != "call":
            return
        code = frame.f_code
        if code.co_filename.startswith(SOURCE) and not code.co_name.startswith("<"):
            module = code.co_filename[len(SOURCE) :].removesuffix(".py")
            if module not in BACKGROUND:
                self.calls.append(Call(module, code.co_qualname))


def click() -> list[Call]:
    """Return the calls of one click that changes the table: not the first one, which loads modules."""
    trace = Trace()
    trace.install()  # before the threads of the server are started
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        guest = Guest(address)
        socket = guest.sit(guest.create()["table"])
        frame = socket.receive()
        for number in range(20):
            while not (frame["type"] == "table" and plays(frame)):
                if frame["type"] == "curtain":
                    socket.send(uncover=frame["seat"])
                frame = socket.receive()
            trace.calls.clear()
            trace.running = True
            socket.send(play=plays(frame)[0], step=frame["step"])
            frame = socket.receive()
            trace.running = False
            if number and frame["type"] in {"table", "patch"}:
                break
        guest.leave()
    return trace.calls


def main() -> None:
    calls = click()
    packages = [call.package for call in calls]
    changes = sum(one != other for one, other in pairwise(packages))
    functions = set(calls)
    print(f"modules {len({call.module for call in calls})}, functions {len(functions)}, calls {len(calls)}")
    print(f"package changes {changes}")
    if "--list" in sys.argv:
        for module in dict.fromkeys(call.module for call in calls):
            names = dict.fromkeys(call.function for call in calls if call.module == module)
            print(f"{module}: {', '.join(names)}")


if __name__ == "__main__":
    main()

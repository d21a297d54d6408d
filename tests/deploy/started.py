"""Starts a server with the command and environment of a file in deploy/, on loopback and a free port."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from tests.architecture.tree import ROOT

DEPLOY = ROOT / "deploy"
EVERYWHERE, LOOPBACK = "0.0.0.0", "127.0.0.1"  # noqa: S104 - what is written in a container's file is not opened here
_MAIN = ("-c", "from gaslamp.cli import main; main()")


@contextmanager
def started(words: Sequence[str], environment: Mapping[str, str]) -> Iterator[str]:
    """Run `gaslamp` with some arguments in a clean environment. Yields the address."""
    here = {name: value for name, value in os.environ.items() if not name.startswith(("GASLAMP", "FORWARDED"))}
    told = [LOOPBACK if word == EVERYWHERE else word for word in words]
    told[told.index("--port") + 1] = "0"
    command = [sys.executable, *_MAIN, *told]
    with subprocess.Popen(command, env=here | dict(environment), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1:]
            assert address, "the server did not start"
            assert address[0].startswith(f"http://{LOOPBACK}:")
            yield address[0].rstrip("/")
        finally:
            server.terminate()
            server.wait()

"""Entry point of the command `gaslamp`. Reports a stale kernel before anything else is imported."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from gaslamp.kernel import StaleKernel


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # unprintable characters become ?
    try:
        from gaslamp.commands import app  # noqa: PLC0415 - may raise StaleKernel
    except StaleKernel as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    app()

"""Where the command `gaslamp` starts: nothing is imported before a stale kernel can be told of in one sentence."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character shows a ? instead
    try:
        from gaslamp.commands import app  # noqa: PLC0415
    except ImportError as error:
        from gaslamp.kernel import StaleKernel  # noqa: PLC0415

        if not isinstance(error, StaleKernel):
            raise
        print(error, file=sys.stderr)
        sys.exit(2)
    app()

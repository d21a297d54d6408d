"""Runs a server for the browser tests: new data folder, free port, bots without delay."""

from __future__ import annotations

if __name__ == "__main__":  # spawned workers import this file too
    import sys
    from pathlib import Path

    from gaslamp.locale import catalogue
    from gaslamp.server.ops.serve import serve
    from gaslamp.server.ops.settings import Settings

    settings = Settings(data=Path(sys.argv[1]), port=0, beat=0.02)
    serve(settings, lambda message: print(catalogue("en").say(message), flush=True), browser=False, log=False)

"""Runs a server for the browser tests: new data folder, free port, bots without delay."""

from __future__ import annotations

if __name__ == "__main__":  # spawned workers import this file too
    import sys
    from pathlib import Path

    from gaslamp.locale import catalogue
    from gaslamp.server.ops.serve import serve
    from gaslamp.server.ops.settings import Settings

    data, contact = Path(sys.argv[1]), "mailto:keeper@example.org"
    settings = Settings(data=data, port=0, beat=0.02, push=contact, push_to_loopback=True)
    serve(settings, lambda message: print(catalogue("en").say(message), flush=True), browser=False, log=False)

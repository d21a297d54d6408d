"""The project's files, without generated ones."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HIDDEN = {".ci", ".github"}
MADE = {"__pycache__", "_compiled", "build", "dist", "node_modules"}


def files() -> Iterator[Path]:
    """Yield every file under version control; of the hidden folders only two have any."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name for name in folders if name in HIDDEN or not (name in MADE or name[0] == "." or "egg" in name)
        ]
        yield from (Path(folder, name) for name in names if name != ".git" and not name.endswith(".stamp"))

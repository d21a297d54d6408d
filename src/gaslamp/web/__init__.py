"""Templates, styles and scripts of the browser client."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

_HERE: Final = Path(str(files(__package__)))
TEMPLATES: Final = _HERE / "templates"
STATIC: Final = _HERE / "static"
# Made by tools/pages for the browser edition, where making them would take seconds.
COMPILED: Final = _HERE / "compiled"  # templates as modules
DRAWINGS: Final = _HERE / "drawings"  # boards and pictures of titles

# Of the page that starts the browser edition; tools/pages writes them into it.
START_MESSAGES: Final = (
    "web.local.loading", "web.local.starting", "web.local.failed", "web.local.unsaved", "web.local.export",
    "web.local.clear", "web.local.clear_sure", "web.local.import_sure", "web.local.not_ours", "web.local.not_done",
)  # fmt: skip

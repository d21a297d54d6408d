"""Templates, styles and scripts of the browser client."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

_HERE: Final = Path(str(files(__package__)))
TEMPLATES: Final = _HERE / "templates"
STATIC: Final = _HERE / "static"

# Of the page that starts the browser edition; tools/pages writes them into it.
START_MESSAGES: Final = ("web.local.loading", "web.local.starting", "web.local.failed", "web.local.unsaved")

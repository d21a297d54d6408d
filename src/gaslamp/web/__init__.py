"""The pages of the house: templates, styles and a small set of scripts that draw scenes and send notation."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

_HERE: Final = Path(str(files(__package__)))
TEMPLATES: Final = _HERE / "templates"
STATIC: Final = _HERE / "static"

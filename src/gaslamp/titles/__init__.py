"""The games of the house, a folder each. A title is named here and nowhere else outside its folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game
from gaslamp.core.meta import Meta

_FOLDERS: Final = ("pocket",)


def titles() -> tuple[str, ...]:
    """Give the ids of all titles."""
    return _FOLDERS


def meta(title: str) -> Meta:
    """Give what can be known of a title without loading its rules."""
    known: Meta = import_module(f"{__name__}.{_folder(title)}.meta").META
    return known


def game(title: str, options: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """Give a title with its options chosen."""
    made: Game[Any, Any] = import_module(f"{__name__}.{_folder(title)}.game").GAME(options)
    return made


def _folder(title: str) -> str:
    if title not in _FOLDERS:
        raise Unreadable("error.title", title=title[:40], known=", ".join(_FOLDERS))
    return title

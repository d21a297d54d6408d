"""The games of the house, a folder each. A title is named here and nowhere else outside its folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game
from gaslamp.core.meta import Meta

_OFFERED: Final = ("mr_jack", "pocket", "whitehall")
_COMING: Final[tuple[str, ...]] = ()


def titles() -> tuple[str, ...]:
    """Give the ids of all titles that are offered."""
    return _OFFERED


def meta(title: str) -> Meta:
    """Give what can be known of a title without loading its rules."""
    known: Meta = import_module(f"{__name__}.{_folder(title, _OFFERED)}.meta").META
    return known


def game(title: str, options: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """Give a title with its options chosen."""
    made: Game[Any, Any] = import_module(f"{__name__}.{_folder(title, _OFFERED + _COMING)}.game").GAME(options)
    return made


def _folder(title: str, known: tuple[str, ...]) -> str:
    if title not in known:
        raise Unreadable("error.title", title=title[:40], known=", ".join(_OFFERED))
    return title

"""What was drawn for one visitor, in the visitor's language: kept, so that only what has changed is drawn again.

Most steps change little of what lies on a board and round it. At a server with many tables drawing all of it again
would be most of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from gaslamp.core.face.panels import Log, Panel, Sheet, Tokens, Track
from gaslamp.core.face.scene import Sprite, Target
from gaslamp.locale import catalogue
from gaslamp.server.http import templates
from gaslamp.server.wire.frames import PanelShown, SpriteShown, TargetShown

T = TypeVar("T")
S = TypeVar("S")

_ROWS: Final = "\0rows\0"  # no text has such characters: catalogues leave them out
_NOTHING: Final = (None, None)
_LATER: Final = "\0later\0"


class FragmentCache:
    """Draws for one visitor, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = catalogue(language)
        self._kept: dict[Hashable, tuple[Any, Any]] = {}  # what each thing was, and how it was drawn

    def panel(self, panel: Panel) -> PanelShown:
        """Give a panel as a fragment of a page."""
        return self._once(("panel", panel.id), panel, self._panel)

    def sprites(self, drawn: Sequence[Sprite]) -> tuple[SpriteShown, ...]:
        """Give sprites in words."""
        return tuple(self._once(("sprite", sprite.id), sprite, self._sprite) for sprite in drawn)

    def target(self, target: Target) -> TargetShown:
        """Give a target in words."""
        return self._once(("target", target.id), target, self._target)

    def _once(self, key: Hashable, thing: T, draw: Callable[[T], S]) -> S:
        known, drawn = self._kept.get(key, _NOTHING)
        if known is not thing and known != thing:
            drawn = draw(thing)
            self._kept[key] = (thing, drawn)
        shown: S = drawn
        return shown

    def _panel(self, panel: Panel) -> PanelShown:
        rows: list[str] = []
        later: list[str] = []
        match panel:
            case Log():  # the newest line stands first, but it is the oldest that stay as they are
                rows = self._rows(panel, panel.lines[::-1])[::-1]
                bare: Panel = replace(panel, lines=())
            case Sheet():
                rows = self._rows(panel, panel.people)
                bare = replace(panel, people=())
            case Track():
                rows = self._rows(panel, panel.cells)
                bare = replace(panel, cells=())
            case Tokens():
                rows = self._rows(panel, panel.tokens)
                later = self._rows(panel, panel.later, later=True)
                bare = replace(panel, tokens=panel.tokens[:1], later=panel.later[:1])  # what kind they are shows here
            case _:
                bare = panel
        shell = _shell(bare, self.language, bool(rows), bool(later))
        html = shell.replace(_ROWS, "\n".join(rows), 1).replace(_LATER, "".join(later), 1) if rows else shell
        return PanelShown(panel.id, panel.place, html)

    def _rows(self, panel: Panel, things: Sequence[Hashable], *, later: bool = False) -> list[str]:
        """Give the parts that a panel has many of."""
        kind = _name(panel)
        return [
            self._once(
                (panel.id, number, later), thing, partial(_row, kind, self.language, first=not number, later=later)
            )
            for number, thing in enumerate(things)
        ]

    def _sprite(self, sprite: Sprite) -> SpriteShown:
        say = self.words.say
        return SpriteShown(
            id=sprite.id,
            symbol=sprite.symbol,
            layer=sprite.layer,
            x=sprite.x,
            y=sprite.y,
            turn=sprite.turn,
            classes=sprite.classes,
            label=say(sprite.label),
            letters=say(sprite.letters) if sprite.letters else None,
            ink=sprite.ink,
            size=sprite.size,
            dy=sprite.dy,
            after=sprite.after,
        )

    def _target(self, target: Target) -> TargetShown:
        return TargetShown(target.id, target.x, target.y, target.shape, self.words.say(target.label))


def _name(panel: Panel) -> str:
    return type(panel).__name__.lower()


@lru_cache(maxsize=5_000)
def _shell(panel: Panel, language: str, rows: bool, later: bool) -> str:  # noqa: FBT001 - they are counted as they come
    """Give a panel by its template, with marks where its rows go: without them it is the same for many steps."""
    marks = {"rows": [_ROWS] * rows, "later": [_LATER] * later}
    return templates.render(f"panels/{_name(panel)}.html", language, panel=panel, **marks)


@lru_cache(maxsize=20_000)
def _row(kind: str, language: str, thing: Hashable, *, first: bool, later: bool) -> str:
    """Give a part of a panel by its template; the same ones come again and again, at all tables."""
    html = templates.render(f"panels/{kind}_row.html", language, it=thing, first=first, later=later)
    return html.strip()

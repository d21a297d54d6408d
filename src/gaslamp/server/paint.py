"""What was drawn for one visitor, in the visitor's language: kept, so that only what has changed is drawn again.

Most steps change little of what lies on a board and round it. At a server with many tables drawing all of it again
would be most of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import takewhile
from typing import Any, TypeVar

from markupsafe import Markup

from gaslamp.core.panels import Log, LogLine, Panel
from gaslamp.core.scene import Sprite, Target
from gaslamp.locale import catalogue
from gaslamp.server import templates
from gaslamp.server.frames import PanelShown, SpriteShown, TargetShown

T = TypeVar("T")
S = TypeVar("S")


class Paint:
    """Draws for one visitor, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = catalogue(language)
        self._kept: dict[Hashable, tuple[Any, Any]] = {}  # what each thing was, and how it was drawn
        self._lines: list[tuple[LogLine, Markup]] = []  # of the log, the oldest first

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
        known, drawn = self._kept.get(key, (None, None))
        if known != thing:
            drawn = draw(thing)
            self._kept[key] = (thing, drawn)
        shown: S = drawn
        return shown

    def _panel(self, panel: Panel) -> PanelShown:
        name = type(panel).__name__.lower()
        lines = self._told(panel.lines) if isinstance(panel, Log) else ()
        html = templates.render(f"panels/{name}.html", self.language, panel=panel, lines=lines)
        return PanelShown(panel.id, panel.place, html)

    def _told(self, lines: Sequence[LogLine]) -> list[Markup]:
        """Give the lines of a log, of which the newest stand first and the others are mostly known."""
        told = lines[::-1]
        known = [kept for kept, _ in takewhile(lambda pair: pair[0][0] == pair[1], zip(self._lines, told))]  # noqa: B905
        known += [(line, self._line(line)) for line in told[len(known) :]]
        self._lines = known
        return [shown for _, shown in reversed(known)]

    def _line(self, line: LogLine) -> Markup:
        return Markup(templates.render("panels/log_line.html", self.language, line=line))  # noqa: S704 - it is escaped

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

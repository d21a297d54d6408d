"""Pictures in a title's rulebook, rendered from real positions.

`rulebook/pictures.toml` in the title's folder has a table for each picture: `play`, the actions that lead to the
position, one per line, draws included; `after`, the picture whose actions come first; `options` of the game; `viewer`
(default: spectator); and to crop the board, `near`, ids of sprites or targets, with a `margin`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle, GaslampError
from gaslamp.core.game import SPECTATOR, Game
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Scene, to_svg
from gaslamp.web.rulebook import FOLDER

_FILE: Final = "pictures.toml"
_USED: Final = re.compile(r'"#symbol-([^"]+)"')


@dataclass(frozen=True, slots=True)
class Picture:
    """A board and the visible window: left, top, width, height."""

    scene: Scene
    window: tuple[float, float, float, float]

    @property
    def size(self) -> tuple[int, int]:
        return round(self.window[2]), round(self.window[3])

    def svg(self, say: Callable[[Message], str]) -> str:
        art = self.scene.board_art
        needed: dict[str, str] = {}
        pending = [sprite.symbol for sprite in self.scene.sprites] + _USED.findall(art.ground + art.over)
        while pending:
            name = pending.pop()
            if name not in needed:
                needed[name] = art.symbols[name]
                pending += _USED.findall(needed[name])
        return to_svg(replace(self.scene, board_art=replace(art, symbols=needed)), say, self.window)


@cache
def pictures(title: str) -> Mapping[str, Picture]:
    """Return the pictures of a title by name. Raises BrokenTitle."""
    folder = titles.folder(title)
    file = folder / FOLDER / _FILE if folder is not None else None
    if file is None or not file.is_file():
        return {}
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return {name: _picture(title, tables, name) for name in tables}
    except (OSError, ValueError, LookupError, TypeError, GaslampError) as error:
        raise BrokenTitle("error.broken_title", title=title, why=f"{FOLDER}/{_FILE}: {error}"[:300]) from error


def _picture(title: str, tables: Mapping[str, Any], name: str) -> Picture:
    game: Game[Any, Any] = titles.game(title, tables[name].get("options"))
    viewer = tables[name].get("viewer", SPECTATOR)
    playthrough = Playthrough(game, (viewer,))
    for notation in _actions(tables, name):
        playthrough.play(notation)
    scene = presentation(game).scene(game.view(playthrough.position, viewer), playthrough.news(viewer))
    return Picture(scene, _window(scene, tables[name].get("near", ()), tables[name].get("margin", 0)))


def _actions(tables: Mapping[str, Any], name: str) -> list[str]:
    before = _actions(tables, tables[name]["after"]) if "after" in tables[name] else []
    return before + [line.strip() for line in tables[name].get("play", "").splitlines() if line.strip()]


def _window(scene: Scene, near: list[str], margin: float) -> tuple[float, float, float, float]:
    if not near:
        return 0, 0, scene.board_art.width, scene.board_art.height
    spots = {target.id: (target.x, target.y) for target in scene.targets}
    spots |= {sprite.id: (sprite.x, sprite.y) for sprite in scene.sprites}
    xs, ys = zip(*(spots[id] for id in near), strict=True)
    left, top = max(0, min(xs) - margin), max(0, min(ys) - margin)
    right, bottom = min(scene.board_art.width, max(xs) + margin), min(scene.board_art.height, max(ys) + margin)
    return left, top, right - left, bottom - top

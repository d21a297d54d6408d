"""The files a browser keeps for good: styles, scripts and boards, under addresses that change when they do."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.game.table import Table
from gaslamp.locale import catalogue
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Scene, definitions, to_svg
from gaslamp.web import STATIC
from gaslamp.web.bundle import bundle

# What `bundle/<page>.js` and `bundle/<page>.css` are made of, in this order.
_SCRIPTS: Final = {
    "door": ("js/door/door.js",),
    "error": ("js/common/language.js",),
    "home": ("js/home/home.js", "js/home/lists.js", "js/home/open-games.js"),
    "learn": ("js/learn/learn.js",),
    "rules": ("js/rules/rules.js",),
    "table": ("js/table/table.js",),
}
_STYLES: Final = {
    "table": (
        *(f"css/table/{name}.css" for name in ("table", "board", "prompt", "ending", "waiting", "widths", "panels")),
        *(f"css/table/{name}.css" for name in ("aid", "moments", "hint", "replay")),
        "css/rules.css",
    )
}
_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


# The game of the pictures, or the next one that lasts, and how far it has come: lights on and people about.
_PICTURED: Final = 838
_ACTIONS: Final = 16
_NEAR: Final = 1.3  # times what a large board shows when it is seen near


class Asset(NamedTuple):
    """A file, what kind it is, and the same made shorter: once, not for each who asks."""

    content: bytes
    kind: str
    gzipped: bytes


def asset(content: bytes, kind: str) -> Asset:
    """A file with its short form, which is the same bytes each time."""
    return Asset(content, kind, gzip.compress(content, mtime=0))


@cache
def static() -> dict[str, Asset]:
    """Every file of web/static by its path there, and the bundles made of them."""
    files = dict(_under(STATIC))

    def read(path: str) -> str:
        return files[path].content.decode()

    scripts = {f"bundle/{page}.js": bundle(read, *paths) for page, paths in _SCRIPTS.items()}
    styles = {f"bundle/{page}.css": "".join(map(read, paths)) for page, paths in _STYLES.items()}
    made = {path: asset(text.encode(), _TYPES[path.rpartition(".")[2]]) for path, text in (scripts | styles).items()}
    return files | made


@cache
def edition() -> str:
    """The mark of all static files together: scripts name each other by path, so they change address together."""
    marked = sha256()
    for path, asset in sorted(static().items()):
        marked.update(f"{path}\0{len(asset.content)}\0".encode() + asset.content)
    return marked.hexdigest()[:12]


def address(path: str) -> str:
    """Where a browser finds a static file or a bundle."""
    if path not in static():
        raise KeyError(path)
    return f"/static/{edition()}/{path}"


@cache
def boards() -> dict[str, Asset]:
    """The drawings of every title by the name of their file: the still one, and a picture for the menu."""
    made: dict[str, Asset] = {}
    for title in titles.titles():
        made[still_name(title)] = _svg(_still(title))
        made[picture_name(title)] = _svg(_picture(title))
    return made


@cache
def still_name(title: str) -> str:
    """The name of the file with the drawings of a title's board that never change."""
    return _named(title, _still(title))


def still_address(title: str) -> str:
    """Where a browser finds the drawings of a title's board."""
    return f"/still/{still_name(title)}"


@cache
def picture_name(title: str) -> str:
    """The name of the file with a picture of a title's board in the middle of a game."""
    return _named(f"{title}-picture", _picture(title))


def _still(title: str) -> str:
    board = presentation(titles.game(title)).board_art()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}">'
        f'<defs>{definitions(board)}</defs><g id="ground">{board.ground}</g><g id="over">{board.over}</g></svg>\n'
    )


def _picture(title: str) -> str:
    table = next(filter(None, map(partial(_pictured, title), count(_PICTURED))))
    update = table.update(SPECTATOR)
    scene = presentation(table.game).scene(update.view, update.news)
    return to_svg(scene, catalogue("en").say, _window(scene))


def _window(scene: Scene) -> tuple[float, float, float, float] | None:
    """What a small picture shows of a large board: where its people are."""
    people = [sprite for sprite in scene.sprites if sprite.layer == "people"]
    if not scene.board_art.zoom or not people:
        return None
    size = _NEAR * scene.board_art.zoom
    x, y = (round(fmean(at)) for at in ((one.x for one in people), (one.y for one in people)))
    return x - size / 2, y - size / 2, size, size


def _pictured(title: str, seed: int) -> Table | None:
    """A table some way into a random game, or None if it was over by then."""
    rng = Random(seed)
    table = Table(titles.game(title), rng=rng)
    for _ in range(_ACTIONS):
        seat = table.to_move
        if seat is None:
            return None
        update = table.update(seat)
        table.play(seat, rng.choice(update.legal), update.step)
    return table


def _named(name: str, text: str) -> str:
    return f"{name}-{sha256(text.encode()).hexdigest()[:12]}.svg"


def _svg(text: str) -> Asset:
    return asset(text.encode(), _TYPES["svg"])


def _under(root: Path) -> Iterator[tuple[str, Asset]]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and (kind := _TYPES.get(path.suffix[1:])) is not None:
            yield path.relative_to(root).as_posix(), asset(path.read_bytes(), kind)

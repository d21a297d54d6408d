"""Styles, scripts and board drawings under URLs that contain a hash, so that browsers cache them for ever."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from posixpath import dirname, join, normpath
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from gaslamp import titles
from gaslamp.core.game import SPECTATOR
from gaslamp.game.table import Table
from gaslamp.locale import catalogue
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Scene, definitions, to_svg
from gaslamp.web import DRAWINGS, STATIC

# Sources of `bundle/<page>.js` and `bundle/<page>.css`, in order.
_SCRIPTS: Final = {
    "account": ("js/people/account.js",),
    "door": ("js/door/door.js",),
    "enter": ("js/puzzles/enter.js",),
    "error": ("js/common/language.js",),
    "home": ("js/home/home.js", "js/home/lists.js", "js/home/open-games.js", "js/home/open-record.js"),
    "learn": ("js/learn/learn.js",),
    "link": ("js/people/link.js",),
    "rules": ("js/rules/rules.js",),
    "settings": ("js/people/settings.js",),
    "table": ("js/table/table.js",),
}
_STYLES: Final = {
    "table": (
        *(f"css/table/{name}.css" for name in ("table", "board", "prompt", "ending", "waiting", "widths", "panels")),
        *(f"css/table/{name}.css" for name in ("aid", "moments", "hint", "replay", "review")),
        "css/rules.css",
    )
}
_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
_OFFLINE: Final = ("css/base.css", "css/home.css")  # of the page that the service worker shows
# Lines of scripts, for `bundle`.
_IMPORT: Final = re.compile(r'^import (?:(?:\{ (?P<names>.+) \}|\* as (?P<module>\w+)) from )?"(?P<path>\..+)";$')
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))")
_COMMENT: Final = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # on lines of its own
_STILL: Final = "{}.svg"
_PICTURE: Final = "{}-picture.svg"
_PICTURE_SEED: Final = 838  # of the random game in pictures, or the next that lasts
_PICTURE_ACTIONS: Final = 16
_PICTURE_ZOOM: Final = 1.3  # width relative to the zoomed board


class Asset(NamedTuple):
    content: bytes
    kind: str  # media type
    gzipped: bytes


def asset(content: bytes, kind: str) -> Asset:
    return Asset(content, kind, gzip.compress(content, mtime=0))


@cache
def static() -> dict[str, Asset]:
    files = dict(_files(STATIC))

    def read(path: str) -> str:
        return files[path].content.decode()

    scripts = {f"bundle/{page}.js": bundle(read, *paths) for page, paths in _SCRIPTS.items()}
    styles = {f"bundle/{page}.css": "".join(map(read, paths)) for page, paths in _STYLES.items()}
    bundles = {path: asset(text.encode(), _TYPES[path.rpartition(".")[2]]) for path, text in (scripts | styles).items()}
    return files | bundles


@cache
def edition() -> str:
    """Return the hash of all static files: scripts import each other by path, so their URLs change together."""
    digest = sha256()
    for path, asset in sorted(static().items()):
        digest.update(f"{path}\0{len(asset.content)}\0".encode() + asset.content)
    return digest.hexdigest()[:12]


def address(path: str) -> str:
    """Return the URL of a static file or a bundle. Raises KeyError."""
    if path not in static():
        raise KeyError(path)
    return f"/static/{edition()}/{path}"


@cache
def manifest() -> Asset:
    """Return the web app manifest. Its URLs are relative to the home page."""
    content = json.loads(static()["app.webmanifest"].content)
    for icon in content["icons"]:
        icon["src"] = address(icon["src"]).lstrip("/")
    return asset(json.dumps(content).encode(), _TYPES["webmanifest"])


@cache
def service_worker() -> Asset:
    """Return the script with the files of this edition in front: browsers update a script that has changed."""
    files = json.dumps([*(address(path).lstrip("/") for path in _OFFLINE), "favicon.svg"])
    icon = address("icons/maskable-512.png").lstrip("/")
    head = f'const EDITION = "{edition()}";\nconst FILES = {files};\nconst ICON = "{icon}";\n'
    return asset(head.encode() + static()["sw.js"].content, _TYPES["js"])


@cache
def boards() -> dict[str, Asset]:
    drawings: dict[str, Asset] = {}
    for title in titles.titles():
        drawings[still_name(title)] = _svg(_still(title))
        drawings[picture_name(title)] = _svg(_picture(title))
    return drawings


@cache
def still_name(title: str) -> str:
    return _file_name(title, _still(title))


@cache
def still_address(title: str) -> str:
    return f"/still/{still_name(title)}"


@cache
def picture_name(title: str) -> str:
    return _file_name(f"{title}-picture", _picture(title))


def drawings() -> Iterator[tuple[str, str]]:
    """Yield the file name and the SVG of the board and the picture of each title."""
    for title in titles.titles():
        yield _STILL.format(title), _still(title)
        yield _PICTURE.format(title), _picture(title)


def _made_before(name: str) -> str | None:
    file = DRAWINGS / name
    return file.read_text(encoding="utf-8") if file.exists() else None


@cache
def _still(title: str) -> str:
    if (stored := _made_before(_STILL.format(title))) is not None:
        return stored
    board = presentation(titles.game(title)).board_art()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}">'
        f'<defs>{definitions(board)}</defs><g id="ground">{board.ground}</g><g id="over">{board.over}</g></svg>\n'
    )


@cache
def _picture(title: str) -> str:
    if (stored := _made_before(_PICTURE.format(title))) is not None:
        return stored
    table = next(filter(None, map(partial(_random_table, title), count(_PICTURE_SEED))))
    update = table.update(SPECTATOR)
    scene = presentation(table.game).scene(update.view, update.news)
    return to_svg(scene, catalogue("en").say, _window(scene))


def _window(scene: Scene) -> tuple[float, float, float, float] | None:
    """Return the part of a large board around its characters; None for the whole board."""
    people = [sprite for sprite in scene.sprites if sprite.layer == "people"]
    if not scene.board_art.zoom or not people:
        return None
    size = _PICTURE_ZOOM * scene.board_art.zoom
    x, y = (round(fmean(at)) for at in ((sprite.x for sprite in people), (sprite.y for sprite in people)))
    return x - size / 2, y - size / 2, size, size


def _random_table(title: str, seed: int) -> Table | None:
    rng = Random(seed)
    table = Table(titles.game(title), rng=rng)
    for _ in range(_PICTURE_ACTIONS):
        seat = table.to_move
        if seat is None:
            return None
        update = table.update(seat)
        table.play(seat, rng.choice(update.legal), update.step)
    return table


def _file_name(name: str, text: str) -> str:
    return f"{name}-{sha256(text.encode()).hexdigest()[:12]}.svg"


def _svg(text: str) -> Asset:
    return asset(text.encode(), _TYPES["svg"])


def _files(root: Path) -> Iterator[tuple[str, Asset]]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and (kind := _TYPES.get(path.suffix[1:])) is not None:
            yield path.relative_to(root).as_posix(), asset(path.read_bytes(), kind)


def bundle(read: Callable[[str], str], *entries: str) -> str:
    """Join ES modules into one that runs *entries* in order; *read* returns the source of a path.

    Each module becomes a function that is called once, after the modules it imports, and returns its exports. Only what
    our scripts use is understood: one-line imports by relative path, and exports of declarations that are never
    reassigned. Raises ValueError for anything else, and for cycles.
    """
    numbers: dict[str, int] = {}
    parts: list[str] = []

    def add(path: str, importing: tuple[str, ...]) -> int:
        if path in importing:
            raise ValueError(f"{path} imports itself by way of {importing[-1]}")
        if path not in numbers:
            body = _translate(path, read(path), lambda other: add(other, (*importing, path)))
            numbers[path] = len(numbers)
            parts.append(f"// {path}\nconst m{numbers[path]} = (() => {{\n{body}}})();\n")
        return numbers[path]

    for entry in entries:
        add(entry, ())
    return "".join(parts)


def _translate(path: str, source: str, number: Callable[[str], int]) -> str:
    """Replace the imports and exports of a module; *number* returns that of another module."""
    lines, exported = [], []
    for line in _COMMENT.sub("", source).splitlines():
        if imported := _IMPORT.match(line):
            module = f"m{number(normpath(join(dirname(path), imported['path'])))}"
            names = (imported["names"] or "").replace(" as ", ": ")
            target = f"{{ {names} }}" if names else imported["module"]
            lines.append(f"const {target} = {module};" if target else "")
        elif declared := _EXPORT.match(line):
            exported.append(declared["name"])
            lines.append(line.removeprefix("export "))
        elif line.startswith(("import ", "export ")):
            raise ValueError(f"{path}: cannot be bundled: {line}")
        else:
            lines.append(line)
    return "\n".join([*lines, f"return {{ {', '.join(exported)} }};", ""])

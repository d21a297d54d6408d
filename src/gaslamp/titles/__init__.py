"""Registry of titles: the packages in this folder, and titles added by others.

Add titles by naming folders in the environment variable GASLAMP_TITLES (separated as in PATH), or by an entry point
in the group `gaslamp.titles` with the title's id as its name and the package as its value.

>>> game("pocket").seats
('jack', 'detectives')
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from gaslamp.core.errors import BrokenTitle, Unreadable
from gaslamp.core.game import Game
from gaslamp.core.options import Meta

FOLDERS: Final = "GASLAMP_TITLES"
GROUP: Final = "gaslamp.titles"
_HOUSE: Final = Path(__file__).parent
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")

_added: Final = tuple(Path(folder).resolve() for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)
__path__.extend(map(str, _added))  # modules have the same names in every process


class Found(NamedTuple):
    """Packages by title id, and problems with added titles."""

    packages: Mapping[str, str]  # of each id, the house's own first
    problems: tuple[BrokenTitle, ...]


def titles() -> tuple[str, ...]:
    return tuple(_found().packages)


def usual() -> str:
    return next((title for title in _house() if meta(title).usual), titles()[0])


def package(title: str) -> str:
    """Return the package name of *title*. Raises Unreadable for an unknown title."""
    packages = _found().packages
    if title not in packages:
        raise Unreadable("error.title", title=title[:40], known=", ".join(packages))
    return packages[title]


def folder(title: str) -> Path | None:
    """Return the folder of a title's package without importing it, or None if it cannot be found."""
    spec = find_spec(package(title))
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else None


def meta(title: str) -> Meta:
    """Return the metadata of *title* without importing its rules. Raises BrokenTitle."""
    metadata = _part(title, "meta", "META")
    if not isinstance(metadata, Meta) or metadata.title != title:
        raise BrokenTitle("error.broken_title", title=title, why="meta.META is not the Meta of this title")
    return metadata


def game(title: str, options: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """Return a game of *title* with *options* chosen. Raises BrokenTitle, or Unreadable for bad options."""
    kind = _part(title, "game", "GAME")
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise BrokenTitle("error.broken_title", title=title, why="game.GAME is not a class of Game")
    created: Game[Any, Any] = kind(options)
    return created


def check_found() -> None:
    """Raise BrokenTitle if an added title could not be found."""
    for problem in _found().problems:
        raise problem


def check() -> None:
    """Raise BrokenTitle if any title cannot be played. Called when a server starts."""
    check_found()
    for title in titles():
        metadata, checked = meta(title), game(title)
        expected = (title, metadata.rules_version, metadata.options)
        if (checked.title, checked.rules_version, checked.option_list) != expected:
            raise BrokenTitle("error.broken_title", title=title, why="META and GAME differ")


def _part(title: str, module: str, name: str) -> Any:
    """Import a module of a title and return its attribute. Errors of added titles become BrokenTitle."""
    where = f"{package(title)}.{module}"
    try:
        return getattr(import_module(where), name)
    except Exception as error:
        if title in _house():
            raise  # a bug of ours, or rules that are to be compiled again
        why = f"{where}: {type(error).__name__}: {error}"[:300]
        raise BrokenTitle("error.broken_title", title=title, why=why) from error


@cache
def _found() -> Found:
    packages = {name: f"{__name__}.{name}" for name in _house()}
    problems: list[BrokenTitle] = []
    for name, where, value in _offered():
        if value is None:
            problems.append(BrokenTitle("error.no_titles", where=where, variable=FOLDERS))
        elif not _ID.fullmatch(name):
            problems.append(BrokenTitle("error.title_id", title=name[:40], where=where))
        elif name in packages:
            problems.append(BrokenTitle("error.title_twice", title=name, where=where))
        else:
            packages[name] = value
    return Found(packages, tuple(problems))


def _offered() -> Iterator[tuple[str, str, str | None]]:
    """Yield id, origin and package of added titles; the package is None for a folder without titles."""
    for point in sorted(entry_points(group=GROUP)):
        yield point.name, f"{GROUP} = {point.value}", point.module
    for folder in _added:
        names = list(_in_folder(folder))
        if not names:
            yield "", str(folder), None
        yield from ((name, str(folder / name), f"{__name__}.{name}") for name in names)


@cache
def _house() -> tuple[str, ...]:
    return tuple(_in_folder(_HOUSE))


def _in_folder(folder: Path) -> Iterator[str]:
    """Yield the packages with a `meta.py` in *folder*."""
    packages = sorted(folder.glob("*/meta.py")) if folder.is_dir() else []
    yield from (path.parent.name for path in packages)

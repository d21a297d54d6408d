"""The games there are, each a package: those of the house beside this file, and those that others add.

Others add a title by a folder of such packages, which the environment variable GASLAMP_TITLES names (or several, as
PATH does), or by an installed distribution with an entry point in the group `gaslamp.titles`: its name is the title's
id, its value the package. Titles are found by that alone; no other file names them.
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
from gaslamp.core.meta import Meta

FOLDERS: Final = "GASLAMP_TITLES"
GROUP: Final = "gaslamp.titles"
_HOUSE: Final = Path(__file__).parent
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")

_added: Final = tuple(Path(folder).resolve() for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)
__path__.extend(map(str, _added))  # their modules have the same names in every process, whoever asks for them first


class Found(NamedTuple):
    """Where the titles are, and what is wrong with some that were to be added."""

    packages: Mapping[str, str]  # of each id, the house's own first
    problems: tuple[BrokenTitle, ...]


def titles() -> tuple[str, ...]:
    """The ids of all titles that are offered."""
    return tuple(_found().packages)


def usual() -> str:
    """The title that is played where nobody says which."""
    return next((title for title in _house() if meta(title).usual), titles()[0])


def package(title: str) -> str:
    """The name of a title's package."""
    known = _found().packages
    if title not in known:
        raise Unreadable("error.title", title=title[:40], known=", ".join(known))
    return known[title]


def folder(title: str) -> Path | None:
    """Where a title's package lies, without loading it; None where it cannot be found."""
    spec = find_spec(package(title))
    places = spec.submodule_search_locations if spec is not None else None
    return Path(next(iter(places))) if places else None


def meta(title: str) -> Meta:
    """What can be known of a title without loading its rules."""
    known = _part(title, "meta", "META")
    if not isinstance(known, Meta) or known.title != title:
        raise BrokenTitle("error.broken_title", title=title, why="meta.META is not the Meta of this title")
    return known


def game(title: str, options: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """A title with its options chosen."""
    kind = _part(title, "game", "GAME")
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise BrokenTitle("error.broken_title", title=title, why="game.GAME is not a class of Game")
    made: Game[Any, Any] = kind(options)
    return made


def check_found() -> None:
    """Refuse what was to be added and is no title."""
    for problem in _found().problems:
        raise problem


def check() -> None:
    """Refuse titles that cannot be played: whoever offers them to others had better know at once."""
    check_found()
    for title in titles():
        known, made = meta(title), game(title)
        if (made.title, made.rules_version, made.option_list) != (title, known.rules_version, known.options):
            raise BrokenTitle("error.broken_title", title=title, why="META and GAME differ")


def _part(title: str, module: str, name: str) -> Any:
    """What a module of a title has to have; whatever goes wrong while it is loaded is the title's fault."""
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
    """What others add: the id, where it comes from, and the package; None where a folder has no title in it."""
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
    """The packages of titles in a folder: each has a `meta.py`."""
    found = sorted(folder.glob("*/meta.py")) if folder.is_dir() else []
    yield from (path.parent.name for path in found)

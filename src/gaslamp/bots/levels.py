"""Registry of bot levels: which levels exist for a title, a side and its options.

The levels of a built-in title are `LEVELS` in the package of its name beside this file, those of a third-party title in
its own package `bots`. A title without such a package has no levels.

>>> from gaslamp import titles
>>> from gaslamp.bots import levels
>>> game = titles.game(min(titles.titles()))
>>> levels.closest_level(game, game.seats[0], "inspector")
'inspector'
>>> levels.fallback_levels(game, game.seats[0], "inspector")
('inspector', 'sergeant', 'constable', 'passer_by')
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from gaslamp import titles
from gaslamp.bots.bot import Answer, Bot, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.errors import BrokenTitle, Unreadable
from gaslamp.core.game import Game, Seat, Side

NAMES: Final = ("passer_by", "constable", "sergeant", "inspector", "superintendent")  # weakest first
USUAL: Final = "constable"  # for newcomers


@dataclass(frozen=True, slots=True)
class Level:
    module: str
    bot: str = "BOT"  # its name in the module
    seconds: float = 0.0  # usual time of an answer, for scheduling; 0: at once
    sides: tuple[Side, ...] | None = None  # None: all
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # supported choices; unlisted options: all

    def plays(self, side: Side, options: Mapping[str, str]) -> bool:
        supported = all(options[option] in choices for option, choices in self.options.items())
        return supported and (self.sides is None or side in self.sides)


PASSER_BY: Final = Level("gaslamp.bots.bot", "PASSER_BY")


def of_title(title: str) -> Mapping[str, Level]:
    """Return all levels of a title, weakest first, regardless of side and options. Raises BrokenTitle."""
    levels = _in_folder(_folder(title))
    return {name: levels[name] for name in NAMES if name in levels}


def known_names() -> tuple[str, ...]:
    """Return the names that some title has, weakest first. Skips titles whose levels cannot be loaded."""
    names: set[str] = set()
    for title in titles.titles():
        with suppress(BrokenTitle):
            names |= of_title(title).keys()
    return tuple(name for name in NAMES if name in names)


def _folder(title: str) -> str:
    ours = f"{__package__}.{title}"
    return ours if find_spec(ours) or title not in titles.titles() else f"{titles.package(title)}.bots"


@cache
def _in_folder(folder: str) -> Mapping[str, Level]:
    try:
        levels: Mapping[str, Level] = import_module(folder).LEVELS if find_spec(folder) else {}
    except Exception as error:
        if folder.startswith(f"{__package__}."):
            raise  # a built-in title: a bug
        title = folder.split(".")[-2]
        why = f"{folder}: {type(error).__name__}: {error}"[:300]
        raise BrokenTitle("error.broken_title", title=title, why=why) from error
    return levels


def of_seat(game: Game[Any, Any], seat: Seat) -> tuple[str, ...]:
    """Return the names of the levels that can play *seat*, weakest first."""
    side = game.side(seat)
    return tuple(name for name, level in of_title(game.title).items() if level.plays(side, game.options))


def check(game: Game[Any, Any], seat: Seat, name: str) -> None:
    """Raise Unreadable unless *name* is a level that can play *seat*."""
    names = of_seat(game, seat)
    if not names:
        raise Unreadable("error.no_bots")
    if name not in names:
        raise Unreadable("error.bot", bot=name[:40], known=", ".join(names))


def closest_level(game: Game[Any, Any], seat: Seat, name: str | None = None) -> str | None:
    """Return the strongest level for *seat* no stronger than *name*; the strongest of all if *name* is not in NAMES.

    Falls back to the weakest level; None if no level can play the seat.
    """
    names = of_seat(game, seat)
    weaker = [other for other in names if name not in NAMES or NAMES.index(other) <= NAMES.index(name)]
    return weaker[-1] if weaker else next(iter(names), None)


def fallback_levels(game: Game[Any, Any], seat: Seat, name: str) -> tuple[str, ...]:
    """Return *name* and the weaker levels for *seat*, strongest first; all levels if *name* no longer exists."""
    names = of_seat(game, seat)
    return tuple(reversed(names[: names.index(name) + 1] if name in names else names))


def bot(title: str, name: str) -> Bot:
    """Return the bot of a level. Raises KeyError if the title has no such level."""
    level = of_title(title)[name]
    level_bot: Bot = getattr(import_module(level.module), level.bot)
    return level_bot


def answer(name: str, question: Question, cache: BeliefCache | None = None) -> Answer:
    return bot(question.situation.title, name).answer(question, BeliefCache(1) if cache is None else cache)

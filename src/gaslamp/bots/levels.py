"""Who can be played against: which level exists for which title, side and options. Nobody else is to know that.

A title's opponents are in the folder of its name beside this file, or, if somebody added the title, in its own folder
`bots`; its `LEVELS` are all that is asked for there. A title without such a folder has none.
"""

from __future__ import annotations

from collections.abc import Mapping
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

NAMES: Final = ("random", "constable", "sergeant", "inspector")  # the weakest first


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a title: the module whose `BOT` it is, how long it likes to think, and what it can play."""

    module: str
    seconds: float = 0.0  # none: it answers at once
    sides: tuple[Side, ...] | None = None  # None: all
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the choices it knows; of others, all

    def plays(self, side: Side, options: Mapping[str, str]) -> bool:
        """Whether it can play a side of a title with these options."""
        knows = all(options[option] in choices for option, choices in self.options.items())
        return knows and (self.sides is None or side in self.sides)


RANDOM: Final = Level("gaslamp.bots.random_bot")


def of_title(title: str) -> Mapping[str, Level]:
    """The levels that a title has, the weakest first, whatever they can play of it."""
    levels = _in_folder(_folder(title))
    return {name: levels[name] for name in NAMES if name in levels}


def _folder(title: str) -> str:
    ours = f"{__package__}.{title}"
    return ours if find_spec(ours) or title not in titles.titles() else f"{titles.package(title)}.bots"


@cache
def _in_folder(folder: str) -> Mapping[str, Level]:
    try:
        levels: Mapping[str, Level] = import_module(folder).LEVELS if find_spec(folder) else {}
    except Exception as error:
        if folder.startswith(f"{__package__}."):
            raise  # a bug of ours
        title = folder.split(".")[-2]
        why = f"{folder}: {type(error).__name__}: {error}"[:300]
        raise BrokenTitle("error.broken_title", title=title, why=why) from error
    return levels


def of_seat(game: Game[Any, Any], seat: Seat) -> tuple[str, ...]:
    """The names of those who can have a seat of a game, the weakest first."""
    side = game.side(seat)
    return tuple(name for name, level in of_title(game.title).items() if level.plays(side, game.options))


def check(game: Game[Any, Any], seat: Seat, name: str) -> None:
    """Refuse a name that nobody has who can have this seat."""
    known = of_seat(game, seat)
    if not known:
        raise Unreadable("error.no_bots")
    if name not in known:
        raise Unreadable("error.bot", bot=name[:40], known=", ".join(known))


def closest_level(game: Game[Any, Any], seat: Seat, name: str | None = None) -> str | None:
    """Who is nearest to a level in a seat that this level may not be able to play; without a level, the strongest.

    None where nobody plays.
    """
    known = of_seat(game, seat)
    weaker = [other for other in known if name is None or NAMES.index(other) <= NAMES.index(name)]
    return weaker[-1] if weaker else next(iter(known), None)


def fallback_levels(game: Game[Any, Any], seat: Seat, name: str) -> tuple[str, ...]:
    """Who answers for a level in a seat: itself, then the weaker ones. A level of an old game may be gone."""
    known = of_seat(game, seat)
    return tuple(reversed(known[: known.index(name) + 1] if name in known else known))


def bot(title: str, name: str) -> Bot:
    """An opponent of a title."""
    made: Bot = import_module(of_title(title)[name].module).BOT
    return made


def answer(name: str, question: Question, cache: BeliefCache | None = None) -> Answer:
    """Have a question answered by the level of that name."""
    return bot(question.situation.title, name).answer(question, BeliefCache(1) if cache is None else cache)

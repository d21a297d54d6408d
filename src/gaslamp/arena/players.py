"""Who can be seated in the arena: the levels of a title, and anybody's own opponent by the name of its module.

A name with a dot in it is that of a module that can be imported, and its `BOT` plays: `bench.pocket_one_turn`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from gaslamp.bots import Limit, levels
from gaslamp.bots.bot import Bot
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Side


def bot(title: str, name: str) -> Bot:
    """A player by its name."""
    made: Bot = import_module(name).BOT if "." in name else levels.bot(title, name)
    return made


def check(title: str, names: Sequence[str]) -> None:
    """Refuse a name that nobody has."""
    known = levels.of_title(title)
    if not known:
        raise Unreadable("error.no_bots")
    for name in names:
        if name not in known and not _is_module(name):
            raise Unreadable("error.bot", bot=name[:40], known=", ".join(known))


def _is_module(name: str) -> bool:
    try:
        return "." in name and hasattr(import_module(name), "BOT")
    except (ImportError, TypeError):  # TypeError: a relative name
        return False


def of_side(game: Game[Any, Any], side: Side, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names who can play a side."""
    known = {name for seat in game.seats if game.side(seat) == side for name in levels.of_seat(game, seat)}
    return tuple(name for name in names if name in known or "." in name)


def usual_limit(title: str, name: str) -> Limit:
    """How long a player likes to think."""
    level = levels.of_title(title).get(name)
    return Limit(seconds=level.seconds or None) if level else Limit()

"""Players of a tournament: the levels of a title, or a module with a `BOT`, such as `bench.pocket_one_turn`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from gaslamp.bots import levels
from gaslamp.bots.bot import Bot, Planning
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Side


def bot(title: str, name: str) -> Bot:
    player: Bot = import_module(name).BOT if "." in name else levels.bot(title, name)
    return player


def check(title: str, names: Sequence[str]) -> None:
    """Raise Unreadable for a name that is neither a level nor a module with a `BOT`."""
    available = levels.of_title(title)
    if not available:
        raise Unreadable("error.no_bots")
    for name in names:
        if name not in available and not _is_module(name):
            raise Unreadable("error.bot", bot=name[:40], known=", ".join(available))


def _is_module(name: str) -> bool:
    try:
        return "." in name and hasattr(import_module(name), "BOT")
    except (ImportError, TypeError):  # TypeError: a relative name
        return False


def planner(game: Game[Any, Any], side: Side) -> str:
    """Return the strongest level that can play *side* as a reader, "" if there is none."""
    seat = next(seat for seat in game.seats if game.side(seat) == side)
    names = [name for name in levels.of_seat(game, seat) if isinstance(bot(game.title, name), Planning)]
    return names[-1] if names else ""


def of_side(game: Game[Any, Any], side: Side, names: Sequence[str]) -> tuple[str, ...]:
    available = {name for seat in game.seats if game.side(seat) == side for name in levels.of_seat(game, seat)}
    return tuple(name for name in names if name in available or "." in name)

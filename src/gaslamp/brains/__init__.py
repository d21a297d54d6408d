"""Computer opponents. They get what a person in their seat gets, and answer with a notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gaslamp.brains.bot import Bot, Situation
from gaslamp.brains.constable import Constable
from gaslamp.brains.random_bot import RandomBot
from gaslamp.core.errors import Unreadable

__all__ = ["BOTS", "Bot", "Situation", "bot"]

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"random": RandomBot, "constable": Constable}


def bot(name: str) -> Bot:
    """Give the opponent of that name."""
    if name not in BOTS:
        raise Unreadable("error.bot", bot=name[:40], known=", ".join(BOTS))
    return BOTS[name]()

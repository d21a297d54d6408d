"""How a game ended, for somebody who belongs to it: told alike by its own page and by the list of one's games."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, TypeAlias

from gaslamp.core.game import Game, Seat

Result: TypeAlias = Literal["won", "lost", "told"]  # told: nobody's own, they watched or both sides were theirs


def result(game: Game[Any, Any], winner: str | None, mine: Collection[Seat]) -> Result:
    """How it ended for whoever has these seats."""
    sides = {game.side(seat) for seat in mine}
    if len(sides) != 1:
        return "told"
    return "won" if winner in sides else "lost"

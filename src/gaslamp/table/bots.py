"""The one door between the table and the computer opponents: what they are asked, and how their answer is played."""

from __future__ import annotations

from random import Random

from gaslamp import brains
from gaslamp.core.game import Seat
from gaslamp.table.table import Table


def names() -> tuple[str, ...]:
    """Give the names of all opponents."""
    return tuple(brains.BOTS)


def check(name: str) -> None:
    """Refuse the name of an opponent who does not exist."""
    brains.bot(name)


def answer(table: Table, seat: Seat, name: str, rng: Random) -> None:
    """Let an opponent take one step for a seat that is to move."""
    update = table.update(seat)
    situation = brains.Situation(
        title=table.game.title,
        options=table.game.options,
        seat=seat,
        view=update.view,
        legal=update.legal,
        news=update.news,
    )
    table.play(seat, brains.bot(name).choose(situation, rng), update.step)

"""Who is to sit where in a new game: the one who begins it, friends, opponents of the house, or the same device."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Seat
from gaslamp.service.lobby.shapes import NewGame

_BOT: Final = "bot:"  # before the name of an opponent


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the one who begins a game sits, and who is to have every other seat."""

    mine: Seat
    others: Mapping[Seat, str]

    @property
    def machines(self) -> dict[Seat, str]:
        """The opponents of the house, by their seats."""
        return {seat: kind.removeprefix(_BOT) for seat, kind in self.others.items() if kind.startswith(_BOT)}

    def seats(self, guest: str) -> dict[Seat, str | None]:
        """The seats that are for people, and who of them is here already."""
        shared = {seat: guest if kind == "same_device" else None for seat, kind in self.others.items()}
        return {self.mine: guest} | {seat: sitting for seat, sitting in shared.items() if seat not in self.machines}


def plan(wanted: NewGame) -> Plan:
    """Tell who is to sit where, or refuse a game that cannot be."""
    game = titles.game(wanted.title, wanted.options)
    mine = _my_seat(game, wanted.side)
    return Plan(mine, _others(game, mine, wanted))


def _my_seat(game: Game[Any, Any], wanted: str) -> Seat:
    """The seat that is wanted: by its own name, the first one of a side, or any."""
    side = secrets.choice(game.sides) if wanted == "either" else wanted
    for seat in game.seats:
        if side in {seat, game.side(seat)}:
            return seat
    raise Unreadable("error.seat", seat=wanted, known=", ".join(dict.fromkeys([*game.sides, *game.seats])))


def _others(game: Game[Any, Any], mine: Seat, wanted: NewGame) -> dict[Seat, str]:
    """Tell of every other seat who is to have it: a friend, an opponent of the house, or the same device."""
    for kind in (wanted.opponent, wanted.allies):
        if not kind.startswith(_BOT) and kind not in {"friend", "same_device"}:
            raise Unreadable("web.error.unreadable")
    shared = wanted.opponent == "same_device"
    allies = "same_device" if shared else wanted.allies
    side = game.allies(mine)
    others = {seat: allies if seat in side else wanted.opponent for seat in game.seats if seat != mine}
    for seat, kind in others.items():
        if kind.startswith(_BOT):
            levels.check(game, seat, kind.removeprefix(_BOT))
    return others

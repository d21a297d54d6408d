"""A game in memory, for the terminal, tests and pictures: it is dealt, and requests take effect at once.

>>> from random import Random
>>> from gaslamp import titles
>>> table = Table(titles.game("pocket"), rng=Random(1))
>>> update = table.update(table.to_move)
>>> table.play(table.to_move, update.legal[0], update.step)
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from gaslamp.core.game import Game, Outcome, Seat, Viewer
from gaslamp.core.records.fairness import Seal
from gaslamp.core.records.record import Record
from gaslamp.game import updates
from gaslamp.game.entries import Entry
from gaslamp.game.propose import propose
from gaslamp.game.requests import Play, Request, Resign, Start, Undo
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.game.state import State
from gaslamp.game.updates import Update


class Table:
    def __init__(self, game: Game[Any, Any], rng: Random | None = None, seal: Seal | None = None) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.state = State.initial(Setup(game, chance=seal or RandomDraws(rng or SystemRandom())))
        self.submit(Start())

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def to_move(self) -> Seat | None:
        return self.state.to_move

    def play(self, seat: Seat, notation: str, step: int) -> None:
        self.submit(Play(notation, step), seat)

    def undo(self, seat: Seat, step: int) -> None:
        self.submit(Undo(step), seat)

    def resign(self, seat: Seat) -> None:
        self.submit(Resign(), seat)

    def submit(self, request: Request, seat: Seat = "") -> None:
        entry = propose(self.state, request, 0, seat)
        self.state = self.state.after(entry)
        self.entries.append(entry)

    def step(self, viewer: Viewer) -> int:
        return self.state.updates[viewer]

    def update(self, viewer: Viewer) -> Update:
        return updates.update(self.state, viewer)

    def record(self, names: Mapping[Seat, str]) -> Record:
        return self.state.record(names)

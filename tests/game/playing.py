"""Games in memory whose time the test sets, and random games with undos, agreed undos and resignations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from gaslamp.core.game import Game, Seat
from gaslamp.game import updates
from gaslamp.game.clock import SECOND, read_timing
from gaslamp.game.entries import Entry
from gaslamp.game.propose import propose
from gaslamp.game.requests import NOBODY, Ask, Play, Reply, Request, Resign, SeatPresence, Start, StartClocks, Undo
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.game.state import State
from gaslamp.game.updates import Update

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encoded(update: Update) -> bytes:
    """Return an update as bytes; equal updates give equal bytes."""
    return _ENCODER.encode(update)


class Session:
    """A game from its setup on. Every entry comes a second after the one before."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.entries: list[Entry] = []
        self.states = [State.initial(setup)]  # before the first entry, and after each
        self.at = setup.created

    @property
    def state(self) -> State:
        return self.states[-1]

    def submit(self, request: Request, seat: Seat = "", presence: SeatPresence = NOBODY) -> Entry:
        """Let a request take effect. Raises IllegalAction."""
        entry = propose(self.state, request, self.at + SECOND, seat, presence)
        self.add(entry)
        return entry

    def add(self, entry: Entry) -> None:
        self.at = entry.at
        self.states.append(self.state.after(entry))
        self.entries.append(entry)

    def start(self) -> None:
        """Deal, and start the clocks if there are any."""
        self.submit(Start())
        if not self.state.clocks_started:
            self.submit(StartClocks())

    def update(self, seat: Seat) -> Update:
        return updates.update(self.state, seat)

    def play(self, rng: Random) -> Seat:
        """Play a random action of the seat to move, and return the seat."""
        seat = self.state.to_move
        assert seat is not None
        update = self.update(seat)
        self.submit(Play(rng.choice(update.legal), update.step), seat)
        return seat

    def activation(self, rng: Random) -> Seat:
        """Play until an activation is finished, and return the seat that acted."""
        before = self.state.course.public
        while True:
            seat = self.play(rng)
            if self.state.course.public is not before:
                return seat

    def turn_undone(self) -> bool:
        """Take the last activation back by agreement, if that is possible."""
        turn = self.state.course.turn
        if turn is None or not self.state.course.turn_reversible(turn.seat) or not self.state.course.turn_reversible():
            return False
        other = next(seat for seat in self.game.seats if seat not in self.game.allies(turn.seat))
        self.submit(Ask("undo"), turn.seat)
        self.submit(Reply(self.state.offers, agree=True), other)
        return True


def timed(game: Game[Any, Any], rng: Random) -> Setup:
    """A setup with clocks that last for any game, and draws from *rng*."""
    return Setup(game, chance=RandomDraws(rng), timing=read_timing("180+60"), created=1_700_000_000_000)


def wander(session: Session, rng: Random, *, resign: float = 0.002) -> Iterator[None]:
    """Play at random to the end, with undos, agreed undos and perhaps a resignation. Yields after each decision."""
    session.start()
    yield
    agreed = 0
    while (seat := session.state.to_move) is not None:
        update = session.update(seat)
        if update.may_undo and rng.random() < 0.3:
            session.submit(Undo(update.step), seat)
        elif agreed and rng.random() < resign:
            session.submit(Resign(), seat)
        elif rng.random() < (0.1 if agreed else 1) and session.turn_undone():
            agreed += 1
        else:
            session.play(rng)
        yield

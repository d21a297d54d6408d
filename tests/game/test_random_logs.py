"""Verification accepts the log of every game that `propose` has allowed, whatever the players asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.core.records import record
from gaslamp.game import verification
from gaslamp.game.clock import MINUTE, SECOND, read_timing
from gaslamp.game.requests import (
    Abort,
    Ask,
    BotPlay,
    Flag,
    Hint,
    Play,
    Reply,
    Request,
    Resign,
    Resume,
    SeatPresence,
    Start,
    StartClocks,
    TakeOff,
    TakeSeat,
    Undo,
)
from gaslamp.game.setup import Setup
from gaslamp.game.state import State
from gaslamp.game.updates import summary
from tests.conftest import Proof
from tests.contract.games import every_game, seeds
from tests.game.playing import Session
from tests.sealed import kinds, sealed

CLOCK = "60+60"
NOW = 1_700_000_000_000


def agreed(game: Game[Any, Any], number: int) -> Setup:
    seal = sealed(game, number)
    seal = replace(seal, terms=seal.terms._replace(clock=CLOCK, hints="yes"))
    return Setup(game, chance=seal, timing=read_timing(CLOCK), hints=True, created=NOW)


def wishes(session: Session, seat: Seat, rng: Random) -> Iterator[Request]:
    """Requests that a player could make, many of them refused."""
    state, update = session.state, session.update(seat)
    if update.legal:
        play = BotPlay if seat in state.bots else Play
        yield from [play(rng.choice(update.legal), update.step)] * 12
    yield from (Undo(update.step), Hint(update.step), Resume(), TakeSeat(), StartClocks(), Flag())
    yield from (Ask("pause"), Ask("undo"), Ask(f"hand_over {rng.choice(session.game.seats)}"))
    yield from (Reply(state.offers, agree=agree) for agree in (True, True, False))
    yield TakeOff(session.at - rng.randrange(5000), session.at + rng.randrange(5000))
    if rng.random() < 0.02:
        yield Abort()
    if rng.random() < 0.01:
        yield Resign()


def presence(game: Game[Any, Any], rng: Random) -> SeatPresence:
    present = frozenset(seat for seat in game.seats if rng.random() < 0.6)
    return SeatPresence(
        present, {seat: 0 for seat in game.seats if seat not in present}, dict.fromkeys(game.seats, "passer_by")
    )


def played(setup: Setup, rng: Random) -> Session:
    """A game of players who ask for anything at any time, until it is over or closed."""
    session = Session(setup)
    session.submit(Start())
    while session.state.outcome is None and not session.state.closed:
        seat = rng.choice(session.game.seats)
        request = rng.choice([*wishes(session, seat, rng)])
        session.at += rng.choice([0, 0, 0, MINUTE // 10]) - SECOND
        try:
            session.submit(request, seat, presence(session.game, rng))
        except IllegalAction:
            session.at += SECOND
    return session


@every_game
def test_the_record_of_a_game_with_any_requests_is_accepted(game: Game[Any, Any], proof: Proof) -> None:
    seen = Counter[str]()
    for name, rng in seeds(proof.seed, f"any requests at {game.title}", proof.amount(test=10, proof=100)):
        session = played(agreed(game, name % 250), rng)
        seen.update(kinds(session.entries))
        assert summary(State.of(session.setup, session.entries)) == summary(session.state)
        if session.state.outcome is None:
            assert session.state.closed
            continue
        found = record.read(record.write(session.state.record({})))
        record.verify(game, found)
        assert found.proof is not None
        heads = [head.hex() for head in session.state.heads.values()]
        verification.check(game, found, found.proof, verification.kept(heads=heads), levels=["passer_by"])
    proof.report(f"random logs of {game.title}", entries=seen.total(), kinds=len(seen))
    assert seen.keys() >= {"start", "begin", "action"}

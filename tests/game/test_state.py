"""States: they follow from the log alone, and earlier ones stay as they were."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.game import updates
from gaslamp.game.clock import read_timing
from gaslamp.game.entries import OutageEnded, decode, encode
from gaslamp.game.requests import Ask, Hint, Reply, Resume, SeatPresence, TakeOff, TakeSeat
from gaslamp.game.setup import Setup
from gaslamp.game.state import State
from gaslamp.game.updates import summary
from tests.conftest import Proof
from tests.contract.games import every_game, seeds
from tests.game.playing import Session, encoded, wander
from tests.sealed import sealed

Snapshot = tuple[Any, ...]


def snapshot(state: State) -> Snapshot:
    """Everything that can be read from a state, as values that do not change with it."""
    return (
        *(encoded(updates.update(state, viewer)) for viewer in state.game.viewers),
        tuple(state.course.actions),
        summary(state),
        state.clock,
        state.to_move,
        state.awaited,
        state.offer,
        state.declined,
        state.blocked,
        state.may_abort,
        dict(state.bots),
        dict(state.hints),
        dict(state.requests),
        state.last_entry,
        state.length,
        state.head,
        tuple(state._log()),
    )


def with_clocks(game: Game[Any, Any], number: int = 0) -> Setup:
    return Setup(game, chance=sealed(game, number), timing=read_timing("180+60"), hints=True, created=1_700_000_000_000)


@every_game
def test_the_log_gives_the_same_states_again_and_leaves_earlier_ones_unchanged(
    game: Game[Any, Any], proof: Proof
) -> None:
    for name, rng in seeds(proof.seed, f"states of {game.title}", proof.amount(test=2, proof=30)):
        session = Session(with_clocks(game, name % 250))
        before = [snapshot(session.state)]
        for _ in wander(session, rng):
            before += [snapshot(state) for state in session.states[len(before) :]]
        again = State.initial(session.setup)
        assert snapshot(again) == before[0], name
        for number, entry in enumerate(session.entries, 1):
            again = again.after(decode(encode(entry)))
            assert snapshot(again) == before[number], (name, number)
        assert snapshot(State.of(session.setup, session.entries)) == before[-1], name
        for number, state in enumerate(session.states):
            assert snapshot(state) == before[number], (name, number)


@every_game
def test_a_state_can_be_continued_in_several_ways(game: Game[Any, Any], proof: Proof) -> None:
    """Continuations share their past, and must not see each other."""
    for name, rng in seeds(proof.seed, f"branches of {game.title}", proof.amount(test=1, proof=10)):
        trunk = Session(with_clocks(game, name % 250))
        trunk.start()
        for _ in range(rng.randrange(1, 30)):
            if trunk.state.to_move is not None:
                trunk.play(rng)
        fork = len(trunk.entries)
        before = snapshot(trunk.state)
        branches = [trunk, *(branch(trunk) for _ in range(2))]
        for one in branches:  # in turns, so that each could disturb the others
            for _ in range(15):
                if one.state.to_move is not None:
                    one.play(rng)
            assert snapshot(trunk.states[fork]) == before, name
        for one in branches:
            assert snapshot(State.of(one.setup, one.entries)) == snapshot(one.state), name


def branch(session: Session) -> Session:
    other = Session(session.setup)
    other.states, other.entries, other.at = [session.state], [*session.entries], session.at
    return other


def test_agreements_leave_earlier_states_unchanged() -> None:
    rng = Random(4)
    session = Session(with_clocks(titles.game("pocket")))
    session.start()
    away = SeatPresence(frozenset({"jack"}), {"detectives": 0}, {"detectives": "passer_by"})
    session.submit(Hint(session.state.updates["detectives"]), "detectives")
    session.activation(rng)
    session.submit(Ask("pause"), "jack")
    session.submit(Reply(1, agree=False), "detectives")
    session.submit(Ask("pause"), "detectives")
    session.submit(Reply(2, agree=True), "jack")
    session.submit(Resume(), "jack")
    session.submit(TakeOff(session.at - 500, session.at + 500))
    session.submit(Ask("hand_over detectives"), "jack", away)
    session.submit(TakeSeat(), "detectives")
    assert isinstance(session.entries[-3], OutageEnded)
    before = [snapshot(state) for state in session.states]
    session.activation(rng)
    session.activation(rng)
    assert [snapshot(state) for state in session.states[: len(before)]] == before
    assert len(set(map(repr, before))) == len(before)  # each entry changed something
    assert snapshot(State.of(session.setup, session.entries)) == snapshot(session.state)


def test_a_state_cannot_be_assigned_to() -> None:
    state = State.initial(with_clocks(titles.game("pocket")))
    with pytest.raises(AttributeError):
        state.paused = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.course.draws = 1  # type: ignore[misc]


def test_the_log_is_not_read_twice_for_a_longer_game() -> None:
    """A state refers to the one before: its past is shared, not copied."""
    session = Session(with_clocks(titles.game("whitehall")))
    session.start()
    session.play(Random(1))
    session.play(Random(2))
    first, second = session.states[-2:]
    assert second.log is not None
    assert second.log.previous is first.log
    assert second.course.last.previous is first.course.last

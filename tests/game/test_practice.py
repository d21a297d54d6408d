"""Practice games: they continue a recorded position, with draws of their own and a proof that says so."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import CHANCE, Game
from gaslamp.core.records import record
from gaslamp.core.records.fairness import Seal
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record import Record
from gaslamp.core.records.record_format import BadRecord
from gaslamp.game import verification
from gaslamp.game.entries import Entry, Started, encode
from gaslamp.game.requests import Start
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.game.state import State
from tests.conftest import Proof
from tests.contract.games import every_game, seeds
from tests.game.playing import Session
from tests.sealed import sealed


def practice_seal(game: Game[Any, Any], prefix: int, number: int = 7) -> Seal:
    seal = sealed(game, number)
    return replace(seal, game="practice", terms=seal.terms._replace(prefix=prefix))


def practice(game: Game[Any, Any], prefix: tuple[str, ...]) -> Session:
    """A game that continues from a prefix, before it is dealt."""
    return Session(Setup(game, chance=practice_seal(game, len(prefix)), prefix=prefix))


def original(game: Game[Any, Any], rng: Random, number: int = 3) -> Session:
    """A whole random game."""
    session = Session(Setup(game, chance=sealed(game, number)))
    session.start()
    while session.state.to_move is not None:
        session.play(rng)
    return session


def notations(state: State) -> tuple[str, ...]:
    return state.game.actions.formatted(state.course.actions)


def finish(session: Session, rng: Random) -> Record:
    while session.state.to_move is not None:
        session.play(rng)
    return session.state.record({})


def refusal(game: Game[Any, Any], written: Record) -> str:
    """Return the message id with which a record is rejected, or ""."""
    try:
        found = record.read(record.write(written))
        record.verify(game, found)
        assert found.proof is not None
        verification.check(game, found, found.proof)
    except BadRecord as error:
        return error.message.id
    return ""


def committed(written: Record, seal: Seal, entries: list[Entry]) -> Record:
    """The record of a server that committed these entries."""
    return replace(written, proof=prove(seal, [encode(entry) for entry in entries]))


@every_game
def test_a_practice_game_continues_from_every_finished_activation(game: Game[Any, Any], proof: Proof) -> None:
    for name, rng in seeds(proof.seed, f"practice of {game.title}", proof.amount(test=2, proof=20)):
        played = original(game, rng)
        ends = [state for state in played.states[1:-1] if state.course.public is state.course.last]
        assert ends
        for state in rng.sample(ends, min(10, len(ends))):
            session = practice(game, notations(state))
            session.submit(Start())
            assert session.entries == [Started((), notations(state), at=session.at)], name
            for viewer in game.viewers:
                ours, theirs = session.update(viewer), _update(state, viewer)
                assert ours.view == theirs.view, name
                assert ours.news == theirs.news, name
                assert (ours.legal, ours.final) == (theirs.legal, theirs.final), name
                assert not ours.may_undo
                assert ours.step == 1
            assert (session.state.to_move, session.state.awaited) == (state.to_move, state.awaited)
            assert session.state.course.draws == 0
            assert not session.state.course.turn_reversible()
            assert session.state.may_abort


def _update(state: State, viewer: str) -> Any:
    session = Session(state.setup)
    session.states = [state]
    return session.update(viewer)


@every_game
def test_an_unfinished_activation_cannot_be_continued(game: Game[Any, Any], proof: Proof) -> None:
    refused = 0
    for _, rng in seeds(proof.seed, f"unfinished practice of {game.title}", proof.amount(test=1, proof=5)):
        inside = [state for state in original(game, rng).states if state.course.public is not state.course.last]
        for state in rng.sample(inside, min(10, len(inside))):
            session = practice(game, notations(state))
            with pytest.raises(IllegalAction, match=r"error\.illegal"):
                session.submit(Start())
            refused += 1
    assert refused


@pytest.mark.parametrize("title", titles.titles())
def test_a_prefix_must_be_legal_readable_and_leave_something_to_play(title: str) -> None:
    game = titles.game(title)
    played = original(game, Random(5))
    actions = notations(played.state)
    for wrong in (actions, (actions[0], actions[0]), actions[1:], (*actions, actions[-1])):
        with pytest.raises(IllegalAction, match=r"error\.illegal"):
            practice(game, wrong).submit(Start())
    with pytest.raises(Unreadable):
        practice(game, ("fly to the moon",)).submit(Start())


def drawn(game: Game[Any, Any], actions: tuple[str, ...]) -> list[tuple[int, Any]]:
    """Return where draws stand among some actions, with their weights and the index that was drawn."""
    position, draws = game.start(), []
    for number, notation in enumerate(actions):
        action = game.actions.parse(notation)
        if game.to_move(position) == CHANCE:
            draws.append((number, (game.weights(position), position.legal().index(action))))
        position = position.copy()
        position.advance(action)
    return draws


@pytest.mark.parametrize("title", ["mr_jack", "pocket"])
def test_draws_of_a_practice_game_start_with_number_0_of_its_seal(title: str) -> None:
    game, rng = titles.game(title), Random(6)
    played = original(game, rng)
    ends = [state for state in played.states[1:-1] if state.course.public is state.course.last]
    compared = 0
    for state in ends[:12]:
        prefix = notations(state)
        assert state.course.draws > 0
        session = practice(game, prefix)
        session.submit(Start())
        new = [draw for place, draw in drawn(game, finish(session, rng).actions) if place >= len(prefix)]
        seal = practice_seal(game, len(prefix))
        assert [index for _, index in new] == [seal.draw(number, weights) for number, (weights, _) in enumerate(new)]
        assert session.state.course.draws == len(new)
        compared += len(new)
    assert compared > 20


def test_a_prefix_that_ends_before_a_draw_is_followed_by_a_new_draw() -> None:
    """The rest of the deal comes from the seal of the practice game."""
    game = titles.game("pocket")
    dealt = notations(original(game, Random(1)).states[1])
    session = practice(game, dealt[:4])
    session.submit(Start())
    started = session.entries[0]
    assert isinstance(started, Started)
    assert started.prefix == dealt[:4]
    assert len(started.actions) == len(dealt) - 4
    seal = practice_seal(game, 4)
    new = [draw for place, draw in drawn(game, notations(session.state)) if place >= 4]
    assert [index for _, index in new] == [seal.draw(number, weights) for number, (weights, _) in enumerate(new)]


# ---- records


@pytest.mark.parametrize("title", titles.titles())
def test_the_record_of_a_practice_game_is_accepted(title: str) -> None:
    game, rng = titles.game(title), Random(8)
    played = original(game, rng)
    prefix = notations(next(state for state in played.states[8:] if state.course.public is state.course.last))
    session = practice(game, prefix)
    session.submit(Start())
    written = finish(session, rng)
    assert written.actions[: len(prefix)] == prefix
    assert f"\nprefix: {len(prefix)}\n" in record.write(written)
    assert refusal(game, written) == ""


@pytest.mark.parametrize("title", titles.titles())
def test_a_prefix_that_was_not_committed_is_rejected(title: str) -> None:
    game, rng = titles.game(title), Random(9)
    played = original(game, rng)
    prefix = notations(next(state for state in played.states[8:] if state.course.public is state.course.last))
    session = practice(game, prefix)
    session.submit(Start())
    written = finish(session, rng)
    for count in (0, len(prefix) - 1, len(prefix) + 1):  # committed, but another number of actions was given
        seal = practice_seal(game, count)
        assert refusal(game, committed(written, seal, session.entries)) == "proof.entry"
    assert written.proof is not None
    for count in (0, len(prefix) + 1):  # written afterwards over what was committed
        assert refusal(game, replace(written, proof=replace(written.proof, prefix=count))) == "proof.head"


def test_an_illegal_prefix_is_rejected() -> None:
    game, rng = titles.game("pocket"), Random(10)
    played = original(game, rng)
    unfinished = next(state for state in played.states if state.course.public is not state.course.last)
    written = finish(original(game, rng), rng)
    for prefix in (notations(unfinished), ("take holmes",), ("fly to the moon",), notations(played.state)):
        entries: list[Entry] = [Started((), prefix)]
        seal = practice_seal(game, len(prefix))
        assert refusal(game, committed(written, seal, entries)) == "proof.entry"


def test_draws_are_not_passed_off_as_a_prefix() -> None:
    """A server that committed no prefix cannot deal as it likes by calling the deal one."""
    game, rng = titles.game("pocket"), Random(11)
    session = Session(Setup(game, chance=RandomDraws(rng)))
    session.start()
    dealt = session.entries[0]
    assert isinstance(dealt, Started)
    written = finish(session, rng)
    passed_off = [Started((), dealt.actions, at=dealt.at), *session.entries[1:]]
    assert refusal(game, committed(written, practice_seal(game, 0), passed_off)) == "proof.entry"
    assert refusal(game, committed(written, practice_seal(game, 0), session.entries)) == "proof.draw"

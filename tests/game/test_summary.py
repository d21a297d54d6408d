"""The summary for lists: it contains only what everybody knows, and follows from the log."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.game.entries import (
    Aborted,
    ClocksStarted,
    Entry,
    Flagged,
    HandedOver,
    Offered,
    Paused,
    Played,
    Resigned,
    Started,
    Undone,
)
from gaslamp.game.requests import Ask, Play, Reply
from gaslamp.game.state import State
from gaslamp.game.updates import Summary, summary
from tests.conftest import Proof
from tests.contract.games import every_game, seeds
from tests.game.playing import Session, timed, wander


@every_game
def test_the_summary_never_changes_inside_an_activation(game: Game[Any, Any], proof: Proof) -> None:
    games = proof.amount(test=3, proof=50)
    kinds, inside = Counter[str](), 0
    for name, rng in seeds(proof.seed, f"summary of {game.title}", games):
        session = Session(timed(game, rng))
        for _ in wander(session, rng):
            pass
        for number, entry in enumerate(session.entries):
            before, after = session.states[number : number + 2]
            kinds[type(entry).__name__] += 1
            unfinished = isinstance(entry, Played | Undone) and before.course.public is after.course.public
            if unfinished:
                inside += 1
                assert summary(after) == summary(before), (name, number)
            else:
                assert summary(after).at == entry.at, (name, number)
        last, outcome = summary(session.state), session.state.outcome
        assert outcome is not None
        over = Summary("over", session.entries[-1].at, winner=outcome.winner, reason=outcome.reason)
        assert last == over._replace(round=last.round)
        assert last.round <= 8
        assert last.round or outcome.reason == "resigned"  # before the first round
        assert summary(State.of(session.setup, session.entries)) == last
    assert inside
    assert kinds["Undone"]
    assert kinds["TurnUndone"]


@every_game
def test_the_summary_of_every_moment_follows_from_the_log(game: Game[Any, Any], proof: Proof) -> None:
    for name, rng in seeds(proof.seed, f"summary again of {game.title}", proof.amount(test=1, proof=5)):
        session = Session(timed(game, rng))
        for _ in wander(session, rng, resign=0.02):
            pass
        for number in rng.sample(range(len(session.states)), min(20, len(session.states))):
            again = State.of(session.setup, session.entries[:number])
            assert summary(again) == summary(session.states[number]), (name, number)


@pytest.mark.parametrize(
    ("entry", "turn", "phase"),
    [
        (Paused("jack", at=5), None, "playing"),
        (HandedOver("detectives", "passer_by", at=5), None, "playing"),
        (HandedOver("jack", "passer_by", at=5), "detectives", "playing"),
        (Aborted("jack", at=5), None, "closed"),
        (Offered("jack", "pause", at=5), "detectives", "playing"),
        (Flagged("jack", at=5), None, "over"),
        (Resigned("jack", at=5), None, "over"),
    ],
)
def test_the_summary_shows_what_everybody_knows(entry: Entry, turn: str | None, phase: str) -> None:
    session = Session(timed(titles.game("pocket"), Random(1)))
    assert summary(session.state) == Summary("waiting", session.setup.created)
    session.start()
    started, begun = session.entries
    assert isinstance(started, Started)
    assert isinstance(begun, ClocksStarted)
    dealt = session.states[1]
    assert summary(dealt) == Summary("playing", started.at, round=1)  # nobody is awaited before the clocks start
    assert summary(session.state) == Summary("playing", begun.at, turn="detectives", round=1)
    session.add(entry)
    shown = summary(session.state)
    assert (shown.phase, shown.turn, shown.at) == (phase, turn, 5)
    assert (shown.winner is not None) == (phase == "over")


def test_the_first_activation_is_undone_by_agreement() -> None:
    """Whitehall has no draw before Jack's locations: undoing them leaves no action at all."""
    session = Session(timed(titles.game("whitehall"), Random(1)))
    session.start()
    while session.state.to_move == "jack":
        update = session.update("jack")
        session.submit(Play(update.legal[0], update.step), "jack")
    assert summary(session.state).turn == session.state.awaited == "investigator1"
    session.submit(Ask("undo"), "jack")
    session.submit(Reply(1, agree=True), "investigator1")
    assert summary(session.state).turn == session.state.awaited == "jack"
    assert session.state.course.actions == []

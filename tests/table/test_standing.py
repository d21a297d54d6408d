"""How a game stands is foreseen as it comes about, and tells nothing of what happens inside an activation."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.table import standing, timing
from gaslamp.table.log import Entry
from gaslamp.table.status import Status
from gaslamp.table.table import Table
from tests.conftest import Proof
from tests.contract.games import every_game, seeds


def entries(game: Game[Any, Any], rng: Random) -> Iterator[tuple[Table, Entry]]:
    """Play a random game with steps taken back, and perhaps given up; give each entry before it takes effect."""
    table = Table(game, rng=rng, begin=False)
    yield table, table.propose_start()
    while table.outcome is None:
        seat = table.to_move
        assert seat is not None
        update = table.update(seat)
        if update.may_undo and rng.random() < 0.3:
            yield table, table.propose_undo(seat, update.step)
        elif rng.random() < 0.002:
            yield table, table.propose_resign(seat)
        elif table.reversible() and rng.random() < 0.05:
            yield table, Entry("undo_agreed", seat)
        else:
            yield table, table.propose_play(seat, rng.choice(update.legal), update.step)


@every_game
def test_it_is_foreseen_as_it_comes_about(game: Game[Any, Any], proof: Proof) -> None:
    games = proof.amount(test=2, proof=50)
    for name, rng in seeds(proof.seed, f"standing of {game.title}", games):
        status, kept = Status(game, timing.read("15+10"), {}), []
        status.begun = True
        for at, (table, proposed) in enumerate(entries(game, rng), start=1):
            entry = Entry(proposed.kind, proposed.seat, proposed.actions, at=at)
            before, foreseen = standing.now(table, status), standing.after(table, status, entry)
            told = table.told
            table.take_in(entry)
            status.take_in(entry, table.awaited, table.told)
            kept.append(entry)
            assert foreseen == standing.now(table, status), (name, at)
            inside = entry.kind in {"action", "undo"} and table.told == told and table.outcome is None
            assert not inside or foreseen == before, (name, at)  # nobody else learns that something was done
        assert foreseen.phase == "over"
        assert table.outcome is not None
        assert (foreseen.winner, foreseen.reason) == (table.outcome.winner, table.outcome.reason)
        assert standing.kept(game, "", {}, kept, created=1)._replace(at=0) == foreseen._replace(at=0)


@pytest.mark.parametrize(
    ("entry", "turn", "phase"),
    [
        (Entry("pause", "jack", at=5), None, "playing"),
        (Entry("hand_over", "detectives", at=5, what="random"), None, "playing"),
        (Entry("abort", "jack", at=5), None, "closed"),
        (Entry("offer", "jack", at=5, what="pause"), "detectives", "playing"),
        (Entry("flag", "jack", at=5), None, "over"),
    ],
)
def test_what_is_agreed_on_shows(entry: Entry, turn: str | None, phase: str) -> None:
    game = titles.game("pocket")
    table, status = Table(game, rng=Random(1), begin=False), Status(game, timing.read("15+10"), {})
    assert standing.now(table, status).phase == "waiting"
    for first in (table.propose_start(), Entry("begin", "chance", at=2)):
        table.take_in(first)
        status.take_in(first, table.awaited, table.told)
    assert standing.now(table, status) == standing.Standing("playing", 2, turn="detectives")
    foreseen = standing.after(table, status, entry)
    table.take_in(entry)
    status.take_in(entry, table.awaited, table.told)
    assert foreseen == standing.now(table, status)
    assert (foreseen.phase, foreseen.turn, foreseen.at) == (phase, turn, 5)


def test_the_first_activation_is_taken_back_by_consent() -> None:
    """Whitehall has no draw before Jack's locations: undoing them leaves no action at all."""
    table = Table(titles.game("whitehall"), rng=Random(1))
    while table.to_move == "jack":
        table.play("jack", table.update("jack").legal[0], table.step("jack"))
    assert table.awaited == "investigator1"
    taken_back = Entry("undo_agreed", "investigator1", at=5)
    assert table.foresee(taken_back).awaited == "jack"
    table.take_in(taken_back)
    assert table.awaited == "jack"

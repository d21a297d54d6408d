"""Every title: the worlds of a belief look the same to its viewer; planted leaks are caught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import EVERYONE, SPECTATOR, Event, Game, Viewer
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import View
from tests.conftest import Proof
from tests.contract.games import every_game, one_of_each_side, random_game, seeds
from tests.contract.secrecy import MOST_WORLDS, Leak, check, whole_table_steps


@every_game
@pytest.mark.parametrize("part", range(4))
def test_the_worlds_of_a_belief_look_the_same(game: Game[Any, Any], part: int, proof: Proof) -> None:
    games, worlds = proof.amount(test=16, proof=1000) // 4, 0  # per set of options
    most = MOST_WORLDS
    if game.sampled:  # too many worlds to try all
        games, most = max(1, proof.amount(test=8, proof=100) // 4), proof.amount(test=10, proof=MOST_WORLDS)
    for number, rng in seeds(proof.seed, f"secrecy {part}", games):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        for viewer in one_of_each_side(game):
            try:
                worlds += check(game, actions, viewer, rng, most=most)
            except Leak as leak:
                pytest.fail(f"seed {proof.seed}, part {part}, game {number}: {leak}")
    proof.report(f"{game.title}: secrecy, part {part}", games=games, worlds=worlds)


@every_game
def test_allies_know_the_same(game: Game[Any, Any], proof: Proof) -> None:
    """Only the own seat and the legal actions of the seat to move differ."""
    for _, rng in seeds(proof.seed, "allies", proof.amount(test=4, proof=40)):
        table = Table(game, rng=Random(rng.random()))
        while (seat := table.to_move) is not None:
            for side in one_of_each_side(game)[:-1]:
                first, *others = (_without_the_move(table.update(ally), side) for ally in game.allies(side))
                assert all(other == first for other in others)
            table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))


def _without_the_move(update: Update, viewer: Viewer) -> Update:
    view = replace(update.view, viewer=viewer)
    return msgspec.structs.replace(update, view=view, legal=(), final=(), may_undo=False)


# ---- planted leaks


class TalkativeView(Pocket):
    """A field of the view depends on a secret."""

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        return replace(super().view(position, viewer, ended=ended), jack_tokens=position.hourglasses())


class TalkativeEvents(Pocket):
    """An event goes to viewers who should get it redacted."""

    def events(self, before: Position, action: int, after: Position) -> tuple[Event, ...]:
        return tuple(
            Event(event.kind, event.details, EVERYONE) if event.kind == "alibi_kept" else event
            for event in super().events(before, action, after)
        )


class TalkativeLegal(Table):
    """An action is offered only in some worlds."""

    def update(self, viewer: Viewer) -> Update:
        update = super().update(viewer)
        extra = ("stay",) if viewer == "detectives" and self.state.course.position.jack % 2 else ()
        return msgspec.structs.replace(update, legal=update.legal + extra)


class TalkativeStep(Table):
    """A step number counts something hidden from its viewer."""

    def update(self, viewer: Viewer) -> Update:
        update = super().update(viewer)
        hidden = self.state.course.position.hourglasses() if viewer == SPECTATOR else 0
        return msgspec.structs.replace(update, step=update.step + hidden)


class TalkativeError(Table):
    """The text of a refusal depends on a secret."""

    def play(self, seat: str, notation: str, step: int) -> None:
        try:
            super().play(seat, notation, step)
        except IllegalAction:
            raise IllegalAction(
                "error.stale" if self.state.course.position.jack < 3 else "error.not_your_turn"
            ) from None


LEAKS: Mapping[str, Any] = {
    "a field of the view": (TalkativeView, Table),
    "an event's audience": (TalkativeEvents, Table),
    "an extra legal action": (Pocket, TalkativeLegal),
    "a step number": (Pocket, TalkativeStep),
    "an error id": (Pocket, TalkativeError),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: str) -> None:
    make_game, make_table = LEAKS[leak]
    rng = Random(1888)
    for _ in range(40):
        actions = random_game(Pocket(), rng)
        actions = whole_table_steps(Pocket(), actions, rng.randint(1, len(actions)))
        for viewer in ("detectives", SPECTATOR):
            try:
                check(make_game(), actions, viewer, rng, honest=Pocket(), make_table=make_table)
            except Leak:
                return
    pytest.fail(f"{leak} went unnoticed")

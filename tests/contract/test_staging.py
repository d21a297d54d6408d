"""Every title: an unfinished activation is visible to the actor only, and an undo leaves no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Game
from gaslamp.game.state import State
from gaslamp.game.table import Table
from gaslamp.game.updates import update
from tests.conftest import Proof
from tests.contract.games import every_game, random_game, seeds
from tests.contract.secrecy import Scripted
from tests.game.playing import encoded


@every_game
def test_undo_leaves_no_trace_with_the_others(game: Game[Any, Any], proof: Proof) -> None:
    undone = 0
    for _, rng in seeds(proof.seed, "undo", proof.amount(test=8, proof=150)):
        seats, actions, draws = _script(game, random_game(game, rng))
        straight, hesitant = Table(game, rng=Scripted(draws)), Table(game, rng=Scripted(draws))
        for seat, action in zip(seats, actions, strict=True):
            undone += _hesitate(hesitant, seat, rng)
            for table in (straight, hesitant):
                table.play(seat, game.actions.format(action), table.update(seat).step)
            for viewer in game.viewers:
                if viewer not in game.allies(seat):
                    assert _without_own_undos(hesitant, straight, viewer, seats) == encoded(straight.update(viewer))
    assert undone > 0


@pytest.mark.long
@every_game
def test_a_table_is_made_again_from_its_log(game: Game[Any, Any]) -> None:
    rng = Random(7)
    table = Table(game, rng=Random(8))
    while table.to_move is not None:
        seat = table.to_move
        _hesitate(table, seat, rng)
        table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
        again = State.of(table.state.setup, table.entries)
        assert all(encoded(update(again, viewer)) == encoded(table.update(viewer)) for viewer in game.viewers)


@every_game
def test_an_activation_under_way_is_seen_by_the_actor_alone(game: Game[Any, Any]) -> None:
    rng = Random(9)
    table = Table(game, rng=Random(10))
    staged = 0
    while table.to_move is not None:
        seat = table.to_move
        update = table.update(seat)
        notation = rng.choice(update.legal)
        others = {viewer: encoded(table.update(viewer)) for viewer in game.viewers if viewer not in game.allies(seat)}
        table.play(seat, notation, update.step)
        if table.to_move == seat and table.update(seat).may_undo:
            staged += 1
            assert notation not in update.final
            assert {viewer: encoded(table.update(viewer)) for viewer in others} == others
    assert staged > 0


@every_game
def test_undo_stops_at_a_draw_or_an_answer(game: Game[Any, Any]) -> None:
    rng = Random(11)
    table = Table(game, rng=Random(12))
    while table.to_move is not None:
        seat = table.to_move
        update = table.update(seat)
        if not update.may_undo:
            with pytest.raises(IllegalAction):
                table.undo(seat, update.step)
        notation = rng.choice(update.legal)
        table.play(seat, notation, update.step)
        if notation in update.final and table.to_move == seat:
            assert not table.update(seat).may_undo


def _script(game: Game[Any, Any], actions: list[int]) -> tuple[list[str], list[int], list[int]]:
    """Split a game into acting seats, actions and draws."""
    position = game.start()
    seats, played, draws = [], [], []
    for action in actions:
        seat = game.to_move(position)
        assert seat is not None
        if seat == CHANCE:
            draws.append(position.legal().index(action))
        else:
            seats.append(seat)
            played.append(action)
        position.advance(action)
    return seats, played, draws


def _hesitate(table: Table, seat: str, rng: Random) -> int:
    """Play steps and undo them."""
    undone = 0
    while rng.random() < 0.5:
        update = table.update(seat)
        open_steps = [notation for notation in update.legal if notation not in update.final]
        if not open_steps:
            break
        table.play(seat, rng.choice(open_steps), update.step)
        table.undo(seat, table.update(seat).step)
        after = table.update(seat)
        assert (after.view, after.legal, after.news) == (update.view, update.legal, update.news)
        undone += 1
    return undone


def _without_own_undos(hesitant: Table, straight: Table, viewer: str, seats: list[str]) -> bytes:
    """Return a viewer's update, corrected for its own undos."""
    update = hesitant.update(viewer)
    if viewer in seats:
        update = msgspec.structs.replace(update, step=straight.update(viewer).step)
    return encoded(update)

"""The table: who may do what and when, and how a game is resigned."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.core.records import record
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner
from tests.game.playing import encoded


def new_table() -> Table:
    return Table(titles.game("pocket"), rng=Random(1888))


def all_bytes(table: Table) -> list[bytes]:
    return [encoded(table.update(viewer)) for viewer in table.game.viewers]


def test_a_table_deals_at_once() -> None:
    table = new_table()
    assert table.to_move == "detectives"
    assert table.update("jack").view.identity is not None
    assert {table.update(viewer).step for viewer in table.game.viewers} == {1}


def test_the_other_seat_and_a_spectator_have_no_choices() -> None:
    table = new_table()
    assert table.update("detectives").legal
    assert table.update("jack").legal == table.update(SPECTATOR).legal == ()


@pytest.mark.parametrize(
    ("seat", "notation", "late", "error"),
    [
        ("jack", "take holmes", 0, "error.not_your_turn"),
        (SPECTATOR, "take holmes", 0, "error.not_your_turn"),
        ("nobody", "take holmes", 0, "error.not_your_turn"),
        ("detectives", "rotate gull +90", 0, "error.illegal"),
        ("detectives", "take the train", 0, "error.notation"),
        ("detectives", "{first}", 1, "error.stale"),
        ("detectives", "{first}", -1, "error.stale"),
    ],
)
def test_a_refused_request_changes_nothing(seat: str, notation: str, late: int, error: str) -> None:
    table = new_table()
    before, state, entries = all_bytes(table), table.state, [*table.entries]
    first = table.update("detectives").legal[0]
    with pytest.raises((IllegalAction, Unreadable)) as refused:
        table.play(seat, notation.format(first=first), 1 + late)
    assert refused.value.message.id == error
    assert (all_bytes(table), table.state, table.entries) == (before, state, entries)


def test_an_old_step_is_refused_after_an_undo() -> None:
    table = new_table()
    update = table.update("detectives")
    taken = next(notation for notation in update.legal if notation not in update.final)
    table.play("detectives", taken, update.step)
    table.undo("detectives", update.step + 1)
    with pytest.raises(IllegalAction, match=r"error\.stale"):
        table.play("detectives", taken, update.step)
    table.play("detectives", taken, update.step + 2)


def test_a_seat_may_resign_at_any_time_which_reveals_everything() -> None:
    table = new_table()
    table.resign("jack")
    assert table.outcome == Outcome("detectives", "resigned")
    assert table.to_move is None
    for viewer in table.game.viewers:
        update = table.update(viewer)
        assert update.view.identity is not None
        assert update.news[-1].kind == "revealed"
        assert update.legal == ()
    with pytest.raises(IllegalAction, match=r"error\.over"):
        table.resign("detectives")
    with pytest.raises(IllegalAction, match=r"error\.over"):
        table.play("detectives", "take holmes", table.update("detectives").step)
    written = record.read(record.write(table.record({"jack": "A. Nonymous"})))
    assert written.outcome == table.outcome
    record.verify(table.game, written)


def test_a_spectator_cannot_resign() -> None:
    with pytest.raises(IllegalAction):
        new_table().resign(SPECTATOR)


def test_random_bots_play_to_the_end_and_the_record_verifies() -> None:
    rng = Random(3)
    for _ in range(20):
        table = Table(titles.game("pocket"), rng=rng)
        while (seat := table.to_move) is not None:
            bot_runner.answer(table, seat, "passer_by", rng)
        written = table.record(dict.fromkeys(table.game.seats, "passer_by"))
        record.verify(table.game, written)
        assert written.outcome == table.outcome


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Unreadable):
        levels.check(titles.game("pocket"), "jack", "moriarty")

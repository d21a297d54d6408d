"""Clocks: the time each seat has left, when it is up, and the effect of outages; the same log gives the same clocks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.game.clock import DAY, HOUR, MINUTE, SECOND, Clock, Timing, read_timing, wound
from gaslamp.game.requests import Undo
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.game.state import State
from tests.game.playing import Session

TOTAL = Timing(total=15 * MINUTE, increment=10 * SECOND)
DEADLINE = Timing(per_turn=3 * DAY)
SEATS = ("jack", "detectives")

moments = st.integers(0, 60 * DAY)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", None),
        ("15+10", TOTAL),
        ("1+0", Timing(total=MINUTE)),
        ("180+60", Timing(total=180 * MINUTE, increment=60 * SECOND)),
        ("3d", DEADLINE),
        ("14d", Timing(per_turn=14 * DAY)),
    ],
)
def test_a_clock_is_agreed_in_minutes_and_seconds_or_in_days(text: str, read: Timing | None) -> None:
    assert read_timing(text) == read


@pytest.mark.parametrize(
    "text", ["0+5", "181+0", "5+61", "0d", "15d", "5", "+5", "5+", "-5+5", "5+5 ", "\N{FULLWIDTH DIGIT ONE}d", "none"]
)
def test_no_other_clock_is_agreed(text: str) -> None:
    with pytest.raises(Unreadable):
        read_timing(text)


def test_a_total_runs_for_the_seat_to_move_and_grows_when_it_has_finished() -> None:
    clock = wound(TOTAL, SEATS).run("jack", 1000)
    assert clock.left_at("jack", 61_000) == 14 * MINUTE
    assert clock.left_at("detectives", 61_000) == 15 * MINUTE
    clock = clock.finish("jack", 61_000).run("detectives", 61_000)
    assert clock.left_at("jack", 10 * MINUTE) == 14 * MINUTE + 10 * SECOND
    assert clock.due == 61_000 + 15 * MINUTE


def test_a_deadline_begins_anew_with_each_activation() -> None:
    clock = wound(DEADLINE, SEATS).run("jack", 0)
    assert clock.due == 3 * DAY
    clock = clock.finish("jack", 2 * DAY).run("jack", 2 * DAY)
    assert clock.due == 5 * DAY
    clock = clock.finish("jack", 3 * DAY).run("detectives", 3 * DAY)
    assert clock.due == 6 * DAY


def test_a_seat_without_a_clock_has_all_the_time_it_wants() -> None:
    clock = wound(TOTAL, ["jack"]).run("jack", 0).finish("jack", MINUTE).run("detectives", MINUTE)
    assert clock.due is None
    assert clock.run("jack", 9 * HOUR).left_at("jack", 9 * HOUR) == 14 * MINUTE + 10 * SECOND


def test_a_pause_takes_nothing_off() -> None:
    clock = wound(TOTAL, SEATS).run("jack", 0).stop(MINUTE)
    assert clock.due is None
    assert clock.run("jack", HOUR).due == HOUR + 14 * MINUTE


def test_a_total_stands_still_in_an_outage() -> None:
    clock = wound(TOTAL, SEATS).run("jack", 0).outage(MINUTE, HOUR)
    assert clock.left_at("jack", HOUR) == 14 * MINUTE
    assert wound(TOTAL, SEATS).run("jack", 2 * MINUTE).outage(MINUTE, HOUR).left_at("jack", HOUR) == 15 * MINUTE


@pytest.mark.parametrize(
    ("since", "until", "due"),
    [
        (3 * DAY - HOUR, 3 * DAY + HOUR, 3 * DAY + 2 * HOUR),  # by its length
        (3 * DAY - MINUTE, 3 * DAY + MINUTE, 3 * DAY + HOUR),  # at least an hour
        (DAY, 2 * DAY, 3 * DAY),  # it did not fall into it
        (3 * DAY, 4 * DAY, 3 * DAY),  # time was up before
    ],
)
def test_a_deadline_that_fell_into_an_outage_moves(since: int, until: int, due: int) -> None:
    assert wound(DEADLINE, SEATS).run("jack", 0).outage(since, until).due == due


@pytest.mark.long
@given(agreed=st.sampled_from([TOTAL, DEADLINE]), begun=moments, since=moments, length=moments)
def test_an_outage_never_brings_the_end_nearer(agreed: Timing, begun: int, since: int, length: int) -> None:
    clock = wound(agreed, SEATS).run("jack", begun)
    after = clock.outage(since, since + length)
    assert clock.due is not None
    assert after.due is not None
    assert after.due >= clock.due
    if agreed is TOTAL:
        assert after.due - clock.due == max(0, since + length - max(since, begun))


steps = st.lists(
    st.tuples(st.sampled_from(["finish", "pause", "outage"]), st.integers(0, 3 * MINUTE), st.booleans()), max_size=30
)


@pytest.mark.long
@given(agreed=st.sampled_from([TOTAL, Timing(total=MINUTE), DEADLINE]), steps=steps)
def test_no_time_is_up_before_the_next_look(agreed: Timing, steps: list[tuple[str, int, bool]]) -> None:
    """No clock runs out before the moment that `look_at` returned, whatever happens meanwhile."""
    clock, now = wound(agreed, SEATS).run("jack", 0), 0
    look = clock.look_at(0)
    for kind, passed, other in steps:
        now += passed
        if clock.due is not None and clock.due <= now:
            assert look <= clock.due
            return
        clock = _after(clock, kind, now, passed, other=other)
        assert clock.due is None or look <= clock.due
        assert all(left >= 0 for left in clock.left.values())


def _after(clock: Clock, kind: str, now: int, passed: int, *, other: bool) -> Clock:
    if kind == "outage":
        return clock.outage(now - passed // 2, now)
    if kind == "pause" or clock.runs is None:
        return clock.stop(now).run("jack", now)
    seats = SEATS if other else SEATS[::-1]
    return clock.finish(clock.runs, now).run(seats[0], now)


@pytest.mark.parametrize("title", titles.titles())
def test_actions_and_undos_inside_an_activation_do_not_change_the_clock(title: str) -> None:
    """Play at random with undos: the clock changes when everybody is told, and only then."""
    rng = Random(f"clock {title}")
    game = titles.game(title)
    session = Session(Setup(game, chance=RandomDraws(rng), timing=TOTAL))
    session.start()
    inside = undone = 0
    for _ in range(158):
        seat = session.state.to_move
        if seat is None:
            break
        assert seat == session.state.awaited, "the others would see who is to move inside an activation"
        before, update = session.state, session.update(seat)
        if update.may_undo and rng.random() < 0.4:
            session.submit(Undo(update.step), seat)
            undone += 1
        else:
            session.play(rng)
        if session.state.course.public is before.course.public:
            inside += 1
            assert session.state.clock == before.clock
        else:
            assert session.state.clock != before.clock
    assert inside
    assert undone
    assert State.of(session.setup, session.entries).clock == session.state.clock

"""Arrests: one circle in range, right if Jack is there now; a failed one costs nothing."""

from dataclasses import replace

import pytest

from gaslamp.core.game import News, Outcome
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    OTHERS,
    at_work,
    circles,
    hunt,
    is_over,
    legal,
    look,
    night,
    outcome,
    play,
    rest,
    stay,
    told,
)

ARRESTED = Outcome("investigators", "arrested")


@rule("WM-42")
def test_an_arrest_where_jack_is_wins_the_game() -> None:
    position = play(at_work(33, 34, 37, yellow="x036"), "arrest 37")
    assert is_over(position)
    assert outcome(position) == ARRESTED


@rule("WM-42")
def test_an_arrest_where_jack_was_does_not() -> None:
    # He was on 38 and has moved on.
    position = play(at_work(33, 38, 19, yellow="x036"), "arrest 38")
    assert outcome(position) is None


@rule("WM-42")
@pytest.mark.parametrize("figure", ["yellow", "blue", "red"])
def test_each_figure_may_arrest_within_its_range(figure: str) -> None:
    position = at_work(33, 34, 37, figure=figure, **{figure: "x036"})
    assert circles(position, "arrest") == {37, 38, 39, 40}
    assert outcome(play(position, "arrest 37")) == ARRESTED


@rule("WM-42")
def test_arrests_out_of_range_are_illegal() -> None:
    assert 37 not in circles(at_work(33, 34, 37, yellow="x034"), "arrest")


@rule("WM-42")
def test_a_circle_with_a_yellow_marker_may_be_named_in_an_arrest() -> None:
    position = play(at_work(33, 34, 37, yellow="x036", blue="x045"), "search 37")
    assert 37 not in circles(position, "search")
    assert outcome(play(position, "arrest 37")) == ARRESTED


@rule("WM-42")
def test_an_arrest_names_one_circle() -> None:
    position = play(at_work(33, 34, 41, yellow="x036"), "arrest 37")
    assert (look(position).figure, look(position).stage) == ("blue", "acting")


@rule("WM-42a")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_a_failed_arrest_reveals_nothing_more(viewer: str) -> None:
    vain = News("arrested_in_vain", {"seat": "investigator1", "figure": "yellow", "circles": ("38",)})
    # He was there before, he is next to it, he has never been near: all the same.
    for row in ((33, 38, 19), (33, 19, 37), (33, 32, 31)):
        assert told(at_work(*row, yellow="x036"), viewer, "arrest 38") == [vain]


@rule("WM-42a")
def test_a_failed_arrest_costs_nothing() -> None:
    position = at_work(33, 34, yellow="x036", blue="x035", red="x045")
    arrested, stopped = play(position, "arrest 37"), play(position, "stop")
    assert arrested == stopped
    # And in the next turn that figure may arrest again.
    assert circles(stay(play(rest(arrested), "move 54")), "arrest") == {37, 38, 39, 40}


@rule("WM-42a")
def test_a_failed_arrest_leaves_no_marker() -> None:
    position = at_work(33, 38, 19, yellow="x036")
    before = look(position, "investigator1")
    assert look(play(position, "arrest 38"), "investigator1") == replace(before, figure="blue")


@rule("WM-43")
def test_one_figure_searches_while_another_arrests() -> None:
    position = at_work(33, 38, 37, yellow="x036", blue="x035")
    assert outcome(play(position, "search 38", "arrest 37")) == ARRESTED
    assert look(play(position, "arrest 38", "search 37")).yellow == (37,)
    assert "stop" in legal(position)


@rule("WM-46")
def test_after_a_coach_jack_is_arrested_on_the_second_circle_only() -> None:
    position = stay(play(night(33, 34, yellow="x035", blue="x045"), "coach 35", "then 37"))
    assert {35, 37} <= circles(position, "arrest")
    assert outcome(play(position, "arrest 35")) is None
    assert outcome(play(position, "arrest 37")) == ARRESTED


@rule("WM-50a")
def test_jack_may_be_arrested_on_the_location_he_has_just_reached() -> None:
    position = stay(play(night(147, 34, reached=(147,), red="x042"), "move 33"))
    position = play(position, "stop", "stop", "arrest 33")
    assert outcome(position) == ARRESTED
    assert look(position).red == (147,)


@rule("WM-50a")
def test_an_arrest_comes_before_the_fourth_location() -> None:
    position = play(night(46, 34, reached=(147, 159, 46), red="x044"), "move 33")
    position = play(position, "walk x082", "walk x090", "walk x043", "stop", "stop")
    assert outcome(play(position, "arrest 33")) == ARRESTED
    assert outcome(play(position, "stop")) == Outcome("jack", "completed")


@rule("WM-50a")
def test_an_arrest_comes_before_the_last_space() -> None:
    position = stay(play(night(147, *(35, 34) * 7, reached=(147,), yellow="x042"), "move 33"))
    assert look(position).track == 15
    assert outcome(play(position, "arrest 33")) == ARRESTED
    assert outcome(play(position, "arrest 32")) is None


@rule("WM-53")
def test_an_arrest_wins_for_the_investigators() -> None:
    position = play(stay(hunt(33, 34, 37, blue="x036")), "stop", "arrest 37")
    assert (look(position).winner, look(position).reason) == ("investigators", "arrested")

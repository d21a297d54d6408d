"""Walking: zero to two crossings per figure, in order, before the first one acts."""

import pytest

from tests.ledger import rule
from tests.rules.whitehall.builders import (
    ORDER,
    TOWN,
    at_work,
    hunt,
    legal,
    look,
    night,
    play,
    stay,
    stay_once,
    to_move,
    turn,
    ways,
)

AROUND_X159 = {"x159", "x147", "x151", "x139", "x148", "x160"}


@rule("WM-30")
def test_a_figure_walks_over_none_one_or_two_crossings() -> None:
    # One step from x159, past 152 or 154: x147 and x151. Two steps: x139 past 153, x160, and x148 past 156.
    assert ways(hunt(33, 34, yellow="x159"), "walk") == AROUND_X159


@rule("WM-30")
def test_circles_on_the_way_are_ignored() -> None:
    # x045 is one street away from x036; x057 and x047 lie behind circles, and x062 behind two of them.
    assert "x045" in TOWN.streets["x036"]
    walks = ways(hunt(33, 34, yellow="x036"), "walk")
    assert {"x045", "x057", "x047", "x062"} <= walks
    assert "x083" not in walks  # a third step


@rule("WM-30")
def test_the_figures_walk_in_their_order() -> None:
    position = hunt(33, 34)
    for figure, there in zip(ORDER[:3], ("x083", "x084", "x082"), strict=True):
        assert (look(position).figure, look(position).stage) == (figure, "walking")
        position = play(position, f"walk {there}")
        assert look(position).figures[figure] == there
    assert (look(position).figure, look(position).stage) == ("yellow", "acting")


@rule("WM-30")
def test_a_figure_may_stay() -> None:
    position = hunt(33, 34, yellow="x036")
    assert look(play(position, "walk x036")).figures["yellow"] == "x036"


@rule("WM-30a")
def test_blue_lines_are_no_streets() -> None:
    assert ("x159", "x165") in TOWN.blue_lines
    assert "x165" not in ways(hunt(33, 34, yellow="x159"), "walk")
    assert "x159" not in ways(hunt(33, 34, yellow="x165"), "walk")


@rule("WM-30a")
def test_blue_lines_are_no_way_for_jack_either() -> None:
    # Along one he would come from 154 to 173 over x159 and x165.
    assert 173 in TOWN.ways[174]
    assert "173" not in ways(night(33, 154), "move")


@rule("WM-31")
def test_a_figure_does_not_stop_where_another_stands() -> None:
    free = ways(hunt(33, 34, yellow="x159"), "walk")
    held = ways(hunt(33, 34, yellow="x159", blue="x147", red="x160"), "walk")
    assert free - held == {"x147", "x160"}


@rule("WM-31")
def test_a_crossing_just_left_may_be_taken() -> None:
    position = hunt(33, 34, yellow="x159", blue="x147")
    assert "x159" not in ways(play(position, "walk x159"), "walk")
    assert "x159" in ways(play(position, "walk x151"), "walk")


@rule("WM-31")
def test_a_crossing_just_taken_is_closed_to_the_next() -> None:
    position = hunt(33, 34, yellow="x159", blue="x147")
    assert "x151" in ways(play(position, "walk x159"), "walk")
    assert "x151" not in ways(play(position, "walk x151"), "walk")


@rule("WM-31")
def test_a_figure_may_pass_others() -> None:
    # From x159 two steps lead to x139 and x148 over x147 and x151 alone.
    held = ways(hunt(33, 34, yellow="x159", blue="x147", red="x151"), "walk")
    assert held == AROUND_X159 - {"x147", "x151"}


@rule("WM-31a")
def test_all_figures_walk_before_any_acts() -> None:
    position = hunt(33, 34)
    stages = []
    while look(position).stage != "moving":
        view = look(position)
        stages.append(f"{view.stage} {view.figure}")
        position = play(position, "stop") if view.stage == "acting" else stay_once(position)
    assert stages == [f"{stage} {figure}" for stage in ("walking", "acting") for figure in ORDER[:3]]


@rule("WM-31a")
def test_a_figure_finishes_its_action_before_the_next_begins() -> None:
    # Both have 37 in range, which is not in the row; 38 is in that of yellow alone, 34 in that of blue alone.
    position = play(at_work(33, 41, yellow="x036", blue="x035"), "search 37")
    assert look(position).figure == "yellow"
    assert legal(position) == {"search 38", "search 39", "search 40", "stop"}
    position = play(position, "stop")
    assert look(position).figure == "blue"
    assert ways(position, "search") == {"34", "35", "37"}


@rule("WM-31a")
@pytest.mark.parametrize("investigators", ["1", "3"])
def test_jack_moves_again_when_the_last_figure_has_acted(investigators: str) -> None:
    position = stay(hunt(33, 34, options={"investigators": investigators}))
    position = play(position, "stop", "stop")
    assert to_move(position) != "jack"
    assert to_move(play(position, "stop")) == "jack"
    assert look(turn(night(33, 34), "move 35")).stage == "moving"

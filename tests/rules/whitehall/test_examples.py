"""The examples of the rulebook, played on the board."""

import pytest

from gaslamp.core.game import Outcome
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    TOWN,
    at_work,
    begun,
    circles,
    legal,
    look,
    night,
    outcome,
    play,
    ways,
)


def crossing_with(*in_range: int) -> str:
    """Return the one crossing with exactly these circles in range."""
    (found,) = (name for name in TOWN.crossings if set(TOWN.in_range(name)) == set(in_range))
    return found


# ---- moves


@rule("WM-80")
def test_147_to_114_is_one_move_over_three_crossings() -> None:
    position = night(147, 147, reached=(147,))
    assert 114 in circles(position, "move")
    assert look(play(position, "move 114")).track == 2
    for crossing in ("x137", "x127", "x120"):  # each of the three closes the way
        assert 114 not in circles(night(147, 147, reached=(147,), yellow=crossing), "move")


@rule("WM-80a")
def test_a_figure_between_37_38_39_and_40_closes_the_way_from_40_to_37() -> None:
    assert 37 in circles(night(33, 40), "move")
    assert 37 not in circles(night(33, 40, yellow=crossing_with(37, 38, 39, 40)), "move")


@rule("WM-80a")
def test_the_coach_from_40_by_37_to_34_drives_past_it() -> None:
    position = night(33, 40, yellow=crossing_with(37, 38, 39, 40))
    position = play(position, "coach 37", "then 34")
    assert look(position).row == (33, 40, 37, 34)


# ---- blocks


@rule("WM-81")
@pytest.mark.parametrize("circle", [126, 129, 141, 142, 164, 165, 181])
def test_seven_circles_are_one_block_of_houses(circle: int) -> None:
    position = night(33, circle, locations=(33, 46, 159, 147))
    assert circles(position, "alley") >= {126, 129, 141, 142, 164, 165, 181} - {circle}


@rule("WM-81a")
def test_an_alley_leads_from_85_to_121() -> None:
    position = night(33, 85)
    assert 121 in circles(position, "alley")
    assert 121 not in circles(position, "move")
    assert look(play(position, "alley 121")).circle == 121


@rule("WM-81b")
def test_a_boat_leads_from_138_to_157() -> None:
    position = night(33, 138)
    assert 157 not in circles(position, "move")
    assert look(play(position, "boat 157")).circle == 157


@rule("WM-81b")
@pytest.mark.parametrize("circle", [138, 157, 158, 160])
def test_138_157_158_and_160_are_one_block_of_water(circle: int) -> None:
    assert circles(night(33, circle), "boat") == {138, 157, 158, 160} - {circle}


# ---- ranges


@rule("WM-82")
def test_from_the_crossing_of_128_and_108_neither_107_nor_127_is_searched() -> None:
    position = at_work(33, 34, yellow=crossing_with(128, 108))
    assert circles(position, "search") == {108, 128}


@rule("WM-82a")
@pytest.mark.parametrize("in_range", [(112, 93, 109), (84, 70, 83)])
def test_one_crossing_has_these_in_range(in_range: tuple[int, ...]) -> None:
    position = at_work(33, in_range[0], yellow=crossing_with(*in_range))
    assert circles(position, "search") == circles(position, "arrest") == set(in_range)
    assert outcome(play(position, f"arrest {in_range[0]}")) == Outcome("investigators", "arrested")


# ---- locations


@rule("WM-83")
def test_33_46_159_and_147_may_be_the_locations() -> None:
    position = begun("locate 33", "locate 46", "locate 159", "locate 147")
    assert look(position).locations == (33, 46, 159, 147)
    for quadrant, circle in zip(("bA", "bB", "aA", "aB"), (33, 46, 159, 147), strict=True):
        assert (TOWN.quadrant[circle], TOWN.colour[circle]) == (quadrant, "white")


@rule("WM-83")
def test_they_may_not_lie_in_the_same_quarter() -> None:
    position = begun("locate 33")
    assert "locate 34" not in legal(position)
    assert "locate 46" in legal(position)


# ---- water


@rule("WM-84")
@pytest.mark.parametrize(("one", "other"), [(66, 98), (154, 174)])
def test_the_blue_lines_close_two_blocks_of_water(one: int, other: int) -> None:
    assert circles(night(33, one), "boat") == {other}
    assert circles(night(33, other), "boat") == {one}


@rule("WM-84")
def test_160_also_lies_on_a_face_where_neither_alley_nor_boat_works() -> None:
    (face,) = [outline for outline in TOWN.faces["mixed"] if 160 in outline]
    beside = {circle for circle in face if isinstance(circle, int)} - {160}
    assert beside == {139, 161, 177}
    assert ways(night(33, 160), "alley") == set()
    assert circles(night(33, 160), "boat").isdisjoint(beside)
    assert all(circles(night(33, circle), "alley").isdisjoint(beside - {circle}) for circle in beside)
    assert all(160 not in circles(night(33, circle), "alley") for circle in beside)


@rule("WM-84")
@pytest.mark.parametrize("circle", [8, 97, 112, 152, 153, 185])
def test_six_circles_have_no_alley(circle: int) -> None:
    assert ways(night(33, circle), "alley") == set()


@rule("WM-84")
def test_no_other_white_or_black_circle_is_without_one() -> None:
    far_off = (1, 46, 159, 147)
    without = {
        circle
        for circle in TOWN.circles
        if TOWN.colour[circle] != "blue"
        and not ways(night(46, circle, reached=(46,), locations=far_off), "alley")
        and not ways(night(46, circle, reached=(46,), locations=(33, 46, 156, 148)), "alley")
    }
    assert without == {8, 97, 112, 152, 153, 185}

"""Jack's special tiles: Coach, Alley and Boat."""

from typing import Any

import pytest

from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    LOCATIONS,
    NO_TILES,
    OTHERS,
    TOWN,
    circles,
    dealt,
    legal,
    look,
    night,
    play,
    rest,
    to_move,
    told,
    turn,
    ways,
)

FAR_OFF: Any = {"locations": (1, 7, 189, 188)}  # no location near the water


# ---- the Coach


@rule("WM-14")
def test_a_coach_makes_two_plain_moves_at_once() -> None:
    position = night(46, 34, reached=(46,), locations=(1, 46, 159, 147))
    assert circles(position, "coach") == circles(position, "move") == {15, 17, 18, 33, 35, 37, 54}
    begun = play(position, "coach 54")
    assert circles(begun, "then") == circles(night(46, 54, reached=(46,)), "move") - {34}
    assert look(play(begun, "then 72")).circle == 72


@rule("WM-14")
def test_no_figure_stops_a_coach() -> None:
    position = night(33, 34, yellow="x034", blue="x035", red="x043")
    assert circles(position, "move") == set()
    assert circles(position, "coach") == {15, 17, 18, 33, 35, 37, 54}
    assert look(play(position, "coach 35", "then 37")).circle == 37  # twice over x035


@rule("WM-14a")
def test_a_coach_keeps_to_white_and_black_circles() -> None:
    position = night(1, 156, **FAR_OFF)
    assert circles(position, "move") == {136, 154, 155, 157, 158, 159, 174, 175}
    assert circles(position, "coach") == {136, 155, 159, 175}
    assert circles(play(position, "coach 155"), "then") == {120, 134, 135, 153, 159, 175}
    black = circles(play(night(33, 34), "coach 37"), "then")
    assert {TOWN.colour[circle] for circle in black} == {"white", "black"}


@rule("WM-14a")
def test_a_coach_may_start_from_a_blue_circle() -> None:
    position = night(1, 138, **FAR_OFF)
    assert circles(position, "coach") == {137, 139}
    assert look(play(position, "coach 137", "then 135")).row == (1, 138, 137, 135)


@rule("WM-14b")
def test_a_coach_does_not_come_back_to_where_it_started() -> None:
    for first in sorted(circles(night(33, 34), "coach")):
        seconds = circles(play(night(33, 34), f"coach {first}"), "then")
        assert seconds
        assert not {34, first} & seconds


@rule("WM-14b")
def test_a_coach_may_end_on_a_circle_of_the_row() -> None:
    position = play(night(33, 34, 35), "coach 37", "then 34")
    assert look(position).row == (33, 34, 35, 37, 34)


@rule("WM-14c")
def test_a_coach_writes_both_circles_and_takes_two_spaces() -> None:
    position = play(dealt(), "coach 34", "then 35")
    assert (look(position).row, look(position).track) == ((33, 34, 35), 2)
    assert look(position).tiles == {"coach": 1, "alley": 2, "boat": 2}


@rule("WM-14c")
def test_the_investigators_answer_a_coach_once() -> None:
    position = play(dealt(), "coach 34")
    assert to_move(position) == "jack"
    position = play(position, "then 35")
    turns = []
    while look(position).stage != "moving":
        turns.append(look(position).stage)
        position = play(position, "stop" if "stop" in legal(position) else min(legal(position)))
    assert turns == ["walking"] * 3 + ["acting"] * 3


@rule("WM-14d")
def test_a_coach_needs_two_spaces() -> None:
    assert circles(night(33, *(34, 35) * 6, 34), "coach")  # two are left
    last = night(33, *(34, 35) * 7)  # one is left
    assert look(last).tiles["coach"] == 2
    assert ways(last, "coach") == set()
    assert circles(last, "move")
    assert circles(last, "alley")


# ---- Alley and Boat


@rule("WM-15")
def test_an_alley_leads_through_every_block_of_houses_he_stands_at() -> None:
    # 34 lies at two blocks, with 33 and with 35 and 54; 37 at three.
    assert circles(night(147, 34, reached=(147,), locations=(1, 46, 159, 147)), "alley") == {33, 35, 54}
    assert circles(night(33, 37), "alley") == {18, 19, 35, 36, 38}


@rule("WM-15")
def test_an_alley_leads_where_no_move_does() -> None:
    assert circles(night(33, 135), "alley") - circles(night(33, 135), "move") == {139, 156}


@rule("WM-15")
def test_an_alley_neither_starts_nor_ends_on_the_water() -> None:
    starts = {circle: circles(night(1, circle, **FAR_OFF), "alley") for circle in TOWN.circles}
    assert not any(ends for circle, ends in starts.items() if TOWN.colour[circle] == "blue")
    assert {TOWN.colour[end] for ends in starts.values() for end in ends} == {"white", "black"}
    assert not any(circle in ends for circle, ends in starts.items())


@rule("WM-15a")
def test_an_alley_takes_one_space_and_writes_one_circle() -> None:
    position = play(dealt(), "alley 32")
    assert (look(position).row, look(position).track) == ((33, 32), 1)
    assert look(position).tiles == {"coach": 2, "alley": 1, "boat": 2}
    assert circles(night(33, *(34, 35) * 7), "alley")  # on the last space too


@rule("WM-16")
def test_a_boat_leads_to_the_other_blue_circles_of_its_water() -> None:
    waters = [{138, 157, 158, 160}, {66, 98}, {154, 174}, {80, 95, 96, 111, 113}, {110, 131, 143, 144, 166, 167, 184}]
    for water in waters:
        for circle in water:
            assert circles(night(33, circle), "boat") == water - {circle}


@rule("WM-16")
def test_a_boat_starts_from_the_water_only() -> None:
    for circle in TOWN.circles:
        boats = circles(night(33, circle), "boat")
        assert bool(boats) is (TOWN.colour[circle] == "blue")
        assert all(TOWN.colour[end] == "blue" for end in boats)


@rule("WM-16")
def test_a_boat_takes_one_space_and_writes_one_circle() -> None:
    position = play(night(33, 138), "boat 157")
    assert (look(position).row, look(position).track) == ((33, 138, 157), 2)
    assert look(position).tiles == {"coach": 2, "alley": 2, "boat": 1}


@rule("WM-17")
def test_no_figure_stops_an_alley() -> None:
    free, held = night(33, 34), night(33, 34, yellow="x034", blue="x035", red="x043")
    assert circles(held, "move") == set()
    assert circles(held, "alley") == circles(free, "alley") == {33, 35, 54}


@rule("WM-17")
def test_no_figure_stops_a_boat() -> None:
    # All that leads away from 138, and to 157 and 158.
    held = night(33, 138, yellow="x133", blue="x152", red="x148")
    assert circles(held, "move") == set()
    assert circles(held, "boat") == {157, 158, 160}


# ---- locations


@rule("WM-18")
def test_no_special_tile_enters_a_location_without_a_red_marker() -> None:
    position = night(147, 54, reached=(147,))  # 33 is a location, and next to 54
    assert 33 in circles(position, "move")
    assert 33 not in circles(position, "alley")
    assert 33 not in circles(play(position, "coach 34"), "then")
    elsewhere = night(147, 54, reached=(147,), locations=(1, 46, 159, 147))
    assert 33 in circles(elsewhere, "alley")
    assert 33 in circles(play(elsewhere, "coach 34"), "then")


@rule("WM-18a")
def test_no_coach_passes_a_location_without_a_red_marker() -> None:
    assert 33 not in circles(night(147, 54, reached=(147,)), "coach")
    assert 33 in circles(night(147, 54, reached=(147,), locations=(1, 46, 159, 147)), "coach")


@rule("WM-18a")
def test_all_four_locations_are_closed_to_tiles_but_the_one_he_started_from() -> None:
    position = night(33, 34, reached=(33,))
    everywhere = {circle: night(33, circle) for circle in TOWN.circles}
    entered = {end for start in everywhere.values() for kind in ("coach", "alley") for end in circles(start, kind)}
    assert entered & set(LOCATIONS) == {33}
    assert 33 in circles(position, "coach")


@rule("WM-25")
def test_a_location_reached_is_an_ordinary_circle_for_tiles() -> None:
    position = night(46, 54, reached=(33, 46))
    assert 33 in circles(position, "alley")
    assert 33 in circles(position, "coach")
    assert 33 in circles(play(position, "coach 34"), "then")
    assert look(play(position, "coach 33", "then 32")).row == (46, 54, 33, 32)


@rule("WM-25")
def test_a_location_reached_does_not_end_another_round() -> None:
    position = turn(night(46, 54, reached=(33, 46)), "move 33")
    assert (look(position).round, look(position).row) == (2, (46, 54, 33))


# ---- using one


@rule("WM-19")
@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize(
    ("here", "steps", "spaces", "kind"),
    [
        (34, ["move 35"], 1, "plain"),
        (34, ["coach 35", "then 37"], 2, "coach"),
        (34, ["alley 35"], 1, "alley"),
        (138, ["boat 157"], 1, "boat"),
    ],
)
def test_which_tile_is_used_and_when_is_public(
    viewer: str, here: int, steps: list[str], spaces: int, kind: str
) -> None:
    position = night(33, 37, here)
    heard = News("jack_moved", {"track": 2 + spaces, "spaces": spaces, "kind": kind})
    assert told(position, viewer, *steps) == [heard]
    seen = look(play(position, *steps), viewer)
    assert seen.laid == (() if kind == "plain" else ((3, 2 + spaces, kind),))
    assert seen.tiles == {name: 1 if name == kind else 2 for name in ("coach", "alley", "boat")}


@rule("WM-23")
def test_a_tile_may_be_used_in_the_very_first_turn() -> None:
    assert {"coach", "alley"} <= {text.split()[0] for text in legal(dealt())}
    assert look(play(dealt(), "alley 32")).track == 1


@rule("WM-23")
def test_one_tile_a_turn() -> None:
    for steps in (["alley 35"], ["coach 35", "then 37"], ["move 35"]):
        position = play(night(33, 34), *steps)
        assert (to_move(position), look(position).stage) == ("investigator1", "walking")
    position = rest(play(night(33, 34), "alley 35"))
    assert {"coach", "alley"} <= {text.split()[0] for text in legal(position)}  # the next turn is another one


@rule("WM-23")
def test_a_coach_that_is_begun_is_carried_out() -> None:
    position = play(night(33, 34), "coach 35")
    assert {text.split()[0] for text in legal(position)} == {"then"}


@rule("WM-23")
def test_no_coach_begins_that_could_not_be_carried_out() -> None:
    # From 152 there are 153, where it would come from, and 154, which is blue.
    position = night(1, 153, **FAR_OFF)
    assert 152 in circles(position, "move")
    assert 152 not in circles(position, "coach")


@rule("WM-23")
def test_without_tiles_there_are_plain_moves_only() -> None:
    assert {text.split()[0] for text in legal(night(33, 34, tiles=NO_TILES))} == {"move"}

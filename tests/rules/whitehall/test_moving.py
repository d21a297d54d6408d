"""Jack's plain moves: past the figures, at most fifteen, and being trapped."""

from itertools import pairwise, permutations

import pytest

from gaslamp.core.game import Outcome
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    LOCATIONS,
    NEWSPAPER,
    NO_TILES,
    TOWN,
    circles,
    dealt,
    is_over,
    legal,
    look,
    night,
    outcome,
    play,
    rest,
    to_move,
    turn,
    ways,
)

TRAPPED = Outcome("investigators", "trapped")
TOO_LATE = Outcome("investigators", "too_late")
BESIDE = {33: 34, 46: 62, 159: 175, 147: 148}  # a circle next to each location


# ---- one move


@rule("WM-10")
def test_jack_moves_over_one_crossing_or_several_to_the_next_circle() -> None:
    # From 34 one crossing leads to 15, 33, 35, 37 and 54; another one behind it leads to 17 and 18.
    assert circles(night(33, 34), "move") == {15, 17, 18, 33, 35, 37, 54}


@rule("WM-10")
def test_jack_moves_to_circles_of_any_colour() -> None:
    ends = circles(night(33, 174), "move")  # a blue one itself
    assert ends == {154, 155, 156, 157, 159, 173, 175}
    assert {TOWN.colour[circle] for circle in ends} == {"white", "blue"}
    assert "black" in {TOWN.colour[circle] for circle in circles(night(33, 34), "move")}


@rule("WM-10")
def test_no_move_leads_over_another_circle() -> None:
    assert 35 in circles(night(33, 34), "move")
    assert 36 in circles(night(33, 35), "move")
    assert 36 not in circles(night(33, 34), "move")


@rule("WM-10a")
@pytest.mark.parametrize("circle", [34, 37, 138, 174])
def test_jack_has_to_move(circle: int) -> None:
    texts = legal(night(33, circle))
    assert {text.split()[0] for text in texts} <= {"move", "coach", "alley", "boat"}
    assert circle not in {int(text.split()[1]) for text in texts}


@rule("WM-10a")
def test_a_way_round_back_to_the_same_circle_is_no_move() -> None:
    # Out of 34 over x034 and x026, and back over x035.
    round_it: list[int | str] = [34, "x034", "x026", "x035", 34]
    assert all(there in TOWN.streets[here] for here, there in pairwise(round_it))
    assert 34 not in circles(night(33, 34), "move")


@rule("WM-11")
def test_jack_does_not_pass_a_crossing_with_a_figure() -> None:
    free = circles(night(33, 34), "move")
    assert free - circles(night(33, 34, blue="x035"), "move") == {35, 37}
    assert circles(night(33, 34, yellow="x034", blue="x035", red="x043"), "move") == set()


@rule("WM-11")
def test_a_figure_farther_along_the_way_closes_it_too() -> None:
    free = circles(night(33, 34), "move")
    assert free - circles(night(33, 34, red="x026"), "move") == {17, 18}


@rule("WM-11a")
def test_another_free_way_to_the_same_circle_will_do() -> None:
    # From 34 to 33 by x034 or by x043.
    assert 33 in circles(night(33, 34, yellow="x034"), "move")
    assert 33 in circles(night(33, 34, yellow="x043"), "move")
    assert 33 not in circles(night(33, 34, yellow="x034", blue="x043"), "move")


@rule("WM-12")
def test_a_move_is_written_down_and_takes_one_space() -> None:
    position = dealt()
    for number, circle in enumerate([34, 35, 36], 1):
        position = play(position, f"move {circle}")
        assert look(position).row == (33, 34, 35, 36)[: number + 1]
        assert (look(position).track, look(position).circle) == (number, circle)
        position = rest(position)


@rule("WM-12")
def test_the_track_has_fifteen_spaces_for_a_round() -> None:
    position = dealt()
    for move in range(14):
        position = turn(position, f"move {(34, 35)[move % 2]}")
    assert (look(position).track, outcome(position)) == (14, None)
    position = play(position, "move 34")
    assert look(position).track == 15
    assert look(position).row == (33, *(34, 35) * 7, 34)
    assert is_over(position)


@rule("WM-13")
def test_jack_may_come_back_to_a_circle_in_the_same_round() -> None:
    position = turn(turn(turn(dealt(), "move 34"), "move 33"), "move 34")
    assert look(position).row == (33, 34, 33, 34)
    assert (look(position).round, look(position).red) == (1, (33,))


# ---- no move


@rule("WM-20")
def test_jack_without_a_move_or_tile_loses_at_once() -> None:
    # The one street of 138 leads to x133.
    position = play(night(33, 137, tiles=NO_TILES, yellow="x140"), "move 138", "walk x133")
    position = play(position, "walk x090", "walk x095", "stop", "stop")
    assert outcome(position) is None
    position = play(position, "stop")
    assert is_over(position)
    assert outcome(position) == TRAPPED


@rule("WM-20")
def test_jack_hemmed_in_at_the_beginning_of_a_round_has_lost_at_once() -> None:
    # Both streets of 1 lead to crossings with figures.
    position = night(46, 9, reached=(46,), locations=(1, 46, 159, 147), tiles=NO_TILES, yellow="x004", blue="x021")
    position = play(position, "move 1", "walk x003", "walk x011", "walk x095", "stop", "stop")
    assert (look(position).round, outcome(position)) == (1, None)
    position = play(position, "stop")
    assert look(position).red == (1, 46)
    assert (look(position).round, outcome(position)) == (2, TRAPPED)


@rule("WM-20")
def test_a_tile_taken_back_may_save_him() -> None:
    spent = {"coach": 0, "alley": 0}
    position = night(
        46, 9, reached=(46,), locations=(1, 46, 159, 147), tiles=spent, options=NEWSPAPER, yellow="x004", blue="x021"
    )
    position = play(position, "move 1", "walk x003", "walk x011", "walk x095", "stop", "stop", "stop")
    assert legal(position) == {"reclaim alley", "reclaim nothing"}
    assert legal(play(position, "reclaim alley")) == {"alley 9"}
    assert outcome(play(position, "reclaim nothing")) == TRAPPED


@rule("WM-20a")
@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ({"coach": 0}, {"boat 157", "boat 158", "boat 160"}),
        ({"boat": 0}, {"coach 137", "coach 139"}),
    ],
)
def test_jack_with_nothing_but_tiles_left_has_to_use_one(tiles: dict[str, int], expected: set[str]) -> None:
    position = night(33, 138, tiles=tiles, red="x133")
    assert to_move(position) == "jack"
    assert legal(position) == expected


# ---- the fifteenth space


@rule("WM-21")
def test_the_fifteenth_space_without_a_new_location_loses_at_once() -> None:
    position = night(33, *(34, 35) * 7, yellow="x044")
    assert look(position).track == 14
    position = play(position, "move 34")  # no announcement
    assert is_over(position)
    assert outcome(position) == TOO_LATE


@rule("WM-21")
def test_a_location_of_before_does_not_save_him_on_the_fifteenth_space() -> None:
    position = play(night(33, *(34, 35) * 6, 34, 37), "move 33")
    assert outcome(position) == TOO_LATE


@rule("WM-21")
def test_a_tile_on_the_fifteenth_space_loses() -> None:
    assert outcome(play(night(33, *(34, 35) * 7), "alley 36")) == TOO_LATE
    assert outcome(play(night(33, *(34, 35) * 6, 34), "coach 35", "then 36")) == TOO_LATE


@rule("WM-21")
def test_a_new_location_on_the_fifteenth_space_is_in_time() -> None:
    position = play(night(147, *(35, 34) * 7, reached=(147,)), "move 33")
    assert (look(position).track, to_move(position)) == (15, "investigator1")
    position = rest(position)
    assert (look(position).red, look(position).round) == ((33, 147), 2)


# ---- the locations


@rule("WM-22")
@pytest.mark.parametrize("order", list(permutations(LOCATIONS)), ids=str)
def test_the_locations_are_reached_in_any_order(order: tuple[int, ...]) -> None:
    for number in (1, 2, 3):
        position = night(order[number - 1], BESIDE[order[number]], reached=order[:number])
        position = turn(position, f"move {order[number]}")
        assert look(position).red == tuple(sorted(order[: number + 1]))
    assert outcome(position) == Outcome("jack", "completed")


@rule("WM-22")
def test_every_location_can_be_entered_from_the_first_round_on() -> None:
    for start, goal in permutations(LOCATIONS, 2):
        assert str(goal) in ways(night(start, BESIDE[goal], reached=(start,)), "move")

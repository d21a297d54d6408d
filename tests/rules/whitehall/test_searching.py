"""Searches: circles in range one by one; a yellow marker shows that Jack was there, not when."""

from itertools import permutations

import pytest

from gaslamp.core.game import Detail, News
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    OTHERS,
    TOWN,
    at_work,
    circles,
    hunt,
    legal,
    look,
    night,
    play,
    rest,
    stay,
    to_move,
    told,
    turn,
)

IN_RANGE = {37, 38, 39, 40}  # of x036


def asked(circle: int, answer: str, turn: int) -> News:
    who: dict[str, Detail] = {"seat": "investigator1", "figure": "yellow"}
    return News("searched", {**who, "circle": circle, "answer": answer, "turn": turn})


# ---- what may be done


@rule("WM-40")
def test_a_figure_searches_or_arrests_or_does_neither() -> None:
    position = at_work(33, 34, yellow="x036")
    expected = {f"{verb} {circle}" for verb in ("search", "arrest") for circle in IN_RANGE}
    assert legal(position) == {*expected, "stop"}


@rule("WM-40")
def test_a_searching_figure_cannot_arrest() -> None:
    position = play(at_work(33, 34, yellow="x036"), "search 37")
    assert {text.split()[0] for text in legal(position)} == {"search", "stop"}


@rule("WM-40")
def test_in_range_are_the_circles_one_street_away() -> None:
    for crossing in ("x036", "x045", "x105", "x162"):
        position = at_work(33, 34, yellow=crossing)
        assert circles(position, "search") == circles(position, "arrest")
        assert circles(position, "search") == {place for place in TOWN.streets[crossing] if isinstance(place, int)}


@rule("WM-40")
def test_the_figures_act_in_their_order() -> None:
    position = at_work(33, 34)
    acted = []
    while look(position).stage == "acting":
        acted.append(look(position).figure)
        position = play(position, "stop")
    assert acted == ["yellow", "blue", "red"]


@rule("WM-40")
def test_the_range_is_that_of_the_crossing_a_figure_has_walked_to() -> None:
    position = stay(play(hunt(33, 34, yellow="x047"), "walk x036"))
    assert circles(position, "search") == IN_RANGE


# ---- searching


@rule("WM-41")
@pytest.mark.parametrize("order", list(permutations((37, 38, 39, 40))), ids=str)
def test_circles_in_range_are_called_one_at_a_time_in_any_order(order: tuple[int, ...]) -> None:
    position = at_work(33, 34, yellow="x036")
    for number, circle in enumerate(order):
        assert circles(position, "search") == IN_RANGE - set(order[:number])
        assert look(position).called == tuple(sorted(order[:number]))
        position = play(position, f"search {circle}")
    assert look(position).figure == "blue"


@rule("WM-41")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_each_circle_is_answered_before_the_next_is_called(viewer: str) -> None:
    position = at_work(33, 38, 41, yellow="x036")
    assert told(position, viewer, "search 37") == [asked(37, "no", 2)]
    position = play(position, "search 37")
    assert look(position).stage == "searching"
    assert told(position, viewer, "search 38") == [asked(38, "yes", 2)]


@rule("WM-41a")
def test_a_circle_of_the_row_gets_a_yellow_marker_and_ends_the_search() -> None:
    position = play(at_work(33, 38, 39, 41, yellow="x036"), "search 38")
    assert look(position).yellow == (38,)
    assert (look(position).figure, look(position).stage) == ("blue", "acting")
    assert look(position).called == ()


@rule("WM-41a")
def test_the_circle_where_jack_stands_is_a_clue_too() -> None:
    position = play(at_work(33, 41, 38, yellow="x036"), "search 38")
    assert (look(position).yellow, look(position).winner) == ((38,), None)


@rule("WM-41a")
def test_box_0_is_searched_with_the_rest_of_the_row() -> None:
    position = at_work(33, 34, 37, yellow="x034")
    assert 33 in circles(position, "search")
    assert look(play(position, "search 33")).yellow == (33,)


@rule("WM-41a")
def test_a_clue_ends_the_search_of_that_figure_alone() -> None:
    position = play(at_work(33, 34, 37, 38, yellow="x036", blue="x035"), "search 38")
    assert (look(position).figure, look(position).stage) == ("blue", "acting")
    assert look(play(position, "search 34")).yellow == (34, 38)


@rule("WM-41a")
def test_the_rows_of_earlier_rounds_do_not_answer() -> None:
    position = turn(night(147, 36, 35, 34, reached=(147,), yellow="x044"), "move 33")
    assert look(position).rows == ((147, 36, 35, 34, 33),)
    position = stay(play(position, "move 32"))
    assert told(position, "spectator", "search 35") == [asked(35, "no", 1)]
    assert look(play(position, "search 35")).yellow == ()


@rule("WM-41b")
def test_after_a_failed_search_the_figure_continues_or_stops() -> None:
    position = play(at_work(33, 38, 41, yellow="x036"), "search 37")
    assert legal(position) == {"search 38", "search 39", "search 40", "stop"}
    assert look(play(position, "search 38")).yellow == (38,)
    stopped = play(position, "stop")
    assert (look(stopped).figure, look(stopped).yellow) == ("blue", ())


@rule("WM-41b")
def test_with_nothing_left_to_call_the_search_ends_by_itself() -> None:
    position = play(at_work(33, 34, yellow="x105"), "search 96")  # all that is in range of x105
    assert (look(position).figure, look(position).stage) == ("blue", "acting")


@rule("WM-41c")
def test_a_circle_with_a_yellow_marker_is_not_called_again_this_round() -> None:
    position = play(at_work(33, 37, 38, yellow="x036", blue="x035"), "search 37")
    assert circles(position, "search") == {34, 35}
    assert 37 in circles(position, "arrest")
    position = stay(play(rest(position), "move 19"))
    assert circles(position, "search") == IN_RANGE - {37}


@rule("WM-41c")
def test_in_the_next_round_it_is_called_again() -> None:
    position = play(at_work(147, 35, 34, reached=(147,), yellow="x044"), "search 35")
    position = stay(play(rest(position), "move 33"))
    assert circles(position, "search") == {54}
    position = stay(play(rest(position), "move 32"))
    assert look(position).round == 2
    assert circles(position, "search") == {35, 54}


@rule("WM-43")
def test_figures_of_one_player_may_do_different_things() -> None:
    position = at_work(33, 34, 41, yellow="x036", blue="x035")
    position = play(position, "search 37", "search 38", "stop")
    assert (look(position).figure, to_move(position)) == ("blue", "investigator1")
    position = play(position, "arrest 35")
    assert (look(position).figure, to_move(position)) == ("red", "investigator1")
    assert to_move(play(position, "stop")) == "jack"


# ---- what an answer tells


@rule("WM-44")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_clue_does_not_show_the_time(viewer: str) -> None:
    rows = [(33, 38, 21, 22), (33, 21, 38, 19), (33, 21, 19, 38), (33, 38, 21, 38)]
    nights = [at_work(*row, yellow="x036") for row in rows]
    heard = [told(position, viewer, "search 38") for position in nights]
    assert all(news == [asked(38, "yes", 3)] for news in heard)  # 3 is when it was asked
    seen = [look(play(position, "search 38"), viewer) for position in nights]
    assert all(view == seen[0] for view in seen)


@rule("WM-44")
def test_one_marker_lies_on_a_circle_of_two_boxes() -> None:
    position = play(at_work(33, 38, 39, 38, yellow="x036"), "search 38")
    assert look(position).yellow == (38,)
    assert circles(stay(play(rest(position), "move 19")), "search") == {37, 39, 40}


@rule("WM-46")
def test_both_circles_of_a_coach_answer_a_search() -> None:
    position = stay(play(night(33, 34, yellow="x036", blue="x035"), "coach 35", "then 37"))
    assert look(play(position, "search 37")).yellow == (37,)
    assert look(play(position, "stop", "search 35")).yellow == (35,)


@rule("WM-47")
def test_a_circle_searched_without_success_may_be_searched_again() -> None:
    position = at_work(33, 34, 37, yellow="x056")
    assert told(position, "spectator", "search 36") == [asked(36, "no", 2)]
    position = stay(play(rest(play(position, "search 36")), "move 36"))
    assert told(position, "spectator", "search 36") == [asked(36, "yes", 3)]  # for the current row


@rule("WM-47")
def test_another_figure_may_call_it_in_the_same_turn() -> None:
    position = play(at_work(33, 34, 41, yellow="x036", blue="x035"), "search 37", "stop")
    assert 37 in circles(position, "search")


@rule("WM-48")
def test_clue_markers_are_never_short() -> None:
    # Sixteen different circles, the last one a new location: every box is found out.
    row = (147, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 35, 34, 33)
    position = at_work(*row, reached=(147,), clues=row[:14], yellow="x034", blue="x043")
    markers = [len(look(position).yellow)]
    for text in ("search 34", "search 33"):
        position = play(position, text)
        markers.append(len(look(position).yellow))
    assert markers == [14, 15, 16]

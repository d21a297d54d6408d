"""False Clues: every fifth marker of a round gives Jack a counter; a covered circle gives no answers."""

from typing import Any

import pytest

from gaslamp.core.game import News, Outcome
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    FALSE_CLUES,
    GREEN,
    LOCATIONS,
    OTHERS,
    TOWN,
    at_work,
    circles,
    hunt,
    kinds,
    legal,
    look,
    night,
    outcome,
    play,
    rest,
    stay,
    stay_once,
    to_move,
    told,
    turn,
    ways,
)

ROW = (33, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 37, 38)  # whatever lay on the way
BLUFF: Any = {"options": FALSE_CLUES}
COUNTER: Any = {**BLUFF, "counters": 1}


# ---- gaining a counter


@rule("WM-62")
@pytest.mark.parametrize("before", range(14))
def test_the_fifth_tenth_and_fifteenth_marker_give_a_counter(before: int) -> None:
    row = (*ROW[: before + 1], 38)
    position = at_work(*row, clues=row[:before], yellow="x036", **BLUFF)
    position = play(position, "search 38")
    assert len(look(position).yellow) == before + 1
    assert look(position).counters == (1 if before + 1 in {5, 10} else 0)


@rule("WM-62")
def test_the_fifteenth_marker_gives_one_too() -> None:
    row = (147, *ROW[1:14], 34, 33)
    position = at_work(*row, reached=(147,), clues=row[:14], yellow="x035", counters=1, **BLUFF)
    assert look(play(position, "clue nothing", "search 34")).counters == 2


@rule("WM-62")
def test_the_markers_of_another_round_do_not_count() -> None:
    position = turn(night(147, 35, 36, 54, reached=(147,), clues=(147, 35, 36, 54), yellow="x034", **BLUFF), "move 33")
    assert (look(position).round, look(position).counters) == (2, 0)
    position = play(stay(play(position, "move 32")), "search 33")
    assert (look(position).yellow, look(position).counters) == ((33,), 0)


@rule("WM-62")
def test_there_are_no_counters_without_the_option() -> None:
    position = play(at_work(*ROW[:5], 38, clues=ROW[:4], yellow="x036"), "search 38")
    assert (len(look(position).yellow), look(position).counters) == (5, 0)


@rule("WM-62")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_a_new_counter_is_public(viewer: str) -> None:
    position = at_work(*ROW[:5], 38, clues=ROW[:4], yellow="x036", **BLUFF)
    news = told(position, viewer, "search 38")
    assert kinds(news) == ["searched", "counter_gained"]
    assert news[1] == News("counter_gained", {"counters": 1})


# ---- laying one


@rule("WM-62a")
def test_a_counter_is_laid_after_all_have_walked_and_before_any_acts() -> None:
    position = hunt(33, 34, **COUNTER)
    for _ in range(3):
        assert look(position).stage == "walking"
        position = stay_once(position)
    assert (look(position).stage, to_move(position)) == ("bluffing", "jack")
    position = play(position, "clue 40")
    assert (look(position).false, look(position).counters) == ((40,), 0)
    assert (look(position).stage, look(position).figure) == ("acting", "yellow")


@rule("WM-62a")
def test_jack_may_keep_his_counter() -> None:
    position = rest(play(at_work(33, 34, **COUNTER), "clue nothing"))
    assert (look(position).false, look(position).counters) == ((), 1)
    assert look(stay(play(position, "move 35"))).stage == "bluffing"


@rule("WM-62a")
def test_one_counter_a_turn() -> None:
    position = play(at_work(33, 34, counters=2, **BLUFF), "clue 40")
    assert (look(position).stage, look(position).counters) == ("acting", 1)
    position = play(stay(play(rest(position), "move 35")), "clue 41")
    assert set(look(position).false) == {40, 41}
    assert look(position).counters == 0


@rule("WM-62a")
def test_a_counter_gained_while_figures_act_waits_for_the_next_turn() -> None:
    position = play(at_work(*ROW[:5], 38, clues=ROW[:4], yellow="x036", **BLUFF), "search 38")
    assert (look(position).counters, look(position).stage, look(position).figure) == (1, "acting", "blue")
    position = play(rest(position), "move 19")
    assert look(position).stage == "walking"
    assert look(stay(position)).stage == "bluffing"


@rule("WM-62a")
def test_without_a_counter_jack_has_no_choice() -> None:
    assert look(stay(hunt(33, 34, **BLUFF))).stage == "acting"


@rule("WM-62a")
@pytest.mark.parametrize("viewer", OTHERS)
def test_where_it_lies_is_public(viewer: str) -> None:
    position = at_work(33, 34, **COUNTER)
    assert told(position, viewer, "clue 40") == [News("false_clue", {"circle": 40})]
    assert told(position, viewer, "clue nothing") == [News("false_clue", {"circle": ""})]
    assert look(play(position, "clue 40"), viewer).false == (40,)


@rule("WM-62b")
@pytest.mark.parametrize("reached", [(33,), (147, 46), (33, 46, 159)])
def test_it_goes_on_any_circle_but_the_four_locations(reached: tuple[int, ...]) -> None:
    position = at_work(33, 34, reached=reached, **COUNTER)
    assert circles(position, "clue") == set(TOWN.circles) - set(LOCATIONS)
    assert "nothing" in ways(position, "clue")


@rule("WM-62b")
def test_it_may_go_on_jacks_own_circle_and_on_one_with_a_marker() -> None:
    position = at_work(33, 37, 38, clues=(37,), **COUNTER)
    assert {37, 38} <= circles(position, "clue")
    assert look(play(position, "clue 38")).false == (38,)


@rule("WM-62b")
def test_it_does_not_go_where_one_lies_already() -> None:
    position = at_work(33, 34, false=(40, 41), **COUNTER)
    free = set(TOWN.circles) - set(LOCATIONS) - {40, 41}
    assert legal(position) == {*(f"clue {circle}" for circle in free), "clue nothing"}


# ---- what it does


@rule("WM-62c")
def test_a_circle_under_a_counter_is_neither_searched_nor_arrested() -> None:
    position = play(at_work(33, 34, 38, yellow="x036", **COUNTER), "clue 38")
    assert circles(position, "search") == circles(position, "arrest") == {37, 39, 40}


@rule("WM-62c")
def test_a_false_clue_stays_until_the_round_ends() -> None:
    position = at_work(147, 35, 36, reached=(147,), yellow="x044", false=(35,), **BLUFF)
    assert circles(position, "search") == {54}
    position = stay(play(rest(position), "move 53"))
    assert circles(position, "search") == {54}
    position = rest(stay(play(rest(position), "move 33")))
    assert look(position).round == 2
    assert circles(stay(play(position, "move 32")), "search") == {35, 54}


@rule("WM-62c")
def test_an_arrest_of_green_leaves_it_out() -> None:
    options = {**GREEN, **FALSE_CLUES}
    position = at_work(33, 34, 38, figure=None, green="x036", counters=1, options=options)
    covered = play(position, "clue 38", "stop", "stop")
    (vain,) = told(covered, "spectator", "arrest all")
    assert (vain.kind, vain.details["circles"]) == ("arrested_in_vain", ("37", "39", "40"))
    assert outcome(play(covered, "arrest all")) is None
    elsewhere = play(position, "clue 39", "stop", "stop", "arrest all")
    assert outcome(elsewhere) == Outcome("investigators", "arrested")


@rule("WM-62c")
def test_a_figure_with_nothing_but_counters_in_range_can_only_stop() -> None:
    position = play(at_work(33, 34, yellow="x105", **COUNTER), "clue 96")  # all that is in range of x105
    assert legal(position) == {"stop"}
    alone = at_work(33, 34, green="x105", counters=1, options={**GREEN, **FALSE_CLUES})
    assert legal(play(alone, "clue 96", "stop", "stop")) == {"stop"}  # nothing to arrest all of


@rule("WM-62c")
def test_a_search_goes_past_it() -> None:
    position = play(at_work(33, 34, 38, yellow="x036", **COUNTER), "clue 38", "search 37", "search 39")
    assert legal(position) == {"search 40", "stop"}
    assert look(play(position, "search 40")).figure == "blue"


@rule("WM-62d")
def test_counters_laid_and_unused_are_lost_when_the_round_ends() -> None:
    position = at_work(147, 35, 34, 33, reached=(147,), counters=2, **BLUFF)
    position = rest(play(position, "clue 40"))
    assert look(position).round == 2
    assert (look(position).false, look(position).counters) == ((), 0)
    assert look(stay(play(position, "move 34"))).stage == "acting"

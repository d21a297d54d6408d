"""Reinforcements: green arrests on all circles in range, brown names a location; each once."""

from itertools import combinations
from typing import Any

import pytest

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import News, Outcome
from gaslamp.core.options import choose
from gaslamp.titles.whitehall.meta import META
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    BROWN,
    GREEN,
    GREEN_AND_BROWN,
    LOCATIONS,
    ORDER,
    OTHERS,
    SLEEVES,
    TOWN,
    at_work,
    begun,
    circles,
    dealt,
    is_over,
    legal,
    look,
    outcome,
    play,
    rest,
    stay,
    told,
)

ARRESTED = Outcome("investigators", "arrested")
DEDUCED = Outcome("investigators", "deduced")
WITH_GREEN: Any = {"figure": "green", "options": GREEN}
WITH_BROWN: Any = {"figure": "brown", "options": BROWN}


# ---- who is in play


@rule("WM-68")
def test_green_and_brown_replace_one_or_two_figures() -> None:
    trios = {option.id: option.choices for option in META.options}["reinforcements"]
    assert {tuple(trio.split("_")) for trio in trios} == set(combinations(ORDER, 3))
    assert sum("green" in trio or "brown" in trio for trio in trios) == 9


@rule("WM-68")
@pytest.mark.parametrize("trio", ["yellow_blue_green", "yellow_green_brown", "blue_red_brown", "red_green_brown"])
def test_the_three_in_play_move_and_act_by_their_numbers(trio: str) -> None:
    position = play(dealt(**SLEEVES, reinforcements=trio), "move 34")
    moved, acted = [], []
    while look(position).stage == "walking":
        moved.append(look(position).figure)
        position = play(position, max(legal(position)))
    while look(position).stage == "acting":
        acted.append(look(position).figure)
        position = play(position, "stop")
    assert moved == acted == trio.split("_")


@rule("WM-68")
def test_reinforcements_bring_their_abilities() -> None:
    assert look(dealt(**GREEN)).abilities == ("green",)
    assert look(dealt(**BROWN)).abilities == ("brown",)
    assert look(dealt(**GREEN_AND_BROWN)).abilities == ("green", "brown")
    assert look(dealt()).abilities == ()


@rule("WM-68a")
def test_there_is_no_smoker_where_yellow_is_not_in_play() -> None:
    for trio in (f"{a}_{b}_{c}" for a, b, c in combinations(ORDER, 3)):
        wished = {**SLEEVES, "smoker": "on", "reinforcements": trio}
        if "yellow" in trio:
            assert "smoker" in look(dealt(**choose(META.options, wished))).abilities
        else:
            with pytest.raises(Unreadable):
                choose(META.options, wished)
            assert "smoker" not in look(begun(**wished)).abilities


@rule("WM-68a")
def test_figures_left_out_bring_no_reconstructed_tile() -> None:
    options = {**SLEEVES, "reconstructed_tiles": "on", "reinforcements": "blue_green_brown"}
    assert look(dealt(**options)).abilities == ("tile blue", "green", "brown")


# ---- green


@rule("WM-68b")
@pytest.mark.parametrize("jack", [37, 38, 39, 40])
def test_green_arrests_all_in_range_at_once(jack: int) -> None:
    position = at_work(33, 41, jack, green="x036", **WITH_GREEN)
    news = told(position, "spectator", "arrest all")
    assert news[0].details["circles"] == ("37", "38", "39", "40")
    assert outcome(play(position, "arrest all")) == ARRESTED


@rule("WM-68b")
def test_a_failed_arrest_by_green_uses_up_the_ability() -> None:
    position = at_work(33, 37, 38, 19, green="x036", **WITH_GREEN)
    after = play(position, "arrest all")
    assert outcome(after) is None
    assert look(after).abilities == ()
    assert look(after).stage == "moving"


@rule("WM-68b")
def test_green_arrests_all_once_in_the_game() -> None:
    position = play(at_work(33, 37, 38, 19, green="x036", **WITH_GREEN), "arrest all", "move 18")
    position = play(stay(position), "stop", "stop")
    assert look(position).figure == "green"
    assert "arrest all" not in legal(position)
    assert circles(position, "arrest") == {37, 38, 39, 40}


@rule("WM-68b")
def test_green_also_searches_and_arrests_like_the_others() -> None:
    position = at_work(33, 37, 38, 19, green="x036", **WITH_GREEN)
    assert circles(position, "search") == circles(position, "arrest") == {37, 38, 39, 40}
    assert look(play(position, "arrest 38")).abilities == ("green",)
    searching = play(position, "search 39")
    assert "arrest all" not in legal(searching)


@rule("WM-68b")
def test_only_green_arrests_all() -> None:
    position = at_work(33, 37, 38, blue="x036", options=GREEN)
    assert look(position).figure == "blue"
    assert "arrest all" not in legal(position)


# ---- brown


@rule("WM-68c")
def test_brown_names_any_white_circle_wherever_he_stands() -> None:
    position = at_work(33, 34, brown="x036", **WITH_BROWN)
    assert circles(position, "call") == {circle for circle in TOWN.circles if TOWN.colour[circle] == "white"}


@rule("WM-68c")
@pytest.mark.parametrize("location", LOCATIONS[1:])
def test_a_location_without_a_red_marker_wins_the_game(location: int) -> None:
    position = play(at_work(33, 34, brown="x036", **WITH_BROWN), f"call {location}")
    assert is_over(position)
    assert outcome(position) == DEDUCED


@rule("WM-68c")
def test_a_location_that_jack_has_just_reached_is_named_too_late() -> None:
    position = at_work(147, 34, 33, reached=(147,), brown="x108", **WITH_BROWN)
    called = play(position, "call 33")
    assert outcome(called) is None
    assert (look(called).round, look(called).red, look(called).abilities) == (2, (33, 147), ())
    assert outcome(play(position, "call 46")) == DEDUCED  # another one counts all the same
    last = at_work(46, 34, 33, reached=(147, 159, 46), brown="x108", **WITH_BROWN)
    assert outcome(play(last, "call 33")) == outcome(play(last, "stop")) == Outcome("jack", "completed")


@rule("WM-68c", "WM-71")
def test_a_call_of_the_location_just_reached_reveals_nothing_early() -> None:
    position = at_work(147, 34, 33, reached=(147,), brown="x108", **WITH_BROWN)
    kinds = {text: [news.kind for news in told(position, "investigator1", text)] for text in ("call 33", "stop")}
    assert kinds == {
        "call 33": ["called_in_vain", "round_over", "round_begun"],
        "stop": ["stopped", "round_over", "round_begun"],
    }


@rule("WM-68c")
@pytest.mark.parametrize("circle", [33, 34, 35])
def test_another_circle_costs_only_the_use(circle: int) -> None:
    # 33 has its red marker, Jack stands on 34, and 35 is any circle.
    position = at_work(33, 34, brown="x036", **WITH_BROWN)
    called, stopped = play(position, f"call {circle}"), play(position, "stop")
    assert outcome(called) is None
    assert look(called).abilities == ()
    assert (look(called).row, look(called).stage) == (look(stopped).row, "moving")
    again = play(stay(play(called, "move 54")), "stop", "stop")
    assert look(again).figure == "brown"
    assert circles(again, "call") == set()


@rule("WM-68c")
def test_brown_calls_instead_of_searching_or_arresting() -> None:
    position = at_work(33, 38, 19, brown="x036", **WITH_BROWN)
    assert {text.split()[0] for text in legal(position)} == {"search", "arrest", "call", "stop"}
    assert circles(play(position, "search 37"), "call") == set()
    assert look(play(position, "call 35")).stage == "moving"
    assert look(rest(play(position, "search 37"))).abilities == ("brown",)


@rule("WM-68c")
def test_only_brown_calls() -> None:
    position = at_work(33, 34, options=GREEN_AND_BROWN)
    for figure, calls in (("yellow", False), ("green", False), ("brown", True)):
        assert look(position).figure == figure
        assert bool(circles(position, "call")) is calls
        position = play(position, "stop")


@rule("WM-68c")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_a_call_is_public(viewer: str) -> None:
    position = at_work(33, 34, brown="x036", **WITH_BROWN)
    who = {"seat": "investigator1", "figure": "brown"}
    assert told(position, viewer, "call 35") == [News("called_in_vain", {**who, "circle": 35})]
    assert told(position, viewer, "call 46")[0] == News("called", {**who, "circle": 46})

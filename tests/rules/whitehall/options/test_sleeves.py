"""Roll Up Your Sleeves: the figures' tiles, each used once: Smoker and reconstructed tiles."""

from typing import Any

import pytest

from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    OTHERS,
    SLEEVES,
    SMOKER,
    TILES,
    at_work,
    circles,
    dealt,
    hunt,
    kinds,
    legal,
    look,
    night,
    play,
    rest,
    stay,
    stay_once,
    told,
    turn,
    ways,
)

SMOKE: Any = {"options": SMOKER}
TILE: Any = {"options": TILES}
ALL: Any = {"options": {**SMOKER, **TILES}}

# Round x159: two steps away, three and four.
NEAR = {"x159", "x147", "x151", "x139", "x148", "x160"}
THREE = {"x130", "x131", "x132", "x140", "x152", "x161", "x165", "x166", "x167"}
FOUR = {"x114", "x115", "x116", "x122", "x133", "x153", "x154", "x168", "x174"}


# ---- using a tile


@rule("WM-65")
def test_each_tile_is_used_once_in_the_game() -> None:
    position = play(hunt(147, 34, reached=(147,), yellow="x159", **TILE), "tile x152")
    assert "tile yellow" not in look(position).abilities
    position = turn(rest(position), "move 33")
    assert look(position).round == 2  # and not in another round either
    position = play(position, "move 32")
    assert look(position).figure == "yellow"
    assert ways(position, "tile") == set()


@rule("WM-65")
def test_different_tiles_may_be_used_in_one_turn() -> None:
    position = hunt(33, 34, yellow="x159", blue="x133", red="x144", **TILE)
    assert look(position).abilities == ("tile yellow", "tile blue", "tile red")
    position = play(position, "tile x131", "tile x152", "tile x163")
    assert look(position).abilities == ()
    assert look(position).figures == {"yellow": "x131", "blue": "x152", "red": "x163"}


@rule("WM-65")
def test_a_tile_is_used_when_the_turn_of_its_figure_comes() -> None:
    position = hunt(33, 34, yellow="x036", blue="x133", red="x144", **TILE)
    assert look(position).figure == "yellow"
    assert not {"x151", "x152", "x163"} & ways(position, "tile")
    position = stay_once(position)
    assert ways(position, "tile") == {"x151", "x152", "x153", "x160"}
    assert ways(stay_once(position), "tile") == {"x163", "x173"}


@rule("WM-65")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_a_tile_is_used_in_public(viewer: str) -> None:
    position = hunt(33, 34, yellow="x159", **ALL)
    who = {"seat": "investigator1", "figure": "yellow", "here": "x159"}
    assert told(position, viewer, "tile x152") == [News("walked", {**who, "there": "x152", "how": "tile"})]
    assert told(position, viewer, "smoker x152") == [News("walked", {**who, "there": "x152", "how": "smoker"})]
    assert "tile yellow" not in look(play(position, "tile x152"), viewer).abilities
    assert "smoker" not in look(play(position, "smoker x152"), viewer).abilities


@rule("WM-65")
def test_without_sleeves_no_figure_has_a_tile() -> None:
    assert look(dealt()).abilities == ()
    position = hunt(33, 34, yellow="x159", blue="x133", red="x144")
    while look(position).stage == "walking":
        assert {text.split()[0] for text in legal(position)} == {"walk"}
        position = stay_once(position)


# ---- the Smoker


@rule("WM-66")
def test_the_smoker_is_there_with_its_option_only() -> None:
    assert look(dealt(**SMOKER)).abilities == ("smoker",)
    assert look(dealt(**TILES)).abilities == ("tile yellow", "tile blue", "tile red")
    assert ways(hunt(33, 34, yellow="x159", **TILE), "smoker") == set()


@rule("WM-66")
def test_the_smoker_used_for_walking_is_not_used_for_searching() -> None:
    position = play(hunt(33, 37, 38, yellow="x159", spent=("smoker",), **SMOKE), "walk x160")
    assert ways(position, "smoker") == set()
    searching = at_work(33, 37, 38, 19, yellow="x036", spent=("smoker",), **SMOKE)
    searching = play(searching, "search 38")
    assert (look(searching).figure, look(searching).stage) == ("blue", "acting")


@rule("WM-66")
def test_the_smoker_used_for_searching_is_not_used_for_walking() -> None:
    position = at_work(33, 37, 38, 19, yellow="x036", **SMOKE)
    position = play(rest(play(position, "search 38", "smoker")), "move 18")
    assert look(position).figure == "yellow"
    assert ways(position, "smoker") == set()


@rule("WM-66")
def test_the_smoker_is_yellows_alone() -> None:
    position = stay_once(hunt(33, 38, 19, blue="x036", **SMOKE))
    assert look(position).figure == "blue"
    assert ways(position, "smoker") == set()
    searched = play(at_work(33, 38, 19, blue="x036", figure="blue", **SMOKE), "search 38")
    assert (look(searched).figure, look(searched).stage) == ("red", "acting")


@rule("WM-66a")
def test_with_the_smoker_yellow_walks_one_crossing_farther() -> None:
    position = hunt(33, 34, yellow="x159", **SMOKE)
    assert ways(position, "walk") == NEAR
    assert ways(position, "smoker") == THREE
    assert look(play(position, "smoker x165")).figures["yellow"] == "x165"


@rule("WM-66a")
def test_even_with_the_smoker_he_does_not_stop_on_another() -> None:
    assert ways(hunt(33, 34, yellow="x159", blue="x152", red="x147", **SMOKE), "smoker") == THREE - {"x152"}


@rule("WM-66a")
def test_walking_with_the_smoker_ends_the_action() -> None:
    position = stay(play(hunt(33, 34, yellow="x159", **SMOKE), "smoker x152"))
    assert (look(position).figure, look(position).stage) == ("blue", "acting")
    acted = []
    while look(position).stage == "acting":
        acted.append(look(position).figure)
        position = play(position, "stop")
    assert acted == ["blue", "red"]


@rule("WM-66a")
def test_in_the_next_turn_he_acts_again() -> None:
    position = rest(play(hunt(33, 34, yellow="x159", **SMOKE), "smoker x152"))
    position = stay(play(position, "move 35"))
    assert look(position).figure == "yellow"
    assert circles(position, "search") == {157, 159, 175}
    assert not look(position).smoked


@rule("WM-66b")
def test_after_a_clue_yellow_may_go_on_with_the_smoker() -> None:
    position = play(at_work(33, 37, 38, 19, yellow="x036", **SMOKE), "search 38")
    assert legal(position) == {"smoker", "stop"}
    position = play(position, "smoker")
    assert look(position).abilities == ()
    assert legal(position) == {"search 37", "search 39", "search 40", "stop"}


@rule("WM-66b")
def test_he_goes_on_clue_after_clue_over_all_that_is_in_range() -> None:
    position = play(at_work(33, 37, 38, 40, yellow="x036", **SMOKE), "search 38", "smoker", "search 37")
    assert (look(position).stage, look(position).yellow) == ("searching", (37, 38))
    position = play(position, "search 39")  # in vain
    assert legal(position) == {"search 40", "stop"}
    position = play(position, "search 40")
    assert look(position).yellow == (37, 38, 40)
    assert (look(position).figure, look(position).stage) == ("blue", "acting")


@rule("WM-66b")
def test_he_may_stop_at_the_first_clue_and_keep_the_smoker() -> None:
    position = play(at_work(33, 37, 38, 19, yellow="x036", **SMOKE), "search 38", "stop")
    assert look(position).figure == "blue"
    assert look(position).abilities == ("smoker",)
    assert ways(play(rest(position), "move 18"), "smoker")


@rule("WM-66b")
def test_he_may_stop_after_any_answer() -> None:
    position = play(at_work(33, 37, 38, 40, yellow="x036", **SMOKE), "search 38", "smoker", "search 37", "stop")
    assert (look(position).figure, look(position).yellow) == ("blue", (37, 38))


@rule("WM-66b")
def test_the_next_figure_searches_as_ever() -> None:
    position = at_work(33, 34, 35, 37, 38, yellow="x036", blue="x035", **SMOKE)
    position = play(position, "search 38", "smoker", "stop", "search 35")
    assert (look(position).figure, look(position).stage) == ("red", "acting")


@rule("WM-66b")
def test_it_is_declared_at_the_first_clue() -> None:
    position = at_work(33, 37, 38, 19, yellow="x036", **SMOKE)
    assert "smoker" not in legal(position)
    position = play(position, "search 39")
    assert "smoker" not in legal(position)
    assert kinds(told(position, "spectator", "search 38", "smoker")) == ["searched", "scented"]


@rule("WM-66b")
def test_it_is_not_offered_when_nothing_is_left_to_search() -> None:
    position = play(at_work(33, 37, 38, 19, yellow="x036", **SMOKE), "search 39", "search 40", "search 37")
    assert look(position).stage == "scenting"  # 38 is left
    position = at_work(33, 96, yellow="x105", **SMOKE)  # 96 is all that is in range of x105
    position = play(position, "search 96")
    assert (look(position).figure, look(position).abilities) == ("blue", ("smoker",))


# ---- the reconstructed tiles


@rule("WM-67")
def test_the_coach_of_yellow_leads_up_to_four_crossings_away() -> None:
    position = hunt(33, 34, yellow="x159", **TILE)
    assert ways(position, "walk") == NEAR
    assert ways(position, "tile") == THREE | FOUR


@rule("WM-67")
def test_no_tile_leads_on_to_another_figure() -> None:
    position = hunt(33, 34, yellow="x159", blue="x165", red="x114", **TILE)
    assert ways(position, "tile") == (THREE | FOUR) - {"x165", "x114"}
    blue = stay_once(hunt(33, 34, yellow="x152", blue="x133", red="x160", **TILE))
    assert ways(blue, "tile") == {"x151", "x153"}
    red = stay_once(stay_once(hunt(33, 34, yellow="x163", red="x144", **TILE)))
    assert ways(red, "tile") == {"x173"}


@rule("WM-67")
def test_a_tile_takes_the_place_of_the_walk_and_not_of_the_action() -> None:
    position = play(hunt(33, 34, yellow="x159", **TILE), "tile x152")
    assert look(position).figure == "blue"
    position = stay(position)
    assert (look(position).figure, look(position).stage) == ("yellow", "acting")
    assert circles(position, "search") == circles(position, "arrest") == {157, 159, 175}


@rule("WM-67")
@pytest.mark.parametrize(("figure", "crossing"), [("yellow", "x159"), ("blue", "x133"), ("red", "x144")])
def test_a_tile_is_legal_only_beyond_a_normal_walk(figure: str, crossing: str) -> None:
    position = hunt(33, 34, **{figure: crossing}, **TILE)
    while look(position).figure != figure:
        position = stay_once(position)
    assert ways(position, "tile")
    assert not ways(position, "tile") & ways(position, "walk")


@rule("WM-67")
def test_the_tiles_are_off_unless_chosen() -> None:
    assert look(dealt(**SLEEVES, smoker="on")).abilities == ("smoker",)


@rule("WM-67a")
def test_the_boat_of_blue_leads_along_the_outline_of_his_water() -> None:
    blue = stay_once(hunt(33, 34, blue="x133", **TILE))
    # x140, x141, x148 and x154 are on it too, but a walk leads there.
    assert ways(blue, "tile") == {"x151", "x152", "x153", "x160"}
    assert {"x140", "x141", "x148", "x154"} <= ways(blue, "walk")
    assert ways(stay_once(hunt(33, 34, blue="x159", **TILE)), "tile") == {"x165"}  # past the blue line


@rule("WM-67a")
@pytest.mark.parametrize("crossing", ["x036", "x147"])
def test_blue_away_from_the_water_has_no_boat(crossing: str) -> None:
    # x147 lies on a face with one blue circle, which is no block of water.
    assert ways(stay_once(hunt(33, 34, blue=crossing, **TILE)), "tile") == set()


@rule("WM-67b")
def test_the_alley_of_red_leads_along_the_outline_of_a_block_of_houses() -> None:
    red = stay_once(stay_once(hunt(33, 34, red="x144", **TILE)))
    assert ways(red, "tile") == {"x163", "x173"}
    red = stay_once(stay_once(hunt(33, 34, red="x122", **TILE)))
    assert ways(red, "tile") == {"x131"}


@rule("WM-67b")
def test_faces_without_a_block_of_houses_do_not_count() -> None:
    # x141 shares a face with x142 and x168, but 160 is blue: it is no block of houses.
    red = stay_once(stay_once(hunt(33, 34, red="x141", **TILE)))
    assert ways(red, "tile") == set()


@rule("WM-67b")
def test_each_figure_has_its_own_kind_of_tile() -> None:
    at_the_water = night(33, 34, red="x133", **TILE)
    red = stay_once(stay_once(play(at_the_water, "move 35")))
    assert ways(red, "tile") == set()
    at_the_houses = stay_once(hunt(33, 34, blue="x144", **TILE))
    assert not {"x163", "x173"} & ways(at_the_houses, "tile")

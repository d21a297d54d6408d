"""Murderer at Large: special tiles lie face down until the round ends, and Alley and Boat look the same."""

from typing import Any

import pytest

from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    MURDERER,
    OTHERS,
    kinds,
    look,
    night,
    play,
    rest,
    stay,
    told,
    turn,
)

AT_LARGE: Any = {"reached": (147,), "options": MURDERER}


@rule("WM-60")
@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize(("here", "step"), [(36, "alley 35"), (138, "boat 157")])
def test_that_a_tile_was_used_is_public_and_its_kind_is_not(viewer: str, here: int, step: str) -> None:
    position = night(147, 37, here, **AT_LARGE)
    assert told(position, viewer, step) == [News("jack_moved", {"track": 3, "spaces": 1, "kind": "hidden"})]
    seen = look(play(position, step), viewer)
    assert (seen.laid, seen.unknown) == (((3, 3, "hidden"),), 1)
    assert seen.tiles == {"coach": 2, "alley": 2, "boat": 2}


@rule("WM-60")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_plain_move_is_not_taken_for_a_tile(viewer: str) -> None:
    position = night(147, 37, 36, **AT_LARGE)
    assert told(position, viewer, "move 35") == [News("jack_moved", {"track": 3, "spaces": 1, "kind": "plain"})]
    assert look(play(position, "move 35"), viewer).unknown == 0


@rule("WM-60")
def test_jack_knows_his_own_tiles() -> None:
    position = night(147, 37, 36, **AT_LARGE)
    (moved,) = told(position, "jack", "alley 35")
    assert (moved.kind, moved.details["kind"]) == ("moved", "alley")
    seen = look(play(position, "alley 35"), "jack")
    assert (seen.laid, seen.unknown) == (((3, 3, "alley"),), 0)
    assert seen.tiles == {"coach": 2, "alley": 1, "boat": 2}


@rule("WM-60")
@pytest.mark.parametrize("viewer", OTHERS)
def test_tile_kinds_are_revealed_at_the_end_of_the_round(viewer: str) -> None:
    position = night(147, 138, reached=(147,), locations=(33, 46, 155, 147), options=MURDERER)
    for step in ("boat 157", "move 156", "alley 135"):
        position = turn(position, step)
        assert {kind for _, _, kind in look(position, viewer).laid} == {"hidden"}
    position = stay(play(position, "move 155"))
    news = told(position, viewer, "stop", "stop", "stop")
    assert kinds(news) == ["stopped"] * 3 + ["round_over", "round_begun"]
    assert news[3].details["shown"] == ("boat", "alley")
    seen = look(rest(position), viewer)
    assert (seen.laid, seen.unknown) == ((), 0)
    assert seen.tiles == {"coach": 2, "alley": 1, "boat": 1}


@rule("WM-60")
def test_the_last_tiles_are_revealed_at_the_end() -> None:
    position = stay(play(night(147, 36, yellow="x044", **AT_LARGE), "alley 35"))
    news = told(position, "spectator", "arrest 35")
    assert kinds(news) == ["arrested", "over", "revealed"]
    assert news[2].details["shown"] == ("alley",)
    assert look(play(position, "arrest 35"), "spectator").laid == ((2, 2, "alley"),)


@rule("WM-60")
def test_without_the_option_the_kind_is_public() -> None:
    position = night(147, 36, reached=(147,))
    (moved,) = told(position, "investigator1", "alley 35")
    assert moved.details["kind"] == "alley"
    assert look(play(position, "alley 35"), "investigator1").laid == ((2, 2, "alley"),)


@rule("WM-60a")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_coach_shows_by_its_two_spaces(viewer: str) -> None:
    position = night(147, 36, **AT_LARGE)
    steps = ["coach 35", "then 34"]
    assert told(position, viewer, *steps) == [News("jack_moved", {"track": 3, "spaces": 2, "kind": "coach"})]
    seen = look(play(position, *steps), viewer)
    assert (seen.laid, seen.track, seen.unknown) == (((2, 3, "coach"),), 3, 0)


@rule("WM-60a")
@pytest.mark.parametrize("viewer", OTHERS)
def test_face_down_alley_and_boat_look_the_same(viewer: str) -> None:
    alley, boat = night(147, 37, 36, **AT_LARGE), night(147, 137, 138, **AT_LARGE)
    assert look(alley, viewer) == look(boat, viewer)
    walks = ["walk x083", "walk x084", "walk x087"]
    after_alley, after_boat = ["alley 35", *walks], ["boat 157", *walks]
    assert told(alley, viewer, *after_alley) == told(boat, viewer, *after_boat)
    assert look(play(alley, *after_alley), viewer) == look(play(boat, *after_boat), viewer)
    quiet = ["stop"] * 3
    assert told(play(alley, *after_alley), viewer, *quiet) == told(play(boat, *after_boat), viewer, *quiet)
    assert look(rest(play(alley, *after_alley)), viewer) == look(rest(play(boat, *after_boat)), viewer)


@rule("WM-60a")
def test_tiles_revealed_in_an_earlier_round_stay_known() -> None:
    position = turn(turn(night(147, 36, **AT_LARGE), "alley 35"), "move 33")
    position = turn(position, "alley 34")
    seen = look(position, "spectator")
    assert (seen.tiles["alley"], seen.unknown) == (1, 1)

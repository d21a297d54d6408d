"""Newspaper Fabrications: as rounds 2 and 3 begin, Jack may take back an Alley or a Boat."""

from typing import Any

import pytest

from gaslamp.core.game import News
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    NEWSPAPER,
    OTHERS,
    circles,
    dealt,
    legal,
    look,
    night,
    play,
    to_move,
    told,
    turn,
)

SECOND: Any = {"reached": (147,), "options": NEWSPAPER}  # round 2 begins with the next location
THIRD: Any = {"reached": (147, 46), "options": NEWSPAPER}


@rule("WM-61")
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({"alley": 1}, {"reclaim alley", "reclaim nothing"}),
        ({"boat": 0}, {"reclaim boat", "reclaim nothing"}),
        ({"alley": 0, "boat": 1, "coach": 0}, {"reclaim alley", "reclaim boat", "reclaim nothing"}),
    ],
)
@pytest.mark.parametrize("details", [SECOND, THIRD], ids=["round 2", "round 3"])
def test_jack_may_take_back_an_alley_or_a_boat_that_was_used(left: Any, expected: set[str], details: Any) -> None:
    position = turn(night(147, 34, tiles=left, **details), "move 33")
    assert (to_move(position), look(position).stage) == ("jack", "reclaiming")
    assert legal(position) == expected


@rule("WM-61")
def test_a_coach_is_not_taken_back() -> None:
    position = turn(night(147, 34, tiles={"coach": 0}, **SECOND), "move 33")
    assert look(position).stage == "moving"
    assert look(position).tiles["coach"] == 0


@rule("WM-61")
@pytest.mark.parametrize("kind", ["alley", "boat"])
def test_a_tile_taken_back_may_be_used_again(kind: str) -> None:
    position = turn(night(147, 34, tiles={"alley": 0, "boat": 0}, **SECOND), "move 33")
    position = play(position, f"reclaim {kind}")
    assert look(position).tiles == {"coach": 2, "alley": 0, "boat": 0, kind: 1}
    assert look(position).stage == "moving"
    assert bool(circles(position, "alley")) is (kind == "alley")
    assert bool(circles(turn(position, "move 32"), "alley")) is (kind == "alley")


@rule("WM-61")
def test_one_tile_is_taken_back_at_a_time() -> None:
    position = turn(night(147, 34, tiles={"alley": 0, "boat": 0}, **SECOND), "move 33")
    position = play(position, "reclaim alley")
    assert {text.split()[0] for text in legal(position)} == {"move", "coach", "alley"}


@rule("WM-61")
def test_jack_may_take_back_nothing() -> None:
    position = turn(night(147, 34, tiles={"alley": 1}, **SECOND), "move 33")
    position = play(position, "reclaim nothing")
    assert (look(position).stage, look(position).tiles["alley"]) == ("moving", 1)


@rule("WM-61")
def test_no_tile_is_reclaimed_before_the_first_round() -> None:
    assert look(dealt(**NEWSPAPER)).stage == "moving"


@rule("WM-61")
def test_no_choice_without_a_used_alley_or_boat() -> None:
    assert look(turn(night(147, 34, **SECOND), "move 33")).stage == "moving"


@rule("WM-61")
def test_no_choice_without_the_option() -> None:
    position = turn(night(147, 34, tiles={"alley": 0, "boat": 0}, reached=(147,)), "move 33")
    assert look(position).stage == "moving"


@rule("WM-61")
def test_he_may_take_back_a_tile_in_both_rounds() -> None:
    position = turn(night(147, 34, tiles={"alley": 0}, locations=(33, 46, 159, 147), **SECOND), "move 33")
    position = play(position, "reclaim alley")
    for step in ("move 37", "move 41", "move 24", "move 46"):
        position = turn(position, step)
    assert (look(position).round, look(position).stage) == (3, "reclaiming")
    assert look(play(position, "reclaim alley")).tiles["alley"] == 2


@rule("WM-61")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
@pytest.mark.parametrize("kind", ["alley", "boat", "nothing"])
def test_it_is_done_in_public(viewer: str, kind: str) -> None:
    position = turn(night(147, 34, tiles={"alley": 1, "boat": 1}, **SECOND), "move 33")
    assert told(position, viewer, f"reclaim {kind}") == [News("reclaimed", {"kind": "" if kind == "nothing" else kind})]
    expected = {"coach": 2, "alley": 1, "boat": 1} | ({} if kind == "nothing" else {kind: 2})
    assert look(play(position, f"reclaim {kind}"), viewer).tiles == expected

"""Whoever can be imported can be seated: a bot of one's own is named by its module."""

from __future__ import annotations

from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.brains import Limit


def test_a_bot_of_another_module_plays_both_sides_to_the_end() -> None:
    plan = plans.make("pocket", ["bench.pocket_one_turn"], 1, limit="3000n", against=["random"])
    played = {fixture.levels: Match(plan, fixture).play() for fixture in plan.fixtures()}
    assert played["bench.pocket_one_turn", "random"].winner == "jack"
    assert played["random", "bench.pocket_one_turn"].winner == "detectives"
    assert len(played) == 3


def test_it_has_no_time_that_it_likes_to_think() -> None:
    assert plans.make("pocket", ["bench.pocket_one_turn"], 1).limit_of("bench.pocket_one_turn") == Limit()

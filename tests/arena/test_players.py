"""Bots that are named by their module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench import pocket_searcher
from bench.mr_jack.stroller import BOT, accuses, suspects
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.bots import BeliefCache, Limit, Question


@pytest.mark.parametrize("name", ["bench.pocket_one_turn", "bench.pocket_searcher"])
def test_a_bot_of_another_module_plays_both_sides_to_the_end(name: str) -> None:
    plan = plans.make("pocket", [name], 1, limit="3000n", against=["passer_by"])
    played = {fixture.levels: Match(plan, fixture).play() for fixture in plan.fixtures()}
    assert played[name, "passer_by"].winner == "jack"
    assert played["passer_by", name].winner == "detectives"
    assert len(played) == 3


def test_the_independent_searcher_shares_nothing_with_the_levels() -> None:
    tree = ast.parse(Path(pocket_searcher.__file__).read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [module for module in imported if module.startswith("gaslamp.bots.pocket")]


def test_a_bot_module_has_no_default_time() -> None:
    assert plans.make("pocket", ["bench.pocket_one_turn"], 1).node_limit == Limit()


def test_the_stroller_accuses_only_the_last_suspect() -> None:
    plan = plans.make("mr_jack", ["bench.mr_jack.stroller"], 8, against=["passer_by"])
    met = {True: 0, False: 0}  # by whether the last suspect was in reach
    for fixture in plan.fixtures():
        if fixture.levels != ("passer_by", "bench.mr_jack.stroller"):
            continue
        for seat, situation in Match(plan, fixture).questions():
            accused = {notation: who for notation in situation.legal if (who := accuses(situation, notation))}
            if seat != "detective" or not accused or len(accused) == len(situation.legal):
                continue
            known = {who for who in accused.values() if suspects(situation) == {who}}
            met[bool(known)] += 1
            answers = {
                accused.get(BOT.answer(Question(situation, seed=seed), BeliefCache()).notation) for seed in range(5)
            }
            assert answers == {*(known or [None])}
    assert met[True]
    assert met[False] > 50

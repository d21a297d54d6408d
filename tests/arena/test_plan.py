"""Tournament plans: pairings, deals and invalid arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from gaslamp.arena import plan as plans
from gaslamp.arena.plan import Tournament
from gaslamp.bots import Limit
from gaslamp.core.errors import Unreadable

BOTH = ("passer_by", "constable")


def plan(games: int = 3, *, levels: Sequence[str] = BOTH, worst_case: str = "") -> Tournament:
    return plans.make("pocket", levels, games, worst_case=worst_case)


def test_every_level_meets_every_level_on_both_sides() -> None:
    met = Counter(fixture.levels for fixture in plan().fixtures())
    assert met == {(first, second): 3 for first in BOTH for second in BOTH}


def test_every_pairing_has_each_deal_once() -> None:
    deals = Counter((fixture.levels, fixture.deal) for fixture in plan().fixtures())
    assert set(deals.values()) == {1}
    assert {deal for _, deal in deals} == {0, 1, 2}


def test_the_games_are_numbered_as_they_come() -> None:
    assert [fixture.index for fixture in plan(worst_case="jack").fixtures()] == list(range(3 * 4))


def test_a_part_of_the_games_has_all_pairings() -> None:
    first = [fixture for fixture in plan().fixtures() if fixture.index < 4]
    assert {fixture.levels for fixture in first} == {(a, b) for a in BOTH for b in BOTH}


def test_in_the_worst_case_all_levels_meet_the_strongest_one_twice() -> None:
    met = [(fixture.levels, fixture.reader) for fixture in plan(1, worst_case="jack").fixtures()]
    assert met == [((level, "superintendent"), reader) for level in BOTH for reader in ("", "detectives")]


def test_the_worst_case_of_the_detective_has_one_name_in_all_titles() -> None:
    for title, side in (("pocket", "detectives"), ("mr_jack", "detective"), ("whitehall", "investigators")):
        assert plans.make(title, BOTH, 1, worst_case="detective").worst_case == side
        assert plans.make(title, BOTH, 1, worst_case=side).worst_case == side


def test_levels_of_against_do_not_meet_each_other() -> None:
    made = plans.make("pocket", ["constable"], 1, against=["passer_by", "constable", "bench.pocket_one_turn"])
    met = {fixture.levels for fixture in made.fixtures()}
    one_turn = "bench.pocket_one_turn"
    assert met == {
        ("constable", "constable"), ("constable", "passer_by"), ("passer_by", "constable"), ("constable", one_turn),
        (one_turn, "constable"),
    }  # fmt: skip


def test_without_names_all_levels_play() -> None:
    assert set(BOTH) <= set(plan(levels=()).levels)


def test_duplicate_names_count_once() -> None:
    assert plan(levels=("passer_by", "passer_by")).levels == ("passer_by",)


def test_a_limit_is_a_number_of_nodes() -> None:
    assert plans.read_limit("5000n") == Limit(nodes=5000)


@pytest.mark.parametrize("text", ["5", "n", "0n", "0.05s", "2s", "-1n", "1.5n", "5 n", "1e3n", "٣n", "nann", "5000N "])
def test_an_invalid_limit_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        plans.make("pocket", BOTH, 1, limit=text)
    assert refused.value.message.id == "arena.limit"


@pytest.mark.parametrize(
    ("title", "levels", "more", "id"),
    [
        ("chess", BOTH, {}, "error.title"),
        ("pocket", ("passer_by", "moriarty"), {}, "error.bot"),
        ("pocket", ("passer_by", "bench.moriarty"), {}, "error.bot"),
        ("pocket", ("passer_by", "bench.machine"), {}, "error.bot"),
        ("pocket", BOTH, {"against": [".moriarty"]}, "error.bot"),
        ("pocket", BOTH, {"options": {"colour": "red"}}, "error.option"),
        ("pocket", BOTH, {"worst_case": "holmes"}, "error.seat"),
        ("pocket", BOTH, {"worst_case": "jack", "against": ["inspector"]}, "arena.no_against"),
    ],
)
def test_unknown_names_are_refused(title: str, levels: Sequence[str], more: Mapping[str, object], id: str) -> None:
    with pytest.raises(Unreadable) as refused:
        plans.make(title, levels, 1, **more)  # type: ignore[arg-type]
    assert refused.value.message.id == id

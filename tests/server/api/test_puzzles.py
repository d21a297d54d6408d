"""Puzzles by the API: questions without solutions, judged answers, and the solution on request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gaslamp.locale import catalogue
from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.kinds import kind_of, kinds, pose
from gaslamp.puzzles.puzzle import Puzzle
from tests.host.programs import Program

Come = Callable[[], Program]
TITLES = puzzles.with_puzzles()


def first(title: str, kind: str) -> Puzzle:
    ours = [one for one in puzzles.shipped(title).values() if one.kind == kind]
    return min(ours, key=lambda one: (one.difficulty, one.id))


def shipped_kinds() -> list[tuple[str, str]]:
    return sorted({(title, one.kind) for title in TITLES for one in puzzles.shipped(title).values()})


def say(text: Any) -> str:
    return catalogue("en").say(text)


@pytest.mark.long
@pytest.mark.parametrize(("title", "kind"), shipped_kinds())
def test_a_puzzle_is_answered_and_its_solution_comes_only_on_request(program: Come, title: str, kind: str) -> None:
    one, me = first(title, kind), program()
    path = f"/puzzles/{one.id}"
    question = me.told("GET", path)
    partial = me.told("POST", f"{path}/answer", {"answer": one.answers[0][:1]}) if len(one.answers[0]) > 1 else {}
    told = json.dumps([question, partial, me.told("GET", f"/puzzles?title={title}"), me.told("GET", "/puzzles/today")])
    posed = pose(one)
    assert question["question"] == say(kind_of(one).question(posed))
    assert not [step for step in kind_of(one).explain(posed) if say(step.text) in told]
    assert not {"answers", "best", "second", "actions"} & {*question, *question["puzzle"]}
    judged = me.told("POST", f"{path}/answer", {"answer": one.answers[0]})
    assert (judged["complete"], judged["right"], judged["why"]) == (True, True, None)
    solution = me.told("POST", f"{path}/solution")
    assert solution["answers"] == [[*answer] for answer in one.answers]
    assert [step["text"] for step in solution["steps"]] == [say(step.text) for step in kind_of(one).explain(posed)]


def test_an_answer_is_judged_only_when_it_is_whole(program: Come) -> None:
    me = program()
    one = next(one for one in puzzles.shipped("pocket").values() if one.kind == "finale" and len(one.answers[0]) > 1)
    path = f"/puzzles/{one.id}/answer"
    begun = me.told("POST", path, {"answer": one.answers[0][:1]})
    assert (begun["complete"], begun["right"]) == (False, False)
    assert one.answers[0][1] in begun["legal"]
    assert begun["final"]
    assert me.error("POST", path, {"answer": [*one.answers[0], one.answers[0][-1]]}, status=409) == "error.illegal"
    assert me.error("POST", path, {"answer": ["nonsense"]}, status=409) == "error.illegal"
    unreadable: list[Any] = [{"answer": []}, {"answer": "x"}, {}, {"answer": ["x"], "more": 1}]
    for bad in unreadable:
        assert me.error("POST", path, bad, status=400) == "web.error.unreadable"
    wrong = next(action for action in begun["final"] if (one.answers[0][0], action) not in one.answers)
    told = me.told("POST", path, {"answer": [one.answers[0][0], wrong]})
    assert told["complete"]
    assert not told["right"]
    assert told["why"]


def test_what_is_no_puzzle_is_not_found_and_every_title_is_listed(program: Come) -> None:
    me = program()
    for path in ("/puzzles/ffffffff", "/puzzles/x%00y"):
        assert me.error("GET", path, status=404) == "puzzle.unknown"
    assert me.error("POST", "/puzzles/ffffffff/solution", status=404) == "puzzle.unknown"
    listed = me.told("GET", "/puzzles")["puzzles"]
    assert {one["title"] for one in listed} == {*TITLES}
    assert {one["kind"] for one in me.told("GET", "/puzzles?title=pocket&kind=who")["puzzles"]} == {"who"}
    assert me.told("GET", "/puzzles?title=chess")["puzzles"] == []
    assert {one["kind"] for one in listed} <= {name for title in TITLES for name in kinds(title)}
    me.http.headers.pop("Authorization")
    assert me.error("GET", "/puzzles", status=401) == "web.error.token"

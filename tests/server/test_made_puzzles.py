"""Puzzles of moments of finished games: made by the players, solved by everybody with the link, never rated."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gaslamp.service import made_puzzles
from tests.host.programs import Program
from tests.host.running import Guest
from tests.server.wire.test_replays import ended

Come = Callable[[], Guest]


def made(me: Guest) -> tuple[str, str]:
    """Play a game, and make a puzzle of the first of its moments that gives one. Return their id and page."""
    links, _ = ended(me, "pocket", steps=20)
    id = links["table"].rpartition("/")[2]
    for step in range(20):
        answer = me.http.post(f"/games/{id}/puzzle", json={"step": step})
        if answer.status_code == 201:
            return id, answer.json()["page"]
        assert answer.status_code == 400
        assert "This moment makes no puzzle: " in answer.text
    raise AssertionError("no moment makes a puzzle")


def test_a_moment_of_a_finished_game_becomes_a_puzzle_with_a_link(guest: Come) -> None:
    me, other = guest(), guest()
    id, page = made(me)
    assert me.http.get(page).status_code == other.http.get(page).status_code == 200
    assert page in me.http.get("/puzzles").text
    assert page not in other.http.get("/puzzles").text
    socket = other.sit(page)
    step, table = socket.until("lesson"), socket.until("table")
    assert step["last"] == 1
    assert "answers" not in json.dumps([step, table])
    socket.send(lesson=1)
    assert socket.until("lesson", step=1)["text"]
    other.http.post("/puzzles/enter", json={})
    assert "solution shown" not in other.http.get("/puzzles").text
    assert me.http.post(f"/games/{id}/puzzle", json={"step": 10_000}).status_code != 201
    assert other.http.post(f"/games/{id}/puzzle", json={"step": 0}).status_code == 404


def test_the_newest_puzzles_of_an_identity_are_kept(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_puzzles, "_MOST", 1)
    me = guest()
    (_, first), (_, second) = made(me), made(me)
    assert [me.http.get(page).status_code for page in (first, second)].count(200) == 1
    assert me.http.get("/puzzles").text.count(first) + me.http.get("/puzzles").text.count(second) == 1


def test_a_game_that_goes_on_makes_no_puzzle(guest: Come) -> None:
    me = guest()
    id = me.create()["table"].rpartition("/")[2]
    refused = me.http.post(f"/games/{id}/puzzle", json={"step": 0})
    assert refused.status_code == 403


def test_programs_answer_a_made_puzzle_too(guest: Come, program: Callable[[], Program]) -> None:
    me, one = guest(), program()
    path = made(me)[1].replace("/puzzles/pocket/", "/puzzles/")
    question = one.told("GET", path)
    solution = one.told("POST", f"{path}/solution")["answers"]
    assert question["question"]
    assert one.told("POST", f"{path}/answer", {"answer": solution[0]})["right"]

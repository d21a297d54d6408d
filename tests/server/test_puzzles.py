"""Puzzles over their socket: solved by play alone, and the solution is nowhere before it is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from gaslamp.locale import catalogue
from gaslamp.puzzles import puzzle as puzzles
from gaslamp.puzzles.kinds import kind_of, kinds, pose
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.puzzles.solving import DONE, MARK, Solving
from gaslamp.server.ops.limits import Rate
from gaslamp.server.wire import socket as socket_module
from gaslamp.ui import raster
from tests.host.running import Guest, Socket

Come = Callable[[], Guest]
EVERY = [(title, kind) for title in puzzles.with_puzzles() for kind in kinds(title)]


def first(title: str, kind: str) -> Puzzle:
    ours = [one for one in puzzles.shipped(title).values() if one.kind == kind]
    if not ours:
        pytest.skip("none of this kind is shipped")
    return min(ours, key=lambda one: (one.difficulty, one.id))


def opened(me: Guest, one: Puzzle) -> tuple[Socket, dict[str, Any], dict[str, Any]]:
    socket = me.sit(f"/puzzles/{one.title}/{one.id}")
    return socket, socket.until("lesson"), socket.until("table")


def moves(one: Puzzle) -> list[str]:
    answer = one.answers[0]
    return [*(MARK + mark for mark in answer), DONE] if kind_of(one).marks else [*answer]


@pytest.mark.parametrize(("title", "kind"), EVERY)
def test_a_puzzle_is_solved_by_play_and_its_solution_is_explained(guest: Come, title: str, kind: str) -> None:
    one, me = first(title, kind), guest()
    socket, step, table = opened(me, one)
    assert (step["step"], step["last"], step["kind"]) == (0, 1, "puzzle")
    number = table["step"]
    for play in moves(one):
        socket.send(play=play, step=number)
        step = socket.until("lesson")
        number = socket.until("table")["step"]
    assert (step["step"], step["text"]) == (1, "Right!")
    socket.send(lesson=step["last"])
    last = socket.until("lesson")
    assert last["step"] == step["last"] > 1
    assert f"/puzzles/{title}/next" in last["html"]


@pytest.mark.parametrize(("title", "kind"), EVERY)
def test_before_it_is_asked_for_the_solution_is_in_no_page_and_no_frame(guest: Come, title: str, kind: str) -> None:
    one, me = first(title, kind), guest()
    pages = [me.http.get(path) for path in (f"/puzzles/{title}/{one.id}", "/puzzles")]
    assert [page.status_code for page in pages] == [200, 200]
    page, listed = (page.text for page in pages)
    _, step, table = opened(me, one)
    sent = json.dumps([step, table])
    explained = kind_of(one).explain(pose(one))
    for sentence in [_say(step.text) for step in explained]:
        if sentence != _say(kind_of(one).question(pose(one))):
            assert sentence not in sent
            assert sentence not in page
            assert sentence not in listed
    assert "html" not in step
    assert step.get("point", []) == []
    if kind_of(one).marks:  # all candidates are offered alike
        offered = {choice["play"] for choice in table["prompt"]["choices"]}
        assert offered == {MARK + mark for mark in kind_of(one).candidates(pose(one))}  # type: ignore[attr-defined]
        assert "suspects" not in {panel["id"] for panel in table["panels"]}


def _say(message: Any) -> str:
    return catalogue("en").say(message)


def test_a_wrong_answer_gets_one_sentence_and_another_try(guest: Come) -> None:
    one, me = first("mr_jack", "who"), guest()
    socket, _, table = opened(me, one)
    wrong = next(mark for mark in kind_of(one).candidates(pose(one)) if mark not in one.answers[0])  # type: ignore[attr-defined]
    socket.send(play=MARK + wrong, step=table["step"])
    socket.until("lesson")
    number = socket.until("table")["step"]
    socket.send(play=DONE, step=number)
    step = socket.until("lesson")
    assert (step["step"], step["last"]) == (0, 1)
    assert step["aside"]
    socket.send(lesson=2)  # not before it is asked for
    assert socket.until("error")["text"]
    socket.send(lesson=1)
    assert socket.until("lesson", step=1)["text"]


def test_results_are_kept_with_the_guest_and_the_first_one_counts(guest: Come) -> None:
    me, stranger = guest(), guest()
    assert me.http.post("/puzzles/enter", json={}).status_code == 200
    one, other = first("pocket", "who"), first("mr_jack", "who")
    for puzzle in (one, other, one):
        socket, _, table = opened(me, puzzle)
        number = table["step"]
        if puzzle is other:
            socket.send(lesson=1)
            socket.until("lesson", step=1)
            continue
        for play in moves(puzzle):
            socket.send(play=play, step=number)
            socket.until("lesson")
            number = socket.until("table")["step"]
    listed = me.http.get("/puzzles").text
    assert "Solved: 1 of 2." in listed
    assert "solution shown" in listed
    assert "Solved:" not in stranger.http.get("/puzzles").text


def test_what_is_no_puzzle_is_not_found(guest: Come) -> None:
    me = guest()
    for nothing in (
        "/puzzles/pocket/ffffffff",
        "/puzzles/nothing/0",
        "/puzzles/nothing/next",
        "/puzzles/pocket/next?kind=x",
    ):
        assert me.http.get(nothing).status_code == 404
    assert me.sit("/puzzles/pocket/ffffffff").closed_with() == 4404
    page = me.http.get("/puzzles/pocket/next", follow_redirects=True)
    assert page.status_code == 200
    assert 'property="og:title"' in page.text


@pytest.mark.long
@pytest.mark.skipif(not raster.available(), reason="the extra `pictures` is not installed")
def test_a_link_has_a_preview_picture_of_the_question(guest: Come) -> None:
    one, me = first("pocket", "who"), guest()
    page = me.http.get(f"/puzzles/pocket/{one.id}", headers={"Accept-Language": "fr"}).text
    (address,) = re.findall(r'property="og:image" content="([^"]+)"', page)
    assert address.endswith(f"/puzzles/pocket/{one.id}/picture/fr.jpg")
    picture = me.http.get(address)
    assert picture.headers["Content-Type"] == "image/jpeg"
    assert Image.open(BytesIO(picture.content)).size == raster.CARD
    for wrong in ("xx.jpg", "fr", "fr.png", "fr.jpg.jpg"):
        assert me.http.get(f"/puzzles/pocket/{one.id}/picture/{wrong}").status_code == 404
    assert me.http.get("/puzzles/pocket/ffffffff/picture/fr.jpg").status_code == 404


def test_the_picture_shows_the_board_before_the_answer() -> None:
    for title, kind in EVERY:
        solving = Solving(first(title, kind))
        scene = solving.ui.scene(*solving.shown)
        assert not [sprite for sprite in scene.sprites if sprite.id.startswith("mark-")]
        solving.reveal()
        assert solving.ui.scene(*solving.shown) == scene


def test_answers_are_judged_at_a_limited_rate(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "WHY", Rate(1, 1e-6))
    one, me = first("pocket", "who"), guest()
    socket, _, table = opened(me, one)
    socket.send(play=MARK + "gull", step=table["step"])
    socket.send(play=DONE, step=socket.until("table")["step"])
    assert socket.until("lesson")["aside"]
    socket.send(play=DONE, step=socket.until("table")["step"])
    assert socket.until("error")["text"] == "Too many requests. Wait a moment."

"""A first game over its socket: the real table, one step after the other, and a kind word for whoever strays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect

from gaslamp.game.lesson import lesson
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import SOCKETS
from tests.host.running import Guest, Socket, plays, serving

Come = Callable[[], Guest]


def test_it_goes_on_by_what_it_asks_for_and_by_nothing_else(guest: Come) -> None:
    found = lesson("pocket", "detectives")
    assert found is not None
    first = next(number for number, step in enumerate(found.steps) if step.play)
    socket = guest().sit("/learn/pocket/detectives")  # no cookie, no game
    step, table = socket.until("lesson"), socket.until("table")
    assert (step["step"], step["last"], step["play"]) == (0, found.last, "")
    assert (table["undo"], table["resign"]) == (False, False)

    socket.send(lesson=first)
    step, table = socket.until("lesson", step=first), socket.until("table")
    wanted = found.steps[first].play
    assert step["play"] == wanted in plays(table)
    other = next(play for play in plays(table) if play != wanted)
    socket.send(play=other, step=table["step"])
    assert socket.until("error")["text"] == step["aside"]
    assert socket.until("lesson") == step
    table = socket.until("table")
    for refused in ({"play": "nonsense", "step": table["step"]}, {"play": wanted, "step": 999}, {"lesson": 99}):
        socket.send(**refused)
        assert socket.until("error")["text"]
        table = socket.until("table")
    socket.send(resign=table["step"])  # there is nothing to give up
    assert socket.until("error")["text"]

    socket.send(why="tile-gull", step=table["step"])
    assert socket.until("why")["rule"] == "MP-12"
    socket.send(play=wanted, step=table["step"])
    assert socket.until("lesson", step=first + 1)
    assert socket.until("table")["step"] == found.update(first + 1).step


def test_whoever_comes_back_goes_on_where_they_were(guest: Come) -> None:
    me = guest()
    for asked, shown in (("3", 3), ("9999", lesson_last()), ("-4", 0)):
        socket = me.sit("/learn/pocket/detectives", f"?step={asked}")
        assert socket.until("lesson")["step"] == shown
        assert socket.until("table")["news"] == []  # what happened before is known


def lesson_last() -> int:
    found = lesson("pocket", "detectives")
    assert found is not None
    return found.last


def test_what_is_no_lesson_is_not_found(guest: Come) -> None:
    me = guest()
    for nothing in ("/learn/pocket/nobody", "/learn/nothing/jack"):
        assert me.http.get(nothing).status_code == 404
        assert me.sit(nothing).closed_with() == 4404
    page = me.http.get("/learn", headers={"Accept-Language": "fr"})
    assert page.status_code == 200
    assert 'href="/learn/pocket/jack"' in page.text
    assert 'href="/learn"' in me.http.get("/").text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a single loopback address")
def test_newcomers_without_a_cookie_are_counted_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = SOCKETS + 5
    monkeypatch.setattr(limits, "SOCKETS_ADDRESS", most)
    with serving(tmp_path) as address, ExitStack() as stack:

        def learn(source: str) -> Socket:
            url = address.replace("http", "ws") + "/learn/pocket/detectives/socket"
            come = connect(url, additional_headers={"Origin": address}, source_address=(source, 0))
            return Socket(stack.enter_context(come))

        for _ in range(most):
            assert learn("127.0.0.2").receive()["type"] == "lesson"
        assert learn("127.0.0.2").closed_with() == 4429
        for number in range(30):
            assert learn(f"127.0.1.{number + 1}").receive()["type"] == "lesson"

"""Learning from mistakes over the socket: what is good enough is accepted, what was played is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from tests.host.running import Frame, Guest, Socket
from tests.server.wire.test_replays import ended
from tests.server.wire.test_reviews import points, reviewed

Come = Callable[[], Guest]


def tried(socket: Socket, actions: list[str]) -> Frame:
    """Play the actions of an activation and return the answer."""
    lesson: Frame = {}
    for action in actions:
        table = next(frame for frame in reversed(socket.frames) if frame["type"] == "table")
        socket.send(play=action, step=table["step"])
        lesson = socket.until("lesson")
        socket.until("table")
    return lesson


def mistakes(found: list[Frame], side: str) -> list[Any]:
    decisions = [one["point"].get("decision", {}) for one in found]
    return [decision for decision in decisions if decision.get("judgement") and decision["side"] == side]


def test_any_move_within_the_tolerance_is_accepted(guest: Come) -> None:
    me = guest()
    links, socket = ended(me, "pocket", steps=10)
    found = points(reviewed(socket))
    side = max(("jack", "detectives"), key=lambda side: len(mistakes(found, side)))
    judged = mistakes(found, side)
    assert judged
    page = f"{links['table']}/learn/{side}"
    assert 'id="coach"' in me.http.get(page).text
    learning = me.sit(page)
    lesson = learning.until("lesson")
    learning.until("table")
    for number, decision in enumerate(judged):
        assert (lesson["step"], lesson["last"], lesson["kind"]) == (number, len(judged) - 1, "mistakes")
        assert decision["loss"] >= 50
        played = decision["played"]["actions"]
        assert played not in decision["good"]
        assert decision["best"][0]["actions"] in decision["good"]
        assert tried(learning, played)["text"] == "That is what you played. Find a better move."
        for good in decision["good"][-1:]:
            answer = tried(learning, good)
            assert answer["text"].startswith("Good. Best: ")
            table = next(frame for frame in reversed(learning.frames) if frame["type"] == "table")
            assert not table["prompt"].get("choices")
        if number < len(judged) - 1:
            learning.send(lesson=number + 1)
            lesson = learning.until("lesson")
            learning.until("table")
    learning.send(lesson=len(judged))
    assert learning.until("error")


def test_a_running_game_teaches_nothing(guest: Come) -> None:
    me, other = guest(), guest()
    links = me.create()
    page = f"{links['table']}/learn/jack"
    for asker, status in ((me, 403), (other, 404)):
        answer = asker.http.get(page)
        assert answer.status_code == status
        assert "coach" not in answer.text
    assert me.sit(page).closed_with() == 4404
    ended_links, _ = ended(me, "pocket")
    for wrong in (f"{ended_links['table']}/learn/nobody", "/table/nothing/learn/jack"):
        assert me.http.get(wrong).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_review_is_computed_is_said_in_every_language(guest: Come, language: str) -> None:
    page = guest().http.get("/reviews", headers={"Accept-Language": language}).text
    for id in ("title", "chance", "accounts", "judged", "limits"):
        assert catalogue(language).say(message(f"web.computed.{id}")) in page

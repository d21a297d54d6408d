"""Reviews over the socket: of finished games only, growing, computed once, and stopped when no client waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from gaslamp import titles
from gaslamp.game.replay import Replay
from gaslamp.review.review import has_evaluator, open_record
from gaslamp.server.http.app import App, make_app
from gaslamp.server.ops.settings import Settings
from gaslamp.service.games import reviews
from gaslamp.storage.schema import REVIEWED
from gaslamp.storage.sqlite import DataFolder
from tests.host.running import Frame, Guest, Socket, served
from tests.server.wire.test_replays import ended

Come = Callable[[], Guest]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[tuple[App, Callable[[], Guest]]]:
    settings = Settings(tmp_path, port=0, beat=0.0)
    app = make_app(settings)
    guests: list[Guest] = []
    with served(app, settings) as address:

        def guest() -> Guest:
            guests.append(Guest(address))
            return guests[-1]

        yield app, guest
        for one in guests:
            one.leave()


def reviewed(socket: Socket) -> list[Frame]:
    """Request a review and return its frames."""
    socket.send(review=True)
    frames = [socket.until("review")]
    while frames[-1]["state"] == "growing":
        frames.append(socket.until("review"))
    return frames


def points(frames: list[Frame]) -> list[Frame]:
    found: list[Frame] = []
    for frame in frames:
        assert frame["first"] == len(found)
        found += frame["points"]
    return found


def workers(app: App) -> Any:
    return app.runtime.health._pool.status(reviews.REVIEW_QUEUE)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def stored(app: App) -> set[tuple[Any, ...]]:
    """Return the rows of the table of reviewed games."""
    engine = DataFolder(app.runtime.settings.data).engine()
    with engine.connect() as connection:
        rows = {tuple(row) for row in connection.execute(select(REVIEWED))}
    engine.dispose()
    return rows


@pytest.mark.long
def test_a_review_grows_adds_up_and_is_computed_once(app: tuple[App, Come], monkeypatch: pytest.MonkeyPatch) -> None:
    guest = app[1]
    me, other = guest(), guest()
    links, socket = ended(me, "pocket", steps=8)
    frames = reviewed(socket)
    assert [frame["state"] for frame in frames] == ["growing"] * (len(frames) - 1) + ["complete"]
    found, last = points(frames), frames[-1]
    assert last["done"] == last["total"]
    id = links["table"].rpartition("/")[2]
    opened = open_record(me.http.get(f"/games/{id}/record").text)
    replay = Replay(opened.game, opened.record)
    steps = [replay.step_after(one["point"]["actions"]) for one in found[:-1]]
    assert [one["step"] for one in found] == [*steps, replay.last]
    for before, after in pairwise(found):
        changes = sum(account["change"] for account in after["point"].get("accounts", []))
        assert before["point"]["public"] + changes == after["point"]["public"]
    jack = last["summaries"]["jack"]
    assert jack["luck"] + jack["own"] + jack["other"] + jack["news"] == jack["change"]
    assert next(frame for frame in frames if frame["points"])["sides"] == {
        "jack": "Mr. Jack",
        "detectives": "Detectives",
    }

    keys = ("luck", "loss", "choices")
    summaries = {(id, side, *(one[key] for key in keys)) for side, one in last["summaries"].items()}
    until(lambda: stored(app[0]) == summaries)

    monkeypatch.setattr(reviews, "review", None)  # a second computation would fail
    other.follow(links["watch"])
    watching = other.sit(links["table"])
    watching.until("table", over=True)
    again = reviewed(watching)
    assert (len(again), points(again)) == (1, found)
    assert again[0]["summaries"] == last["summaries"]

    at = next(number for number, one in enumerate(found) if one["point"].get("decision", {}).get("choices", 0) > 1)
    socket.send(reasons=at)
    reasons = socket.until("reasons")
    assert reasons["point"] == at
    assert reasons["what"].startswith("Take ")
    socket.send(reasons=0)  # the deal is no decision
    assert socket.until("error")


@pytest.mark.long
def test_a_review_stops_when_the_client_leaves(app: tuple[App, Come]) -> None:
    server, guest = app
    me = guest()
    links, socket = ended(me, "pocket", steps=16)
    socket.send(review=True)
    frame = socket.until("review")
    while not frame["points"]:
        frame = socket.until("review")
    assert frame["state"] == "growing"
    assert workers(server).busy == 1
    socket.send(review=False)
    until(lambda: not workers(server).busy)
    again = me.sit(links["table"])
    again.until("table", over=True)
    assert len(reviewed(again)) > 1  # it was not complete


@pytest.mark.parametrize("title", titles.titles())
def test_while_a_game_runs_nothing_of_a_review_exists(app: tuple[App, Come], title: str) -> None:
    server, guest = app
    me, other = guest(), guest()
    links = me.create(title=title, side=titles.meta(title).default_side)
    other.follow(links["watch"])
    sockets = [me.sit(links["table"]), other.sit(links["table"])]
    sockets[0].until("curtain")
    sockets[1].until("table")
    for socket in sockets:
        for asked in ({"review": True}, {"reasons": 0}, {"replay": 0, "eyes": "jack"}, {"replay": 0}):
            socket.send(**asked)
            assert socket.until("error")["text"] in {
                "The game is not over yet.",
                "The server did not understand that.",  # there is no such decision
            }
    types = {frame["type"] for socket in sockets for frame in socket.frames}
    assert not types & {"review", "reasons", "replay"}
    assert workers(server).processes == ()  # no job was started
    assert not stored(server)


def test_a_title_without_evaluator_has_no_review(app: tuple[App, Come], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaslamp.review.review.find_spec", lambda _: None)
    assert not has_evaluator("pocket")
    me = app[1]()
    links, socket = ended(me, "pocket")
    assert "data-review" not in me.http.get(links["table"]).text
    socket.send(review=True)
    assert socket.until("error")["text"] == "There is no review for Mr. Jack Pocket yet."


def test_a_side_sees_what_it_knew(app: tuple[App, Come]) -> None:
    me = app[1]()
    _, socket = ended(me, "pocket", steps=8)
    shown = {}
    for eyes in ("", "jack", "detectives"):
        socket.send(replay=3, eyes=eyes)
        shown[eyes] = {sprite["id"]: sprite for sprite in socket.until("replay", eyes=eyes)["sprites"]}
    everything, detectives = shown[""], shown["detectives"]
    marked = {id for id in everything if everything[id] != detectives.get(id)}
    assert marked  # Jack's figure
    assert {id for id in shown["jack"] if shown["jack"][id] != detectives.get(id)} == marked
    socket.send(replay=3, eyes="nobody")
    assert socket.until("error")["text"] == "The server did not understand that."

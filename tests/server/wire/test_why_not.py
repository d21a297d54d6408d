"""Whoever points at what cannot be chosen is told why over their own socket, from the table that was shown there."""

from __future__ import annotations

from collections.abc import Callable

from gaslamp.server.ops.limits import WHY
from tests.host.running import Guest, plays

Come = Callable[[], Guest]


def test_a_seat_hears_why_and_nobody_else_does(guest: Come) -> None:
    me, friend, stranger = guest(), guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    friend.follow(told["invite"])
    stranger.follow(told["watch"])
    mine, theirs, watching = me.sit(told["table"]), friend.sit(told["table"]), stranger.sit(told["table"])
    frame = mine.until("table")
    step, tile = frame["step"], next(one for one in frame["sprites"] if one["id"].startswith("tile-"))

    mine.send(why=tile["id"], step=step)
    why = mine.until("why")
    assert (why["text"], why["rule"]) == (
        "First take an action token: it decides what you can do on the board.",
        "MP-12",
    )
    mine.send(why="", step=step, at=[tile["x"] + 40, tile["y"] - 60])
    assert mine.until("why") == why
    mine.send(places=step)
    places = mine.until("places")["places"]
    assert {"tile", "place", "figure"} == {place["shape"] for place in places}

    # Of the same table the one who is not to act hears just that, and who only watches is refused.
    waits = theirs.until("table")
    theirs.send(why=tile["id"], step=waits["step"])
    assert theirs.until("why")["rule"] == "MP-10"
    watching.until("table")
    watching.send(why=tile["id"], step=step)
    assert watching.until("error")["text"] == "You are watching this game and cannot play."

    # What can be chosen, what is not there, and what was asked of an older table have no answer.
    for target, asked_of in ((frame["prompt"]["choices"][0]["target"], step), ("tile-nobody", step), (tile["id"], 0)):
        mine.send(why=target, step=asked_of)
    heard = len(mine.frames)
    mine.send(places=step)  # answered in the order of asking
    mine.until("places")
    assert "why" not in {frame["type"] for frame in mine.frames[heard:]}
    mine.send(play=plays(frame)[0], step=step)
    mine.until("table", step=step + 1)


def test_nobody_asks_without_end(guest: Come) -> None:
    me = guest()
    table = me.sit(me.create(opponent="bot:passer_by", side="detectives")["table"])
    step = table.until("table")["step"]
    for _ in range(WHY.burst + 3):
        table.send(why="tile-gull", step=step)
    assert table.until("error")["text"]


def test_an_id_together_with_a_point_is_refused(guest: Come) -> None:
    me = guest()
    for path in ("/learn/whitehall/jack", "/learn/mr_jack/detective"):
        table = me.sit(path)
        step = table.until("table")["step"]
        table.send(why="circle-999", step=step, at=[332, 165.3])
        assert table.until("error")["text"] == "The server did not understand that."
        table.send(why="circle-999", step=step)  # an unknown id has no answer
        table.send(places=step)
        assert table.receive()["type"] == "places"


def test_after_resigning_there_are_no_reasons(guest: Come) -> None:
    me = guest()
    table = me.sit(me.create(title="mr_jack", opponent="bot:passer_by", side="detective")["table"])
    frame = table.until("table")
    while not plays(frame):
        frame = table.until("table")
    table.send(resign=frame["step"])
    frame = table.until("table", over=True)
    table.send(why="hex-g1", step=frame["step"])
    table.send(why="", step=frame["step"], at=[300, 300])
    table.send(places=frame["step"])
    table.until("places")
    assert "why" not in {frame["type"] for frame in table.frames}

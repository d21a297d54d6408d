"""Two people at one device: one seat is uncovered at a time, and with the curtain up nothing of any seat is sent."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.host.running import Frame, Guest, Socket, plays

Come = Callable[[], Guest]

SECRETS = ("sprites", "panels", "prompt", "news", "step", "targets")


def shown(socket: Socket) -> Frame:
    """Give what is shown next, of the table or instead of it."""
    while (frame := socket.receive())["type"] == "status":
        pass
    return frame


def test_with_the_curtain_up_nothing_of_any_seat_is_sent(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    curtain = socket.receive()
    assert set(curtain) == {"type", "seat", "html"}
    assert curtain["type"] == "curtain"
    for asked in ({"play": "stay", "step": 1}, {"undo": 1}, {"resign": 1}, {"rematch": True}):
        socket.send(**asked)
        assert socket.receive()["type"] == "error"
        assert socket.receive() == curtain
    socket.send(seen=1)
    socket.send(language="fr")
    french = socket.receive()
    assert french["type"] == "curtain"
    assert french != curtain
    assert socket.hears_nothing()
    assert not any(key in frame for frame in socket.frames for key in SECRETS)


def test_the_curtain_goes_up_when_the_move_passes(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    rng = Random(2)
    frame = shown(socket)
    passed = 0
    while passed < 6 and not frame.get("over"):  # a game may be decided as early as that, by luck
        if frame["type"] == "curtain":
            passed += 1
            seat = frame["seat"]
            socket.send(uncover=seat)
            frame = shown(socket)
            assert (frame["type"], frame["seat"], frame["hotseat"]) == ("table", seat, True)
        assert plays(frame)
        socket.play(frame, rng)
        frame = shown(socket)
        if frame["type"] == "table":
            assert frame["seat"] == seat  # the seat still has the move: its own eyes only
        else:
            assert frame["seat"] != seat
    assert passed > 1


def test_who_gave_the_device_away_may_have_it_back(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    first = shown(socket)["seat"]
    socket.send(uncover=first)
    frame = socket.until("table")
    rng = Random(3)
    while frame["type"] == "table":
        socket.play(frame, rng)
        frame = shown(socket)
    assert frame["seat"] != first
    assert f'data-uncover="{first}"' in frame["html"]
    socket.send(uncover=first)
    back = shown(socket)
    assert (back["seat"], plays(back)) == (first, [])
    socket.send(cover=True)
    assert shown(socket)["type"] == "curtain"


def test_the_curtain_can_be_put_up_by_hand(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    curtain = shown(socket)
    socket.send(uncover=curtain["seat"])
    socket.until("table")
    socket.send(cover=True)
    assert shown(socket)["type"] == "curtain"
    socket.send(language="ru")
    assert shown(socket)["type"] == "curtain"


def test_another_tab_has_a_curtain_of_its_own(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    one, two = me.sit(table), me.sit(table)
    seat = one.until("curtain")["seat"]
    two.until("curtain")
    one.send(uncover=seat)
    frame = one.until("table")
    staged = next(choice["play"] for choice in frame["prompt"]["choices"] if not choice.get("final"))
    one.send(play=staged, step=frame["step"])
    one.until("table", step=frame["step"] + 1)
    assert two.hears_nothing()
    assert {seen["type"] for seen in two.frames} == {"curtain"}


def test_a_strange_seat_cannot_be_uncovered(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    shown(socket)
    for seat in ("spectator", "chance", "moriarty"):
        socket.send(uncover=seat)
        assert shown(socket)["type"] == "error"


def test_against_an_opponent_there_is_no_curtain(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create(opponent="bot:passer_by")["table"])
    frame = shown(socket)
    assert (frame["type"], frame["hotseat"]) == ("table", False)

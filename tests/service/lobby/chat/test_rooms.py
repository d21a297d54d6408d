"""The chat: who hears what, and where there is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gaslamp.service.lobby import chat
from gaslamp.service.lobby.chat import ChatMessage, Conversation
from gaslamp.service.lobby.membership import Members, rooms
from tests.host.running import Guest
from tests.service.lobby.chat.talking import (
    WHISPER,
    Crowded,
    chats,
    lines,
    quiet,
    refused,
    seat_of,
    sit,
    table_for,
)

Come = Callable[[], Guest]


# ---- at the table


@pytest.mark.long
def test_two_players_talk_and_a_spectator_reads(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    table = table_for([me, friend], [watcher])
    mine, theirs, watching = sit(table, me, friend, watcher)
    for socket, write in ((mine, True), (theirs, True), (watching, False)):
        first = {"type": "chat", "rooms": ["table"], "write": write, "whole": True, "said": []}
        assert chats(socket) == [first]
        assert socket.frames.index(first) < next(k for k, frame in enumerate(socket.frames) if frame["type"] == "table")
    mine.send(say="  Good evening! ", room="table")
    for socket, is_mine in ((mine, True), (theirs, False), (watching, False)):
        frame = socket.until("chat")
        assert lines(frame) == [("Detectives", is_mine, "Good evening!")]
        assert frame["whole"] is False
    theirs.send(say="Is it?", room="table")
    assert lines(mine.until("chat")) == [("Mr. Jack", False, "Is it?")]
    assert lines(theirs.until("chat")) == [("Mr. Jack", True, "Is it?")]
    (again,) = sit(table, watcher)
    assert [lines(frame) for frame in chats(again)] == [
        [("Detectives", False, "Good evening!"), ("Mr. Jack", False, "Is it?")]
    ]


@pytest.mark.long
def test_a_message_is_no_news_of_the_game(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    seen = len(theirs.frames)
    mine.send(say="Hello", room="table")
    mine.until("chat")
    quiet(mine, theirs)
    assert [frame["type"] for frame in theirs.frames[seen:]] == ["chat"]


def test_who_said_it_is_told_in_the_language_of_who_reads(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    mine.send(say="Bonsoir", room="table")
    theirs.until("chat")
    theirs.send(language="ru")
    frame = theirs.until("chat")
    assert (frame["whole"], lines(frame)) == (True, [("Сыщики", False, "Bonsoir")])


def test_both_tabs_of_a_seat_hear_what_one_of_them_says(guest: Come) -> None:
    me, friend = guest(), guest()
    table = table_for([me, friend])
    one, other, _ = sit(table, me, me, friend)
    one.send(say="Hello", room="table")
    assert lines(one.until("chat")) == lines(other.until("chat")) == [("Detectives", True, "Hello")]


def test_after_the_end_people_talk_on(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    mine.send(resign=1)
    theirs.until("table", over=True)
    theirs.send(say="Well played", room="table")
    assert lines(mine.until("chat")) == [("Mr. Jack", False, "Well played")]


# ---- on one side


@pytest.mark.long
@pytest.mark.usefixtures("crowded")
def test_what_a_side_says_reaches_nobody_else(guest: Come) -> None:
    me, jack, ally, watcher = guest(), guest(), guest(), guest()
    table = table_for([me, jack, ally], [watcher])
    mine, allys, jacks, watching = sockets = sit(table, me, ally, jack, watcher)
    assert [seat_of(socket) for socket in sockets] == ["detectives", "constable", "jack", "spectator"]
    assert [chats(socket)[0]["rooms"] for socket in sockets] == [
        ["table", "side"],
        ["table", "side"],
        ["table"],
        ["table"],
    ]
    seen = {socket: len(socket.frames) for socket in (jacks, watching)}
    for text in (WHISPER, "and again"):
        mine.send(say=text, room="side")
        frame = allys.until("chat")
        assert [(said["room"], said["who"], said["text"]) for said in frame["said"]] == [("side", "Detectives", text)]
    quiet(jacks, watching)
    for socket in (jacks, watching):
        assert socket.frames[seen[socket] :] == []  # no frame at all
    allys.send(say="Good evening, Jack", room="table")
    for socket in (jacks, watching):
        frame = socket.until("chat")
        assert set(frame) == {"type", "rooms", "write", "whole", "said"}  # and no number that could have a gap
        assert frame["said"] == [{"room": "table", "who": "Constable", "mine": False, "text": "Good evening, Jack"}]
    for late in sit(table, jack, watcher):
        assert [lines(frame) for frame in chats(late)] == [[("Constable", False, "Good evening, Jack")]]
    (late,) = sit(table, ally)
    assert [said["text"] for said in chats(late)[0]["said"]] == [WHISPER, "and again", "Good evening, Jack"]
    assert not any(WHISPER in str(frame) for socket in (jacks, watching) for frame in socket.frames)


@pytest.mark.long
@pytest.mark.usefixtures("crowded")
def test_a_lone_side_has_no_room_of_its_own(guest: Come) -> None:
    me, jack, ally = guest(), guest(), guest()
    mine, allys, jacks = sit(table_for([me, jack, ally]), me, ally, jack)
    assert seat_of(jacks) == "jack"
    jacks.send(say="To myself", room="side")
    assert refused(jacks, "web.error.unreadable")
    quiet(mine, allys)
    assert len(chats(mine)) == len(chats(allys)) == 1


def members(**seats: str | None) -> Members:
    return Members(seats, frozenset({"watcher"}))


def test_the_rooms_are_those_of_the_people_who_sit_there() -> None:
    game = Crowded()
    three = members(jack="a", detectives="b", constable="c")
    assert rooms(game, three, ["detectives"]) == rooms(game, three, ["constable"]) == ("table", "side")
    assert rooms(game, three, ["jack"]) == rooms(game, three, []) == ("table",)
    two = members(jack="a", detectives="b", constable="b")
    for seats in (["jack"], ["detectives", "constable"], []):
        assert rooms(game, two, seats) == ("table",)  # a side of one person has nobody to whisper to
    with_a_bot = members(jack="a", detectives="b")
    assert rooms(game, with_a_bot, ["detectives"]) == ("table",)


@pytest.mark.parametrize(
    ("people", "seats"),
    [
        ({"jack": "a", "detectives": "b", "constable": None}, ["jack"]),  # somebody is awaited
        ({"jack": "a", "detectives": "a", "constable": "a"}, ["jack", "detectives", "constable"]),  # at one device
        ({"jack": "a", "detectives": "a", "constable": "a"}, []),  # who watches those
        ({"jack": "a", "detectives": "a", "constable": "b"}, ["jack", "detectives"]),  # two sides at one device
        ({"jack": "a"}, ["jack"]),  # all others are opponents
    ],
)
def test_there_is_no_chat_for_these(people: dict[str, str | None], seats: list[str]) -> None:
    assert rooms(Crowded(), members(**people), seats) == ()


def conversation(*said: ChatMessage) -> Conversation:
    return Conversation("g", Crowded(), said)


def test_a_message_for_no_known_room_is_for_a_side_alone() -> None:
    strange = conversation(ChatMessage("attic", "detectives", WHISPER))
    assert strange.visible(["jack"], ("table",)) == strange.visible([], ("table",)) == []
    assert len(strange.visible(["constable"], ("table", "side"))) == 1


def test_a_room_is_full_by_itself_or_it_would_tell_of_another() -> None:
    half = chat.MOST // 2
    whispers = conversation(*[ChatMessage("side", "detectives", WHISPER)] * half)
    assert whispers.is_full(ChatMessage("side", "constable", ""))
    assert not whispers.is_full(ChatMessage("table", "jack", ""))
    talk = conversation(*[ChatMessage("table", "jack", "x")] * half)
    assert talk.is_full(ChatMessage("table", "detectives", ""))
    assert not talk.is_full(ChatMessage("side", "detectives", ""))


def test_a_message_does_not_show_its_text_by_accident() -> None:
    assert WHISPER not in repr(ChatMessage("table", "jack", WHISPER))


# ---- where there is no chat


def test_at_one_device_there_is_no_chat(guest: Come) -> None:
    me, watcher = guest(), guest()
    told = me.create()
    watcher.follow(told["watch"])
    socket = me.sit(told["table"])
    socket.send(uncover=socket.until("curtain")["seat"])
    socket.until("table")
    (watching,) = sit(told["table"], watcher)
    for room in ("table", "side"):
        socket.send(say="To myself", room=room)
        assert refused(socket, "web.error.unreadable")
    quiet(socket, watching)
    assert chats(socket) == chats(watching) == []


def test_with_the_curtain_up_nothing_is_said(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    socket.until("curtain")
    socket.send(say="Boo", room="table")
    assert refused(socket, "web.error.unreadable")
    assert socket.hears_nothing()


def test_against_opponents_alone_there_is_nobody_to_talk_to(guest: Come) -> None:
    me = guest()
    (socket,) = sit(me.create(opponent="bot:passer_by")["table"], me)
    socket.send(say="Are you there?", room="table")
    assert refused(socket, "web.error.unreadable")
    assert chats(socket) == []


def test_while_somebody_is_awaited_there_is_no_chat(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    socket = me.sit(told["table"])
    socket.until("waiting")
    socket.send(say="Hello?", room="table")
    assert refused(socket, "web.error.waiting")
    assert chats(socket) == []
    friend.follow(told["invite"])
    socket.until("table")
    assert [frame["said"] for frame in chats(socket)] == [[]]

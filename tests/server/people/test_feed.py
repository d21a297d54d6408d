"""The feed of turns: a secret address, and nothing but titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from tests.host.running import Guest, Socket, Time, plays, serving

Come = Callable[[], Guest]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with a clock that stands still, so that equal games have equal feeds."""
    with serving(tmp_path_factory.mktemp("data"), now=Time()) as address:
        yield address


def feed_of(me: Guest) -> str:
    link: str = me.http.post("/feed", json={"shared": True}).json()["link"]
    return link


def entries(reader: Guest, link: str) -> list[str]:
    answer = reader.http.get(link)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.text)  # noqa: S314 - of our own server
    assert root.tag == f"{ATOM}feed"
    for one in (root, *root.iter(f"{ATOM}entry")):
        assert all(one.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    return [str(entry.findtext(f"{ATOM}title")) for entry in root.iter(f"{ATOM}entry")]


def pair(guest: Come) -> tuple[Guest, Guest, str, Socket, Socket]:
    me, friend = guest(), guest()
    told = me.create("friend", side="detectives")
    friend.follow(told["invite"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    return me, friend, told["table"], mine, theirs


def test_a_feed_says_only_in_which_title_it_is_my_turn(guest: Come) -> None:
    me, friend, table, mine, theirs = pair(guest)
    reader = guest()
    feeds = feed_of(me), feed_of(friend)
    frames = mine.until("table"), theirs.until("table")
    first = [entries(reader, link) for link in feeds]
    assert first == [["It is your turn in Mr. Jack Pocket"] if plays(frame) else [] for frame in frames]
    assert sum(map(len, first)) == 1
    text = "".join(reader.http.get(link).text for link in feeds)
    for secret in (table, table.removeprefix("/table/"), *(link.partition("=")[2] for link in feeds)):
        assert secret not in text
    actor = mine if first[0] else theirs
    actor.send(resign=1)
    actor.until("table", over=True)
    assert [entries(reader, link) for link in feeds] == [[], []]


def test_the_address_can_be_replaced_and_withdrawn(guest: Come) -> None:
    me, reader = guest(), guest()
    old, new = feed_of(me), feed_of(me)
    assert reader.http.get(old).status_code == 404
    assert entries(reader, new) == []
    assert new in me.http.get("/settings").text
    assert new not in reader.http.get("/settings").text
    me.http.post("/feed", json={"shared": False})
    assert reader.http.get(new).status_code == 404
    assert me.http.post("/feed", json={"shared": True}, headers={"Origin": "https://other"}).status_code == 403


def test_an_unchanged_feed_is_not_sent_again(guest: Come) -> None:
    me, _, _, mine, theirs = pair(guest)
    frames = mine.until("table"), theirs.until("table")
    actor = mine if plays(frames[0]) else theirs
    link, reader = feed_of(me), guest()
    first = reader.http.get(link)
    again = reader.http.get(link, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    actor.send(resign=1)
    actor.until("table", over=True)
    changed = reader.http.get(link, headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == (200 if actor is mine else 304)


@pytest.mark.parametrize("key", ["", "x", "%00", "x" * 1000, "None"])
def test_a_wrong_key_opens_no_feed(guest: Come, key: str) -> None:
    feed_of(guest())
    assert guest().http.get(f"/feed?key={key}").status_code == 404


def test_steps_inside_a_turn_change_nothing_in_the_feed_of_the_other(guest: Come) -> None:
    """An unfinished activation is known to its own side alone."""
    me, friend, _, mine, theirs = pair(guest)
    reader = guest()
    feeds = {me: feed_of(me), friend: feed_of(friend)}
    frames = {me: mine.until("table"), friend: theirs.until("table")}
    actor, other = (me, friend) if plays(frames[me]) else (friend, me)
    socket = mine if actor is me else theirs
    before = reader.http.get(feeds[other]).text, reader.http.get(feeds[actor]).text
    step = frames[actor]["step"]
    token = next(play for play in plays(frames[actor]) if play.startswith("take ") and play != "take alibi")
    socket.send(play=token, step=step)
    assert plays(socket.until("table", step=step + 1))  # the activation is not finished
    assert (reader.http.get(feeds[other]).text, reader.http.get(feeds[actor]).text) == before

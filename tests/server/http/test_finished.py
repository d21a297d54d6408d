"""Shared games and records from files: read-only for anybody, of finished games only."""

from __future__ import annotations

import html
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.game.replay import Replay
from gaslamp.server.http import reviews, sharing
from gaslamp.storage.schema import METADATA, SHARED
from gaslamp.storage.sqlite import DataFolder
from gaslamp.ui import raster
from tests.host.running import Frame, Guest, Socket, Time, serving
from tests.server.wire.test_replays import ended

Come = Callable[[], Guest]
GOLDEN = Path(__file__).parents[2] / "golden"
PLAIN = (GOLDEN / "pocket" / "both_seen_before_turn_eight.record").read_text()


def published(guest: Guest, links: dict[str, str]) -> str:
    answer = guest.http.post(f"/games/{game_id(links)}/publish", json={})
    assert answer.status_code == 200, answer.text
    link: str = answer.json()["link"].removeprefix(guest.address)
    return link


def game_id(links: dict[str, str]) -> str:
    return links["table"].rpartition("/")[2]


def properties(page: str) -> dict[str, str]:
    return {name: html.unescape(text) for name, text in re.findall(r'property="og:(\w+)" content="([^"]*)"', page)}


def opened(guest: Guest, *pieces: str) -> Socket:
    """Send a file to the socket that opens records."""
    socket = guest.sit("/open/record")
    for piece in filter(None, pieces):
        for start in range(0, len(piece), 4000):
            socket.send(piece[start : start + 4000])
    socket.send("")
    return socket


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Come]:
    """A server for one test, whose data folder is `tmp_path`."""
    with ExitStack() as leaving, serving(tmp_path, now=Time()) as address:

        def come() -> Guest:
            guest = Guest(address)
            leaving.callback(guest.leave)
            return guest

        yield come


def answered(socket: Socket) -> Frame:
    """Return the first frame besides heartbeats."""
    while (frame := socket.receive())["type"] == "heartbeat":
        pass
    return frame


@contextmanager
def database(folder: Path) -> Iterator[Connection]:
    engine = DataFolder(folder).engine()
    with engine.begin() as connection:
        yield connection
    engine.dispose()


# ---- shared games


@pytest.mark.long
def test_anybody_with_the_link_sees_replay_and_review_and_can_do_nothing_else(guest: Come) -> None:
    me, other = guest(), guest()
    links, _ = ended(me, "pocket", steps=6)
    assert other.http.get(f"/shared/{game_id(links)}").status_code == 404
    link = published(me, links)
    assert published(me, links) == link
    page = other.http.get(link)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    told = properties(page.text)
    assert told["title"] == "Mr. Jack Pocket: Detectives resigned. Winner: Mr. Jack."
    assert told["url"] == f"{me.address}{link}"
    assert "/games/" not in page.text  # nothing that only members can load
    picture = other.http.get(told["image"])
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content[:3] == b"\xff\xd8\xff"
    assert other.http.get(told["image"].replace("/en.jpg", "/xx.jpg")).status_code == 404

    socket = other.sit(link)
    end = socket.receive()
    assert (end["type"], end["over"], end["seat"], end["prompt"]["choices"]) == ("table", True, "spectator", [])
    text = me.http.get(f"/games/{game_id(links)}/record").text
    found = record.read(text)
    last = Replay(titles.game("pocket", found.options), found).last
    socket.send(replay=last)
    assert socket.until("replay")["last"] == last
    for refused in (
        {"play": "take watson", "step": 1},
        {"resign": 1},
        {"rematch": True},
        {"say": "x", "room": "table"},
    ):
        socket.send(**refused)
        assert socket.until("error")["text"] == "The server did not understand that."
    socket.send(review=True)
    review = socket.until("review", state="complete")
    mine = me.sit(links["table"])
    mine.until("table", over=True)
    mine.send(review=True)
    assert mine.until("review", state="complete")["summaries"] == review["summaries"]


@pytest.mark.parametrize("title", titles.titles())
def test_while_a_game_runs_there_is_no_link_and_no_preview(alone: Come, tmp_path: Path, title: str) -> None:
    """Not even if the table of shared games had it; the answer is the one for a game that does not exist."""
    me, other = alone(), alone()
    links = me.create(title=title, side=titles.meta(title).default_side)
    other.follow(links["watch"])
    for one, status in ((me, 400), (other, 403)):
        assert one.http.post(f"/games/{game_id(links)}/publish", json={}).status_code == status
    with database(tmp_path) as connection:
        assert not connection.execute(select(SHARED)).all()
        connection.execute(insert(SHARED), [{"game": game_id(links)}])
    assert _closed(other, game_id(links))


def _closed(guest: Guest, id: str) -> bool:
    """True if nothing of a game is shared: the same as for an unknown id."""

    def answers(id: str) -> list[tuple[int, str]]:
        found = [guest.http.get(f"/shared/{id}{path}") for path in ("", "/picture/en.jpg")]
        return [(one.status_code, re.sub(r"\b[0-9a-f]{10}\b", "", one.text)) for one in found]

    return answers(id) == answers("unknown") and guest.sit(f"/shared/{id}").closed_with() == 4404


def test_practice_games_are_shared_only_when_they_are_over(guest: Come) -> None:
    me = guest()
    links, _ = ended(me, "pocket", steps=6)
    body = {"step": 2, "side": "detectives"}
    practice = me.http.post(f"/games/{game_id(links)}/practice", json=body).json()
    assert me.http.post(f"/games/{game_id(practice)}/publish", json={}).status_code == 400
    assert _closed(me, game_id(practice))
    socket = me.sit(practice["table"])
    socket.send(resign=socket.until("table")["step"])
    socket.until("table", over=True)
    assert me.http.get(published(me, practice)).status_code == 200


def test_a_deal_of_the_day_is_not_shared_before_the_day_is_over(alone: Come, tmp_path: Path) -> None:
    me = alone()
    answer = me.http.post("/deals", data={"title": "pocket", "side": "detectives"})
    table = f"/{answer.headers['Location']}"  # relative to /deals
    socket = me.sit(table)
    socket.send(resign=socket.until("table")["step"])
    socket.until("table", over=True)
    id = game_id({"table": table})
    refused = me.http.post(f"/games/{id}/publish", json={})
    assert refused.status_code == 400
    assert "deal of the day" in refused.json()["text"]
    with database(tmp_path) as connection:
        connection.execute(insert(SHARED), [{"game": id}])
    assert _closed(me, id)


def test_without_the_packages_there_is_no_picture(
    guest: Come, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(raster, "available", lambda: False)
    sharing.has_previews.cache_clear()
    me = guest()
    with caplog.at_level(logging.WARNING):
        link = published(me, ended(me, "pocket", steps=1)[0])
        pages = [me.http.get(link).text for _ in range(2)]
    assert all("image" not in properties(page) for page in pages)
    assert me.http.get(f"{link}/picture/en.jpg").status_code == 404
    sharing.has_previews.cache_clear()
    logged = {id(entry): entry.message for entry in caplog.records if "pictures" in entry.message}
    assert [*logged.values()] == ["links have no preview pictures: the extra `pictures` is not installed"]


# ---- records from files


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_a_record_opens_in_replay(guest: Come, title: str) -> None:
    path = next(path for path in sorted((GOLDEN / title).glob("*.record")) if "unfinished" not in path.read_text())
    text, me = path.read_text(), guest()
    assert me.http.get(f"/open/{title}").status_code == 200
    socket = opened(me, text[:50], text[50:])
    end = answered(socket)
    assert (end["type"], end["over"], end["seat"]) == ("table", True, "spectator")
    socket.send(replay=1, eyes="jack")
    assert socket.until("replay")["step"] == 1


def lines(text: str, number: int, new: str) -> str:
    """Replace a line."""
    found = text.split("\n")
    return "\n".join([*found[: number - 1], new, *found[number:]])


BAD = {
    "not a record": ("hello", "record"),
    "unknown title": (lines(PLAIN, 2, "title: chess"), "chess"),
    "unknown version": (lines(PLAIN, 3, "rules: 99"), "99"),
    "unfinished": (lines(PLAIN, 6, "result: unfinished"), ""),
    "damaged": (PLAIN[: len(PLAIN) // 2], "incomplete"),
    "illegal": (lines(PLAIN, 12, "take nothing"), "12"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_one_sentence(guest: Come, name: str) -> None:
    text, word = BAD[name]
    socket = opened(guest(), text)
    refused = answered(socket)
    assert refused["type"] == "error"
    assert word in refused["text"]
    assert socket.closed_with() == 4404


def test_a_forged_proof_is_refused(guest: Come) -> None:
    me = guest()
    links, _ = ended(me, "pocket", steps=2)
    proven = me.http.get(f"/games/{game_id(links)}/record").text
    at = proven.index("secret: ") + len("secret: ")
    forged = proven[:at] + ("1" if proven[at] == "0" else "0") + proven[at + 1 :]
    assert answered(opened(me, proven))["type"] == "table"
    assert answered(opened(me, forged))["type"] == "error"


def test_a_long_file_is_refused(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "LONGEST", 100_000)  # 1 MB takes ten seconds at the rate of a socket
    socket = guest().sit("/open/record")
    for _ in range(26):
        socket.send("x" * 4000)
    assert answered(socket)["text"] == "This file is longer than 1 MB: too long for a game record."


def test_nothing_of_a_file_is_stored(alone: Come, tmp_path: Path) -> None:
    def rows() -> list[object]:
        with database(tmp_path) as connection:
            return [row for table in METADATA.sorted_tables for row in connection.execute(select(table))]

    before, me = rows(), alone()
    for text in (PLAIN, PLAIN[:99]):
        answered(opened(me, text))
    assert rows() == before

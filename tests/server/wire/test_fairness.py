"""Fairness at the table: the commitment comes first, then the nonces, then the deal; the secret only at the end."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.core.records.fairness import Secret
from gaslamp.game import requests, verification
from gaslamp.game.entries import Entry
from gaslamp.locale import catalogue
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.sqlite import DATABASE
from tests.host.places import Kept, Place
from tests.host.running import Frame, Guest, Socket, finish, serving
from tests.sealed import kinds
from tests.storage.test_store import Anybody, opened, play_on

Come = Callable[[], Guest]
MINE, THEIRS = "a1" * 32, "b2" * 32


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def address(data: Path) -> Iterator[str]:
    with serving(data) as address:
        yield address


def kept(data: Path, question: str, *values: str) -> list[Any]:
    with closing(sqlite3.connect(data / DATABASE)) as database:
        found = database.execute(question, values).fetchall()
        database.commit()
        return found


def id_of(table: str) -> str:
    return table.rpartition("/")[2]


def the_record(guest: Guest, table: str) -> record.Record:
    answer = guest.http.get(f"/games/{id_of(table)}/record")
    assert answer.status_code == 200
    return record.read(answer.text)


def check(found: record.Record, heads: list[str]) -> None:
    game = titles.game(found.title, found.options)
    record.verify(game, found)
    assert found.proof is not None
    verification.check(game, found, found.proof, verification.kept(heads=heads))


def heads(socket: Socket) -> list[str]:
    return [frame["head"] for frame in socket.frames if frame["type"] == "table"]


def invited(guest: Guest, link: str) -> dict[str, Any]:
    """Give what is told to who holds an invitation."""
    path, secret = link.split("#")
    told: dict[str, Any] = guest.http.post(f"/games/{id_of(path)}/seats", json={"secret": secret}).json()
    return told


def sit_down(guest: Guest, link: str, seat: str, nonce: Any) -> httpx.Response:
    """Take a seat together with what it adds to the draws."""
    path, secret = link.split("#")
    return guest.http.post(f"/games/{id_of(path)}/join", json={"secret": secret, "seat": seat, "nonce": nonce})


def resigned(socket: Socket, frame: Frame) -> Frame:
    socket.send(resign=frame["step"])
    return socket.until("table", over=True)


@pytest.mark.long
def test_the_commitment_is_told_before_the_nonce_and_the_deal_waits_for_it(guest: Come, data: Path) -> None:
    me = guest()
    table = me.create("bot:passer_by", own_nonce=True)["table"]
    socket = me.sit(table)
    asked = socket.receive()
    assert (asked["type"], asked["html"], asked["asked"], asked["house"]) == ("waiting", "", ["detectives"], ["jack"])
    assert kept(data, "SELECT * FROM entries WHERE game = ?", id_of(table)) == []
    socket.send(play="take holmes", step=0)
    assert socket.until("error")["text"] == "The game starts when everyone is here."
    socket.send(nonces={"detectives": MINE, "jack": THEIRS})  # which is no seat of mine
    frame = socket.until("table")
    assert frame["commitment"] == asked["commitment"]
    assert frame["shares"] == {"jack": "house", "detectives": "player"}
    assert len(frame["head"]) == 64
    socket.send(nonces={"detectives": THEIRS})  # too late: what was brought first stays
    last = finish(socket, Random(1), frame)
    found = the_record(me, table)
    check(found, heads(socket))
    assert found.proof is not None
    assert found.proof.commitment == asked["commitment"]
    assert last["head"] == found.proof.entries[-1].head
    assert found.proof.nonces["detectives"] == ("player", MINE)
    assert found.proof.nonces["jack"] == ("house", "")
    assert (found.proof.clock, found.proof.bots) == ("", {"jack": "passer_by"})


def test_it_is_dealt_when_the_last_one_has_sat_down(guest: Come, data: Path) -> None:
    me, friend, watcher = guest(), guest(), guest()
    told = me.create("friend", own_nonce=True)
    watcher.follow(told["watch"])
    mine, watching = me.sit(told["table"]), watcher.sit(told["table"])
    waiting = mine.receive()
    assert waiting["html"]
    assert waiting["asked"] == ["detectives"]
    seen = watching.receive()
    assert (seen["asked"], seen["commitment"]) == ([], waiting["commitment"])
    watching.send(nonces={"detectives": THEIRS})  # who watches brings none
    mine.send(nonces={"detectives": MINE})
    assert mine.until("waiting", asked=[])["html"]
    assert kept(data, "SELECT * FROM entries WHERE game = ?", id_of(told["table"])) == []
    invitation = invited(friend, told["invite"])
    assert (invitation["commitment"], invitation["house"]) == (waiting["commitment"], [])
    assert sit_down(friend, told["invite"], "jack", THEIRS).status_code == 200
    theirs = friend.sit(told["table"])
    frames = [socket.until("table") for socket in (mine, theirs, watching)]
    assert len({frame["head"] for frame in frames}) == len({frame["commitment"] for frame in frames}) == 1
    resigned(mine, frames[0])
    theirs.until("table", over=True)
    found = the_record(watcher, told["table"])
    check(found, heads(mine) + heads(theirs) + heads(watching))
    assert found.proof is not None
    assert found.proof.nonces == {"detectives": ("player", MINE), "jack": ("player", THEIRS)}


def test_where_nobody_brings_a_nonce_all_are_told_that_the_draws_are_the_servers_word(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create("friend")
    friend.follow(told["invite"])
    socket = me.sit(told["table"])
    word = catalogue("en").say(message("web.draws.servers_word"))
    assert word in socket.until("status")["html"]
    frame = socket.until("table")
    assert frame["shares"] == {"jack": "absent", "detectives": "absent"}
    assert word in resigned(socket, frame)["result"]["draws"]
    found = the_record(me, told["table"])
    check(found, heads(socket))
    assert found.proof is not None
    assert set(found.proof.nonces.values()) == {("absent", "")}


def test_who_brings_none_among_others_is_seen_by_all(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    told = me.create("friend", own_nonce=True)
    watcher.follow(told["watch"])
    friend.follow(told["invite"])
    sockets = [one.sit(told["table"]) for one in (me, friend, watcher)]
    sockets[0].send(nonces={"detectives": MINE})
    for socket in sockets:
        assert "Added nothing to the draws: Mr. Jack." in socket.until("status")["html"]
        assert socket.until("table")["shares"] == {"jack": "absent", "detectives": "player"}


def test_at_one_device_each_seat_has_a_nonce_of_its_own(guest: Come) -> None:
    me = guest()
    table = me.create(own_nonce=True)["table"]
    socket = me.sit(table)
    assert sorted(socket.receive()["asked"]) == ["detectives", "jack"]
    socket.send(nonces={"jack": THEIRS})
    assert socket.until("waiting")["asked"] == ["detectives"]
    socket.send(nonces={"jack": MINE, "detectives": MINE})
    curtain = socket.until("curtain")
    socket.send(uncover=curtain["seat"])
    resigned(socket, socket.until("table"))
    proof = the_record(me, table).proof
    assert proof is not None
    assert proof.nonces == {"jack": ("player", THEIRS), "detectives": ("player", MINE)}


@pytest.mark.parametrize("nonce", ["", "a1", "A1" * 32, "a1" * 33, "g1" * 32, MINE + "\n", 12, None, ["a1" * 32]])
def test_what_is_no_nonce_is_refused(guest: Come, nonce: Any) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by", own_nonce=True)["table"])
    socket.receive()
    socket.send(nonces={"detectives": nonce})
    assert socket.receive()["type"] == "error"
    if nonce is not None:
        told = me.create("friend", open=True)
        assert sit_down(guest(), told["invite"], "jack", nonce).status_code == 400
    socket.send(nonces={"detectives": MINE})
    assert socket.until("table")


def test_a_rematch_asks_for_new_nonces(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create("bot:passer_by", own_nonce=True)["table"])
    socket.send(nonces={"detectives": MINE})
    first = socket.until("table")
    resigned(socket, first)
    socket.send(rematch=True)
    again = me.sit(socket.until("moved")["to"])
    asked = again.receive()
    assert asked["asked"] == ["jack"]
    assert asked["commitment"] != first["commitment"]
    again.send(nonces={"jack": THEIRS})
    assert again.until("table")["seat"] == "jack"


def test_the_secret_is_told_to_nobody_before_the_end(
    guest: Come, data: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    me, friend = guest(), guest()
    told = me.create("friend", own_nonce=True)
    friend.follow(told["invite"])
    id = id_of(told["table"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    mine.send(nonces={"detectives": MINE})
    frame = mine.until("table")
    theirs.until("table")
    mine.send(play="nonsense", step=frame["step"])
    mine.until("error")
    mine.play(frame, Random(1))
    mine.until("table", step=frame["step"] + 1)
    pages = [me.http.get(path) for path in (told["table"], f"/games/{id}/record", "/", f"/games/{id}")]
    assert [page.status_code for page in pages] == [200, 403, 200, 404]
    ((secret,),) = kept(data, "SELECT secret FROM games WHERE id = ?", id)
    salt = the_salt(secret, id)
    shown = [repr(mine.frames), repr(theirs.frames), *(page.text for page in pages)]
    for text in (*shown, caplog.text, *capfd.readouterr()):
        assert secret not in text
        assert salt not in text
        assert repr(bytes.fromhex(secret))[2:-1] not in text
    theirs.send(resign=1)
    mine.until("table", over=True)
    assert secret in me.http.get(f"/games/{id}/record").text
    assert salt in me.http.get(f"/games/{id}/record").text


def the_salt(secret: str, game: str) -> str:
    """Give the salt of a game's first entry."""
    return Secret(bytes.fromhex(secret)).keyed("gaslamp salt", game, 0).hex()


# ---- several processes, and a crash at the worst moment


def live_games(keeping: Kept) -> LiveGames:
    return LiveGames(keeping.store, Anybody(), lambda: 0.0)


def in_two_houses(work: Callable[[Kept, LiveGame, LiveGame], Awaitable[None]], place: Place) -> None:
    async def inside(keeping: Kept) -> None:
        id = await live_games(keeping).create("pocket", {}, {}, ("jack", "detectives"))
        await work(keeping, await opened(live_games(keeping), id), await opened(live_games(keeping), id))

    place.run(inside)


def test_two_processes_deal_once(place: Place) -> None:
    async def work(keeping: Kept, one: LiveGame, other: LiveGame) -> None:
        await asyncio.gather(one.add_nonces({"jack": MINE}), other.add_nonces({"detectives": THEIRS}))
        await one.begin()
        await other.begin()
        assert len(await keeping.store.entries(one.id)) == 1
        assert one.update("jack").head == other.update("jack").head != ""
        await play_on(one, Random(1), steps=3)
        with pytest.raises(IllegalAction, match="stale"):
            await other.submit(requests.Play(other.update("detectives").legal[0], 1), "detectives")
        assert one.update("jack") == other.update("jack")

    in_two_houses(work, place)


def test_a_process_that_was_not_told_of_the_last_nonce_reads_on_with_the_right_seal(place: Place) -> None:
    async def work(keeping: Kept, one: LiveGame, other: LiveGame) -> None:
        await one.add_nonces({"jack": MINE})
        assert (one.state.waiting, one.waiting_room.lacking) == (True, ("detectives",))
        await one.add_nonces({"jack": THEIRS, "detectives": THEIRS})
        await play_on(one, Random(1), steps=3)
        assert other.state.waiting
        await other.begin()
        assert other.update("jack") == one.update("jack")
        assert await keeping.store.nonces(one.id) == {"jack": MINE, "detectives": THEIRS}
        await play_on(other, Random(2))
        found = other.record()
        check(found, [one.update("jack").head])

    in_two_houses(work, place)


def test_a_crash_between_the_last_nonce_and_the_deal_is_made_good(place: Place) -> None:
    async def work(keeping: Kept, one: LiveGame, _: LiveGame) -> None:
        await keeping.store.add_nonces(one.id, {"jack": MINE, "detectives": None})
        live = await opened(live_games(keeping), one.id)
        assert not live.state.waiting
        first: Entry = (await keeping.store.entries(live.id))[0]
        assert kinds([first]) == ["start"]

    in_two_houses(work, place)

"""The lists of the home page: no game is opened for them, finished ones stay, and a damaged one harms nobody."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from errno import ENOSPC
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.server.http.app import App, make_app
from gaslamp.server.ops.settings import Settings
from gaslamp.service.lobby import open_games
from gaslamp.service.lobby.open_games import OpenGames
from gaslamp.service.lobby.public_games import PublicGames
from gaslamp.storage.sqlite import DATABASE
from tests.host.programs import NEW, Program
from tests.host.running import NO_TLS, WAIT, Guest, served, serving

Come = Callable[[], Guest]


def say(id: str, **params: Any) -> str:
    return catalogue("en").say(message(id, **params))


def home(guest: Guest) -> str:
    answer = guest.http.get("/")
    assert answer.status_code == 200
    return answer.text


def row(page: str, table: str) -> str:
    """Give what a page shows of a game."""
    (found,) = [item for item in re.split("<li[^>]*>", page)[1:] if f'"{table}"' in item]
    return found.partition("</li>")[0]


@pytest.fixture
def come() -> Iterator[Callable[..., Guest]]:
    """Let guests come to any server, as somebody who came before too, and leave at the end."""
    came: list[Guest] = []

    def one(address: str, as_before: Guest | None = None) -> Guest:
        came.append(Guest(address))
        if as_before is not None:
            came[-1].http.cookies = as_before.http.cookies
        return came[-1]

    yield one
    for guest in came:
        guest.leave()


@contextmanager
def server(folder: Path, **more: Any) -> Iterator[tuple[App, str]]:
    settings = Settings(folder, port=0, beat=0.0, **more)
    app = make_app(settings)
    with served(app, settings) as address:
        yield app, address


def change(folder: Path, statement: str, *words: object) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute(statement, words)


# ---- games that are over


def test_a_finished_game_stays_with_its_result_and_can_be_looked_back_at(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create("friend", side="jack")
    friend.follow(told["invite"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    mine.until("table")
    theirs.send(resign=1)
    mine.until("table", over=True)
    for one, result in ((me, "won"), (friend, "lost")):
        shown = row(home(one).partition('id="played"')[2], told["table"])
        assert say(f"web.home.result.{result}") in shown
        assert say("web.home.look_back") in shown
        assert told["table"] not in home(one).partition('id="played"')[0]
    again = me.sit(told["table"])
    again.until("table", over=True)
    again.send(replay=0)
    again.until("replay")


def test_at_one_device_the_winner_is_named(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    socket = me.sit(table)
    socket.until("curtain")
    socket.send(uncover="detectives")
    socket.until("table")
    socket.send(resign=1)
    socket.until("table", over=True)
    winner = say("web.home.result.told", winner=message("pocket.seat.jack"))
    assert winner in row(home(me), table)


def test_a_closed_game_is_not_listed(guest: Come) -> None:
    me = guest()
    table = me.create("friend")["table"]
    assert table in home(me)
    socket = me.sit(table)
    socket.until("waiting")
    socket.send(abort=True)
    while socket.receive()["type"] != "waiting":
        pass
    assert table not in home(me)


# ---- without opening anything


def test_no_game_is_opened_for_a_list(tmp_path: Path, come: Callable[..., Guest]) -> None:
    with server(tmp_path) as (_, address):
        me, other = come(address), come(address)
        tables = [me.create("friend", open=True, clock="3d")["table"] for _ in range(4)]
        other.follow(me.create("friend")["invite"])
        one = Program(address)
        one.begin()
        one.http.close()
    with server(tmp_path) as (app, address):
        me, other = come(address, me), come(address, other)
        assert all(table in home(me) for table in tables)
        assert home(other).count("data-open=") == 4
        with httpx.Client(base_url=f"{address}/api/v1", timeout=WAIT, verify=NO_TLS) as http:
            http.headers["Authorization"] = f"Bearer {one.token}"
            assert len(http.get("/open").json()["games"]) == 4
        assert app.runtime.live_games.size == 0


# ---- games that cannot be opened

DAMAGE = {
    "title": "UPDATE games SET title = 'cluedo' WHERE id = ?",
    "rules": "UPDATE games SET rules_version = 0 WHERE id = ?",
    "option": """UPDATE games SET options = '{"gone": "yes"}' WHERE id = ?""",
    "choice": """UPDATE games SET options = '{"both_goals_while_seen": "gone"}' WHERE id = ?""",
    "options": "UPDATE games SET options = '{' WHERE id = ?",
    "options that are no text": "UPDATE games SET options = CAST(x'fffe' AS TEXT) WHERE id = ?",
    "bots": "UPDATE games SET bots = '[1]' WHERE id = ?",
    "secret": "UPDATE games SET secret = 'no hex' WHERE id = ?",
    "clock": "UPDATE games SET clock = 'sometime' WHERE id = ?",
    "entry": "UPDATE entries SET entry = '{' WHERE game = ?",
    "entry that is no text": "UPDATE entries SET entry = CAST(x'fffe' AS TEXT) WHERE game = ?",
    "action": """UPDATE entries SET entry = '{"kind":"start","seat":"chance","actions":["dance"]}' WHERE game = ?""",
    "order": """UPDATE entries SET entry = '{"kind":"undo","seat":"jack","at":1}' WHERE game = ?""",
}


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_game_that_cannot_be_opened_is_shown_as_that_and_harms_no_other(
    tmp_path: Path, come: Callable[..., Guest], damage: str
) -> None:
    with serving(tmp_path) as address:
        me, friend, one = come(address), come(address), Program(address)
        broken = me.create("same_device", clock="3d", title="pocket")["table"].rpartition("/")[2]
        opened = me.create("friend", open=True, clock="3d", side="detectives")["table"].rpartition("/")[2]
        theirs = one.begin(title="pocket", side="jack", opponent="same_device")["game"]
        one.http.close()
        fine, listed = me.create()["table"], me.create("friend", open=True)["table"].rpartition("/")[2]
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:  # so that there is an entry to be damaged
        database.execute("INSERT INTO entries SELECT ?, seq, entry FROM entries WHERE game = ?", (opened, broken))
    for id in (broken, opened, theirs):
        change(tmp_path, DAMAGE[damage], id)
    change(tmp_path, "UPDATE games SET due = 1 WHERE id = ?", broken)
    with serving(tmp_path) as address:
        me, friend = come(address, me), come(address)
        for _ in range(2):
            assert fine in home(me)
            assert listed in home(friend)
            assert friend.http.get("/lists").status_code == 200
            refused = me.http.get(f"/table/{broken}")
            assert refused.status_code == 409
            assert friend.http.post(f"/games/{opened}/sit", json={"seat": "jack"}).status_code == 409
        assert say("web.home.lost") in row(home(me), f"/table/{broken}")
        socket = me.sit(f"/table/{broken}")
        assert socket.receive()["type"] == "error"
        assert socket.closed_with() == 4404
        with httpx.Client(base_url=f"{address}/api/v1", timeout=WAIT, verify=NO_TLS) as http:
            http.headers["Authorization"] = f"Bearer {one.token}"
            assert listed in [game["game"] for game in http.get("/open").json()["games"]]
            told = http.get(f"/games/{theirs}/state")
            assert told.status_code == 409
            assert http.get("/games").json() == {"games": [], "lost": [{"game": theirs, "error": told.json()["error"]}]}
        assert httpx.get(f"{address}/healthz").text == "ok\n"


# ---- who may list how much


def test_one_address_has_so_many_open_games_and_no_more(tmp_path: Path, come: Callable[..., Guest]) -> None:
    wanted = {"title": "pocket", "side": "jack", "opponent": "friend", "open": True}
    with serving(tmp_path) as address:
        came = [come(address) for _ in range(4)]
        answers = [guest.http.post("/games", json=wanted).status_code for guest in came for _ in range(4)]
        assert answers == [201] * 10 + [409] * 6
        assert came[0].http.post("/games", json=wanted | {"open": False}).status_code == 201


def test_nor_by_asking_for_all_of_them_at_once(tmp_path: Path, come: Callable[..., Guest]) -> None:
    wanted = {"title": "pocket", "side": "jack", "opponent": "friend", "open": True}
    with serving(tmp_path) as address, ThreadPoolExecutor(16) as pool:
        came = [come(address) for _ in range(16)]
        answers = pool.map(lambda guest: guest.http.post("/games", json=wanted).status_code, came)
        assert sorted(answers) == [201] * 10 + [409] * 6


def test_a_game_is_kept_with_its_people_or_not_at_all(
    tmp_path: Path, come: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, "no space left")

    with serving(tmp_path) as address:
        me = come(address)
        with monkeypatch.context() as patch:
            patch.setattr(open_games, "add", full)
            assert me.http.post("/games", json=NEW).status_code == 503
        assert me.http.post("/games", json=NEW).status_code == 201
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        (games,) = database.execute("SELECT count(*) FROM games").fetchone()
        (without,) = database.execute(
            "SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM seats)"
            " OR id NOT IN (SELECT game FROM links) OR id NOT IN (SELECT game FROM openings)"
        ).fetchone()
    assert (games, without) == (1, 0)


def test_one_address_pushes_nobody_off_the_list() -> None:
    open_games = OpenGames(cast("Any", None), lambda: 0.0)
    open_games._origins = {f"loud {number}": "192.0.2.1" for number in range(30)}
    lists = PublicGames(cast("Any", None), cast("Any", None), open_games, time.time)
    quiet = [[SimpleNamespace(id=f"quiet {number}", host=f"guest {number}")] for number in range(12)]
    loud = [[SimpleNamespace(id=id, host=f"host of {id}")] for id in open_games._origins]
    shown = [seats[0].id for seats in lists._select(cast("Any", [*loud, *quiet]))]
    assert [id for id in shown if id.startswith("quiet")] == [seats[0].id for seats in quiet]
    assert [id for id in shown if id.startswith("loud")] == [f"loud {number}" for number in range(8)]


# ---- what the lists say


def test_a_running_game_names_round_opponent_and_side(guest: Come) -> None:
    me, friend = guest(), guest()
    friend.http.post("/name", json={"name": "Anna"})
    told = me.create("friend", side="jack")
    friend.follow(told["invite"])
    friend.sit(told["table"]).until("table")
    shown = row(home(me), told["table"])
    assert say("pocket.round", round=1) in shown
    assert say("web.home.against", who="Anna") in shown
    assert say("web.home.playing", seat=message("pocket.seat.jack")) in shown
    first = row(home(friend), told["table"])
    assert say("web.home.continue", title=message("pocket.title")) in first
    assert say("web.home.turn_for", span="1 min") in first


def test_the_easy_level_is_preselected_until_a_game_is_finished(guest: Come) -> None:
    me = guest()

    def preselected() -> list[str]:
        return [part.split('"')[0] for part in home(me).split('data-wish="')[1:]]

    assert {*preselected()} == {"constable"}
    table = me.create("bot:inspector")["table"]
    assert {*preselected()} == {"constable"}
    socket = me.sit(table)
    socket.until("table")
    socket.send(resign=1)
    socket.until("table", over=True)
    assert {*preselected()} == {"inspector"}

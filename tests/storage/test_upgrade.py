"""A newer program on a folder with running games: they go on, and one of other rules says why it does not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.storage.sqlite import DATABASE
from tests.host.programs import Program
from tests.host.running import WAIT, Guest, serving

REASON = catalogue("en").say(message("error.other_rules", title=message("pocket.title")))


def test_a_game_of_other_rules_says_so_and_harms_no_other(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        old = me.create(opponent="friend", open=True, clock="1+0")
        new = me.create()
        cookies = me.http.cookies
        me.leave()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("UPDATE games SET rules_version = 0 WHERE id = ?", (old["table"].rpartition("/")[2],))
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        me.http.cookies = cookies
        page = me.http.get(old["table"])
        assert page.status_code == 409
        assert REASON in page.text
        socket = me.sit(old["table"])
        assert socket.receive()["text"] == REASON
        assert socket.closed_with() == 4404
        assert friend.follow(old["invite"]).json()["text"] == REASON
        shown = me.http.get("/").text
        assert "cannot be opened" in shown[shown.index(old["table"]) :].partition("</li>")[0]
        assert old["table"].rpartition("/")[2] not in friend.http.get("/").text
        assert new["table"] in me.http.get("/").text
        me.sit(new["table"]).until("curtain")
        me.leave()
        friend.leave()


def test_a_game_of_other_rules_hides_no_other_from_a_program(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        one = Program(address)
        old, new = one.begin()["game"], one.begin()["game"]
        one.http.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("UPDATE games SET rules_version = 0 WHERE id = ?", (old,))
    with serving(tmp_path) as address, httpx.Client(base_url=f"{address}/api/v1/games", timeout=WAIT) as http:
        http.headers["Authorization"] = f"Bearer {one.token}"
        told = http.get("").json()
        assert [game["game"] for game in told["games"]] == [new]
        assert told["lost"] == [{"game": old, "error": "error.other_rules"}]
        refused = http.get(f"/{old}/state")
        assert (refused.status_code, refused.json()["error"]) == (409, "error.other_rules")

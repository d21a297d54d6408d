"""Accounts: one guest on several devices, and what somebody else can learn or do about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from argon2 import PasswordHasher

from gaslamp.core.records import record
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Rate
from gaslamp.server.wire import socket as sockets
from gaslamp.service.lobby import tokens
from gaslamp.service.people import accounts
from tests.host.programs import BUSY
from tests.host.running import Guest, serving

Come = Callable[[], Guest]

SECRET = "lamp fog tile whistle"  # noqa: S105 - of the tests
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("POSTS", "SIGN_INS", "NEW_ACCOUNTS", "EXPORTS"):
            patch.setattr(limits, name, BUSY)
        patch.setattr(accounts, "_hasher", lambda: QUICK)
        patch.setattr(sockets, "SESSION_CHECKS", 0.2)
        with serving(tmp_path_factory.mktemp("data")) as address:
            yield address


def opened(me: Guest, name: str = "Anna") -> dict[str, str]:
    """Open an account. Return its name for signing in and its code."""
    answer = me.http.post("/account", json={"name": name, "passphrase": SECRET})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


def sign_in(me: Guest, name: str, passphrase: str = SECRET) -> httpx.Response:
    return me.http.post("/account/sign-in", json={"name": name, "passphrase": passphrase})


def test_one_player_on_two_devices(guest: Come) -> None:
    phone, laptop = guest(), guest()
    table = phone.create()["table"]
    phone.http.post("/settings", json={"story": "fast"})
    made = opened(phone)
    assert made["name"].startswith("anna-")
    assert phone.http.get(table).status_code == 200
    assert laptop.http.get(table).status_code == 404
    assert sign_in(laptop, made["name"].upper()).status_code == 200
    assert laptop.http.get(table).status_code == 200
    assert "&#34;story&#34;:&#34;fast&#34;" in laptop.http.get("/settings").text
    devices = phone.http.get("/account").text
    assert devices.count('name="device"') == 3  # two, and all of them
    assert made["code"] not in devices


def test_the_guest_token_of_an_account_is_worthless(guest: Come) -> None:
    me, thief = guest(), guest()
    table = me.create()["table"]
    thief.http.cookies.set("guest", me.http.cookies["guest"])
    assert thief.http.get(table).status_code == 200
    opened(me)
    assert thief.http.get(table).status_code == 404
    assert "guest" not in me.http.cookies


def test_signing_out_ends_the_session_and_its_sockets(guest: Come) -> None:
    phone, laptop = guest(), guest()
    table = phone.create("bot:passer_by")["table"]
    made = opened(phone)
    sign_in(laptop, made["name"])
    socket = laptop.sit(table)
    socket.until("table")
    assert phone.http.post("/account/sign-out", json={"device": "all"}).status_code == 200
    assert socket.closed_with() == sockets.FORBIDDEN
    for one in (phone, laptop):
        assert one.http.get(table).status_code == 404
    assert sign_in(phone, made["name"]).status_code == 200
    assert phone.http.get(table).status_code == 200
    phone.http.post("/account/sign-out", json={"device": "here"})
    assert phone.http.get(table).status_code == 404


def test_one_device_is_signed_out_alone(guest: Come) -> None:
    phone, laptop, stranger = guest(), guest(), guest()
    table = phone.create("bot:passer_by")["table"]
    made = opened(phone)
    sign_in(laptop, made["name"])
    key = tokens.digest(laptop.http.cookies["session"])[:16]
    assert key in phone.http.get("/account").text
    opened(stranger, "Otto")
    stranger.http.post("/account/sign-out", json={"device": key})
    assert laptop.http.get(table).status_code == 200
    phone.http.post("/account/sign-out", json={"device": key})
    assert [one.http.get(table).status_code for one in (phone, laptop)] == [200, 404]


def test_a_recovery_code_works_once_and_signs_out_everywhere(guest: Come) -> None:
    phone, laptop = guest(), guest()
    table = phone.create()["table"]
    made = opened(phone)
    body = {"code": made["code"].lower().replace("-", " "), "passphrase": "another secret of mine"}
    recovered = laptop.http.post("/account/recover", json=body)
    assert recovered.json()["name"] == made["name"]
    assert recovered.json()["code"] != made["code"]
    assert laptop.http.get(table).status_code == 200
    assert phone.http.get(table).status_code == 404
    assert phone.http.post("/account/recover", json=body).status_code == 403
    assert sign_in(phone, made["name"]).status_code == 403
    assert sign_in(phone, made["name"], "another secret of mine").status_code == 200


def test_a_passphrase_is_changed_with_the_old_one(guest: Come) -> None:
    me = guest()
    made = opened(me)
    wrong = me.http.post("/account/passphrase", json={"old": "wrong", "passphrase": "quite another secret"})
    assert wrong.status_code == 403
    right = me.http.post("/account/passphrase", json={"old": SECRET, "passphrase": "quite another secret"})
    assert right.status_code == 200
    assert sign_in(guest(), made["name"]).status_code == 403
    assert sign_in(guest(), made["name"], "quite another secret").status_code == 200


def test_no_answer_tells_which_names_exist(guest: Come) -> None:
    made = opened(guest())
    number = int(made["name"][-4:])
    stranger = guest()
    known, unknown = sign_in(stranger, made["name"], "wrong"), sign_in(stranger, f"anna-{number - 1}", "wrong")
    assert (known.status_code, known.json()["text"]) == (unknown.status_code, unknown.json()["text"])
    assert {*known.headers} == {*unknown.headers}
    assert opened(stranger)["name"] != made["name"]  # the same name is not refused


def test_an_unknown_name_takes_the_same_work(guest: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    made = opened(guest())
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as in argon2
            checked.append(str(hash))
            return super().verify(hash, password)

    hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(accounts, "_hasher", lambda: hasher)
    for name in (made["name"], "nobody-1000"):
        assert sign_in(guest(), name, "wrong").status_code == 403
    assert len(checked) == 2
    assert checked[0][:20] == checked[1][:20]  # the same algorithm and parameters


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"name": "Anna", "passphrase": "short"}),
        ("", {"name": "", "passphrase": SECRET}),
        ("", {"name": "Jack", "passphrase": SECRET}),
        ("", {"name": "A\u202eb", "passphrase": SECRET}),
        ("", {"name": "Anna", "passphrase": SECRET, "guest": "x"}),
        ("", {"name": "Anna"}),
        ("", {"name": ["Anna"], "passphrase": SECRET}),
        ("", {"name": "A" * 5000, "passphrase": SECRET}),
        ("", {"name": "Anna", "passphrase": "x" * 5000}),
        ("/sign-in", {"name": "a\0b", "passphrase": SECRET}),
        ("/sign-in", {"name": "x" * 65, "passphrase": SECRET}),
        ("/sign-in", {"name": "x", "passphrase": None}),
        ("/sign-in", {"name": "x", "code": "y", "passphrase": SECRET}),
        ("/recover", {"code": "", "passphrase": SECRET}),
        ("/recover", {"code": "\0", "passphrase": SECRET}),
        ("/recover", {"code": "A", "passphrase": "short"}),
        ("/passphrase", {"old": SECRET, "passphrase": SECRET}),
        ("/sign-out", {"device": 3}),
        ("/export", {}),
        ("/delete", {"passphrase": ""}),
        ("/delete", []),
    ],
)
def test_bad_requests_get_one_sentence(guest: Come, path: str, body: Any) -> None:
    answer = guest().http.post(f"/account{path}", json=body)
    assert answer.status_code in {400, 403, 413}
    assert len(answer.text) < 250
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["", "/sign-in", "/recover", "/passphrase", "/sign-out", "/export", "/delete"])
def test_other_sites_cannot_send_the_requests(guest: Come, path: str) -> None:
    me = guest()
    opened(me)
    body = {"name": "Anna", "passphrase": SECRET}
    assert me.http.post(f"/account{path}", json=body, headers={"Origin": "https://other"}).status_code == 403
    assert me.http.get(f"/account{path}").status_code == (200 if not path else 405)
    assert "anna-" in me.http.get("/account").text


def test_guesses_are_limited_by_account_and_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "_hasher", lambda: QUICK)
    monkeypatch.setattr(limits, "SIGN_INS", Rate(6, 0.001))
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    monkeypatch.setattr(limits, "POSTS", BUSY)
    with serving(tmp_path, proxied=True) as address:

        def guess(name: str, forwarded: str) -> int:
            headers = {"Origin": address, "X-Forwarded-For": forwarded}
            answer = httpx.post(f"{address}/account/sign-in", json={"name": name, "passphrase": "x"}, headers=headers)
            return answer.status_code

        by_account = [guess("anna-1234", f"10.0.0.{number}") for number in range(10)]
        assert by_account == [403] * 6 + [429] * 4
        assert [guess(f"anna-{number}", "10.1.0.1") for number in range(10)] == [403] * 6 + [429] * 4
        assert guess("otto-1", "10.2.0.1") == 403


def test_everything_is_exported_without_secrets(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create("friend", side="jack")
    friend.follow(told["invite"])
    made = opened(me)
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    mine.until("table")
    mine.send(say="Good evening", room="table")
    theirs.send(say="Hello yourself", room="table")
    theirs.until("chat")
    running = me.http.post("/account/export")
    assert "record" not in running.json()["games"][0]
    mine.send(resign=1)
    theirs.until("table", over=True)
    answer = me.http.post("/account/export")
    data = answer.json()
    assert data["name"] == "Anna"
    assert data["account"] == [{"name": made["name"]}]
    assert [one["text"] for one in data["chat"]] == ["Good evening"]
    assert record.read(data["games"][0]["record"]).title == "pocket"
    for secret in (made["code"], me.http.cookies["session"], "argon2", "passphrase", '"guest"'):
        assert secret not in answer.text
    assert "attachment" in answer.headers["content-disposition"]


def test_deletion_leaves_the_opponents_their_games_without_the_name(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create("friend", side="jack")
    friend.follow(told["invite"])
    friend.sit(told["table"]).until("table")
    made = opened(me, "Wilhelmina")
    me.sit(told["table"]).until("table")
    assert "Wilhelmina" in friend.http.get("/").text
    wrong = me.http.post("/account/delete", json={"passphrase": "wrong"})
    assert wrong.status_code == 403
    session = me.http.cookies["session"]
    assert me.http.post("/account/delete", json={"passphrase": SECRET}).status_code == 200
    me.http.cookies.set("session", session)
    assert me.http.get(told["table"]).status_code == 404
    assert sign_in(guest(), made["name"]).status_code == 403
    assert "Wilhelmina" not in friend.http.get("/").text
    over = friend.sit(told["table"]).until("table")
    assert over["over"]
    assert "Wilhelmina" not in json.dumps(over)


def test_a_guest_without_an_account_is_deleted_too(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    token = me.http.cookies["guest"]
    assert me.http.post("/account/delete", json={"passphrase": ""}).status_code == 200
    me.http.cookies.set("guest", token)
    assert me.http.get(table).status_code == 404


def test_two_hundred_requests_in_a_row_are_answered_or_refused(guest: Come) -> None:
    me = guest()
    codes = {sign_in(me, f"x-{number}", "wrong").status_code for number in range(200)}
    assert codes <= {403, 429}
    assert guest().http.get("/account").status_code == 200


def test_the_header_is_not_trusted_by_default(guest: Come) -> None:
    me = guest()
    me.http.headers["X-Remote-User"] = "anna@example.org"
    assert "anna@example.org" not in me.http.get("/account").text
    me.create()
    assert "guest" in me.http.cookies

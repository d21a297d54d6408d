"""Signing in by the header of a trusted proxy: off by default, and no cookie has the same identity."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gaslamp.service.lobby import tokens
from tests.host.running import Guest, serving

Come = Callable[[], Guest]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), trusted_header="X-Remote-User") as address:
        yield address


def test_the_proxys_name_is_the_player(guest: Come) -> None:
    me, again, other = guest(), guest(), guest()
    for one in (me, again):
        one.http.headers["X-Remote-User"] = "anna@example.org"
    table = me.create()["table"]
    assert "guest" not in me.http.cookies
    assert again.http.get(table).status_code == 200
    assert other.http.get(table).status_code == 404
    other.http.headers["X-Remote-User"] = "anna@example.com"
    assert other.http.get(table).status_code == 404
    assert "anna@example.org" in me.http.get("/account").text
    answer = me.http.post("/account", json={"name": "Anna", "passphrase": "lamp fog tile whistle"})
    assert answer.status_code == 403


def test_no_cookie_has_the_same_identity(guest: Come) -> None:
    me, thief = guest(), guest()
    me.http.headers["X-Remote-User"] = "otto@example.org"
    table = me.create()["table"]
    for token in ("otto@example.org", tokens.external_id("otto@example.org"), "user-otto@example.org"):
        thief.http.cookies.set("guest", token)
        assert thief.http.get(table).status_code == 404

"""Settings: stored with the guest, and part of every page that follows them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.host.running import Guest

Come = Callable[[], Guest]


def settings_in(me: Guest, path: str) -> dict[str, Any]:
    """Return the settings that a page contains."""
    match = re.search(r'data-settings="(.*?)"', me.http.get(path).text)
    assert match is not None
    settings: dict[str, Any] = json.loads(html.unescape(match[1]))
    return settings


@pytest.mark.parametrize("path", ["/", "/settings", "/learn/pocket/jack", "/record", "table"])
def test_settings_are_in_the_page(guest: Come, path: str) -> None:
    me, other = guest(), guest()
    tables = [one.create()["table"] if path == "table" else path for one in (me, other)]
    assert settings_in(me, tables[0]) == {}
    me.http.post("/settings", json={"story": "slow", "sounds": True})
    me.http.post("/settings", json={"sounds": False, "confirm": True})
    assert settings_in(me, tables[0]) == {"story": "slow", "confirm": True}
    assert settings_in(other, tables[1]) == {}


def test_the_language_of_the_settings_is_that_of_all_devices(guest: Come) -> None:
    me = guest()
    me.http.post("/settings", json={"language": "ru"})
    me.http.cookies.delete("lang")
    assert '<html lang="ru">' in me.http.get("/").text
    me.http.post("/language", json={"language": "fr"})
    me.http.cookies.delete("lang")
    assert '<html lang="fr">' in me.http.get("/settings").text


@pytest.mark.parametrize(
    "body",
    [
        {"story": "faster"},
        {"sounds": 1},
        {"sounds": "on"},
        {"volume": 3},
        {"language": "de"},
        [],
        {"colours": "x" * 3000},
    ],
)
def test_other_settings_are_refused(guest: Come, body: Any) -> None:
    me = guest()
    answer = me.http.post("/settings", json=body)
    assert answer.status_code == 400
    assert len(answer.text) < 300
    assert "set-cookie" not in answer.headers


def test_settings_cannot_be_changed_from_other_sites(guest: Come) -> None:
    me = guest()
    me.http.post("/settings", json={"story": "slow"})
    assert me.http.post("/settings", json={"story": "off"}, headers={"Origin": "https://other"}).status_code == 403
    assert settings_in(me, "/") == {"story": "slow"}

"""Behind a proxy: a server on loopback is called by the name that the world knows."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.server.running import serving

NAME = "play.example.org"
FORWARDED = {"Host": NAME, "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
NEW = {"title": "pocket", "side": "detectives", "opponent": "same_device"}


def test_a_proxy_lets_others_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    with serving(tmp_path) as address:
        headers = FORWARDED | {"Origin": f"https://{NAME}"}
        made = httpx.post(f"{address}/games", json=NEW, headers=headers)
        assert made.status_code == 201
        assert "secure" in made.headers["Set-Cookie"].lower()
        table = address.replace("http", "ws") + made.json()["table"] + "/socket"
        given = headers | {"Cookie": made.headers["Set-Cookie"].partition(";")[0]}
        del given["Host"]
        with connect(table, additional_headers=given | {"Origin": address}) as socket:
            assert "curtain" in str(socket.recv(timeout=30))
        stranger = httpx.post(f"{address}/games", json=NEW, headers=headers | {"Origin": "https://elsewhere.example"})
        assert stranger.status_code == 403


def test_without_a_proxy_a_foreign_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    with serving(tmp_path) as address:
        headers = FORWARDED | {"Origin": f"http://{NAME}"}
        assert httpx.post(f"{address}/games", json=NEW, headers=headers).status_code == 403

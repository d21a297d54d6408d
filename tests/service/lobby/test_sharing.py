"""Links for friends: the whole link and its code for who knows the secret, and plain words on who can open it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import segno
from litestar.connection import ASGIConnection

from gaslamp.server.http import sharing
from gaslamp.server.ops.settings import Settings
from tests.host.running import Guest, serving

Come = Callable[[], Guest]
EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing listens there


class Asked:
    """A request that calls the server by a name."""

    def __init__(self, host: str, scheme: str = "http") -> None:
        self.headers = {"host": host}
        self.scope = {"scheme": scheme}


def reach(host: str, scheme: str = "http", *, at: str = "127.0.0.1", proxied: bool = False) -> sharing.Reach:
    asked = cast("ASGIConnection[Any, Any, Any, Any]", Asked(host, scheme))
    return sharing.reach(asked, Settings(Path(), host=at, proxied=proxied))


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "network_address", lambda: "192.168.7.5")


@pytest.mark.usefixtures("network")
def test_an_address_of_this_machine_is_one_for_this_machine_only() -> None:
    expected = sharing.Reach("http://127.0.0.1:1888", here_only=True, instead="http://192.168.7.5:1888")
    assert reach("127.0.0.1:1888") == expected
    assert reach("localhost").instead == "http://192.168.7.5"


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("host", ["localhost:1888", "127.0.0.1:1888", "192.168.7.5:1888"])
def test_a_server_for_the_network_gives_links_of_the_network_to_who_sits_at_it(host: str) -> None:
    assert reach(host, at=EVERYWHERE) == sharing.Reach("http://192.168.7.5:1888", here_only=False)


@pytest.mark.usefixtures("network")
def test_a_server_for_the_network_says_where_it_is_found() -> None:
    assert sharing.address_in_network(Settings(Path(), host=EVERYWHERE), 1888) == "http://192.168.7.5:1888/"
    assert sharing.address_in_network(Settings(Path()), 1888) is None


@pytest.mark.usefixtures("network")
def test_behind_a_proxy_the_name_that_was_called_is_right() -> None:
    assert reach("play.example", "https", proxied=True) == sharing.Reach("https://play.example", here_only=False)
    assert reach("127.0.0.1:1888", proxied=True).instead is None  # who may come, the proxy knows


def test_a_machine_without_a_network_offers_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "network_address", lambda: None)
    assert reach("127.0.0.1:1888") == sharing.Reach("http://127.0.0.1:1888", here_only=True)


def test_a_code_is_drawn_as_it_was_reckoned() -> None:
    text = "http://192.168.7.5:1888/join/abc#" + "x" * 43
    drawn = sharing.code(text)
    dark = {
        (int(x) + step, int(y))
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn.path)
        for step in range(int(width))
    }
    reckoned = [list(row) for row in segno.make_qr(text, error="m").matrix]
    assert drawn.size == len(reckoned) + 8
    assert dark == {(x + 4, y + 4) for y, row in enumerate(reckoned) for x, module in enumerate(row) if module}


def test_at_a_server_for_this_machine_it_is_said_that_nobody_else_can_open_the_link(guest: Come) -> None:
    me = guest()
    path, secret = me.create(opponent="friend")["invite"].split("#")
    share = f"/games/{path.split('/')[-1]}/share"
    told = me.http.post(share, json={"secret": secret}).json()
    assert told["link"] == f"{me.address}{path}#{secret}"
    assert "works only on this computer" in told["html"]
    assert "--host 0.0.0.0" in told["html"]
    assert "<svg" not in told["html"]  # no phone could open it
    assert me.http.post(share, json={"secret": "another"}).status_code == 403
    assert me.http.post(share, json={"secret": secret}, headers={"Origin": "http://evil.example"}).status_code == 403


def test_where_others_can_come_the_whole_link_is_drawn_as_a_code(tmp_path: Path) -> None:
    with serving(tmp_path, proxied=True) as address:
        me = Guest(address)
        me.http.headers.update({"Host": "play.example", "Origin": "http://play.example"})
        path, secret = me.create(opponent="friend")["invite"].split("#")
        told = me.http.post(f"/games/{path.split('/')[-1]}/share", json={"secret": secret}).json()
        me.leave()
    assert told["link"] == f"http://play.example{path}#{secret}"
    assert sharing.code(told["link"]).path in told["html"]
    assert "only on this computer" not in told["html"]
    assert "style=" not in told["html"]  # the content policy would drop it

"""Behind a proxy: a server on loopback is called by the name that the world knows, by pages, sockets and programs."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import Rate
from gaslamp.server.ops.settings import base_path
from tests.host.proxies import INSTALLED, proxied
from tests.host.running import NO_TLS, WAIT, serving

NAME = "play.example.org"
FORWARDED = {"Host": NAME, "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
NEW = {"title": "pocket", "side": "detectives", "opponent": "same_device"}
WEB = Path(str(files("gaslamp.web")))
KINDS = ("small", *INSTALLED)


class Visitor:
    """Somebody outside, who knows the name of the server and nothing of what is behind it."""

    def __init__(self, port: int, cut: str = "") -> None:
        self._port = port
        self._cut = cut  # what a proxy removes from paths
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"Host": NAME}, timeout=WAIT, verify=NO_TLS
        )
        self._cookie = ""

    def close(self) -> None:
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path.removeprefix(self._cut), headers={"Cookie": self._cookie})

    def post(self, path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        given = {"Origin": f"https://{NAME}", "Cookie": self._cookie} | headers
        answer = self.http.post(path.removeprefix(self._cut), json=body, headers=given)
        self._cookie = answer.headers.get("Set-Cookie", self._cookie).partition(";")[0]
        return answer

    @contextmanager
    def sit(self, table: str) -> Iterator[ClientConnection]:
        given = {"Origin": f"https://{NAME}", "Cookie": self._cookie}
        line = socket.create_connection(("127.0.0.1", self._port))
        with connect(
            f"ws://{NAME}{table.removeprefix(self._cut)}/socket", sock=line, additional_headers=given
        ) as found:
            yield found


@pytest.fixture(params=KINDS)
def visitor(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    with serving(tmp_path / "games") as address, proxied(request.param, address, tmp_path) as port:
        visitor = Visitor(port)
        yield visitor
        visitor.http.close()


def test_pages_and_sockets_come_through_a_proxy(visitor: Visitor) -> None:
    assert "Gaslamp" in visitor.http.get("/").text
    made = visitor.post("/games", NEW)
    assert made.status_code == 201
    assert "secure" in made.headers["Set-Cookie"].lower()
    assert visitor.http.get(made.json()["table"], headers={"Cookie": visitor._cookie}).status_code == 200
    with visitor.sit(made.json()["table"]) as found:
        frame = json.loads(found.recv(timeout=WAIT))
        assert frame["type"] == "curtain"
        found.send(json.dumps({"uncover": frame["seat"]}))
        while json.loads(found.recv(timeout=WAIT))["type"] != "table":
            pass


def test_programs_come_through_a_proxy(visitor: Visitor) -> None:
    made = visitor.http.post("/api/v1/accounts", json={"name": "far away"})
    assert made.status_code == 201, made.text
    given = {"Authorization": f"Bearer {made.json()['token']}"}
    asked = {"title": "mr_jack", "side": "jack", "opponent": "bot:passer_by"}
    game = visitor.http.post("/api/v1/games", json=asked, headers=given).json()["game"]
    with visitor.http.stream("GET", f"/api/v1/games/{game}/updates", headers=given) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["phase"] == "playing"
        resigned = visitor.http.post(f"/api/v1/games/{game}/resign", headers=given)
        assert resigned.status_code == 200
        assert [json.loads(line)["phase"] for line in lines if line][-1] == "over"


def test_who_comes_from_another_page_is_refused_behind_a_proxy_too(visitor: Visitor) -> None:
    assert visitor.post("/games", NEW, Origin="https://elsewhere.example").status_code == 403


@pytest.mark.parametrize("kind", KINDS)
def test_a_visitor_cannot_choose_an_address(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    monkeypatch.setattr(limits, "POSTS", Rate(3, 0.0))
    with serving(tmp_path / "other") as address, proxied(kind, address, tmp_path) as port:
        other = Visitor(port)
        told = [
            other.post("/language", {"language": "fr"}, **{"X-Forwarded-For": f"198.51.100.{number}"}).status_code
            for number in range(5)
        ]
        other.http.close()
    assert told == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("strip", [False, True], ids=["whole path", "path cut by the proxy"])
def test_a_server_below_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, strip: bool) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    with (
        serving(tmp_path / "games", base_path="/games/gaslamp/") as address,
        proxied("small", address, tmp_path) as port,
        closing(Visitor(port, cut="/games/gaslamp" if strip else "")) as visitor,
    ):
        for page in ("", "learn", "puzzles", "deals", "rules/pocket"):
            text = visitor.get(f"/games/gaslamp/{page}").text
            links = re.findall(r'(?:href|src|action)="(/[^"]*)"', text)
            assert links
            assert all(link.startswith("/games/gaslamp/") for link in links)
        script = next(link for link in links if link.endswith(".js"))
        assert visitor.get(script).status_code == 200
        here = "/games/gaslamp/puzzles/pocket/next"
        puzzle = urljoin(here, visitor.get(here).headers["Location"])
        assert visitor.get(puzzle).status_code == 200
        made = visitor.post("/games/gaslamp/games", NEW)
        assert "path=/games/gaslamp/;" in f"{made.headers['Set-Cookie']};".lower()
        table = f"/games/gaslamp{made.json()['table']}"
        assert 'data-root="/games/gaslamp/"' in visitor.get(table).text
        with visitor.sit(table) as found:
            assert json.loads(found.recv(timeout=WAIT))["type"] == "curtain"
    if not strip:
        with serving(tmp_path / "games", base_path="/games/gaslamp/") as address:
            assert httpx.get(f"{address}/games/gaslamp").headers["Location"] == "/games/gaslamp/"


def test_templates_styles_and_scripts_have_no_absolute_paths() -> None:
    """Scripts have paths below the home page, for `at` and `post` of page.js."""
    wrong = {
        "*.html": r"""(?:href|src|action|poster)=["']/""",
        "*.css": r"""url\(["']?/""",
        "*.js": r"""(?:fetch|assign|open|Worker|register)\(["'`]/|(?:href|src)(?: =|",) ["'`]/""",
    }
    found = [
        f"{path.name}: {line.strip()}"
        for pattern, absolute in wrong.items()
        for path in WEB.rglob(pattern)
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(absolute, line)
    ]
    assert not found


@pytest.mark.parametrize("path", ["/a b/", "//evil.example/../x", "/a?b", "/<script>/"])
def test_a_base_path_is_a_plain_path(path: str) -> None:
    with pytest.raises(GaslampError, match="base_path"):
        base_path(path)
    assert base_path("games/gaslamp") == "/games/gaslamp/"


def test_without_a_proxy_a_foreign_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    with serving(tmp_path) as address:
        headers = FORWARDED | {"Origin": f"http://{NAME}"}
        assert httpx.post(f"{address}/games", json=NEW, headers=headers).status_code == 403
        assert httpx.post(f"{address}/api/v1/accounts", json={"name": "x"}, headers=headers).status_code == 403

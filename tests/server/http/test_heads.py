"""HEAD is answered like GET, without a body, wherever there is something to get."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from gaslamp.server.api.router import API
from gaslamp.server.http import assets
from gaslamp.server.http.pages import PAGES
from tests.host.programs import Program
from tests.host.running import Guest

CHANGES = {"date", "x-request-id"}


def same(client: httpx.Client, path: str) -> httpx.Response:
    """Ask for both, compare them, and give the answer to HEAD."""
    plain = {"Accept-Encoding": "identity"}  # packed, two pages with two ids may differ in length
    got, head = client.get(path, headers=plain), client.head(path, headers=plain)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert {*head.headers.items()} - {(name, head.headers[name]) for name in CHANGES if name in head.headers} == {
        *got.headers.items()
    } - {(name, got.headers[name]) for name in CHANGES if name in got.headers}
    return head


def test_every_page_and_file(guest: Callable[[], Guest]) -> None:
    me = guest()
    game = me.create("bot:passer_by")["table"].rpartition("/")[2]
    script = next(iter(assets.static()))
    paths = {
        "/": "/", "/lists": "/lists", "/favicon.svg": "/favicon.svg", "/healthz": "/healthz",
        "/still/{name:str}": f"/still/{next(iter(assets.boards()))}",
        "/static/{edition:str}/{path:path}": f"/static/{assets.edition()}/{script}",
    }  # fmt: skip
    for handler in PAGES:
        for path in handler.paths:
            answer = same(me.http, paths.get(path, path.replace("{id:str}", game)))
            assert answer.status_code in {200, 403}, path  # a record is for when it is over
    assert same(me.http, "/nowhere").status_code == 404


def test_everything_that_programs_get(program: Callable[[], Program]) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    gets = [route for route in API.routes if "GET" in getattr(route, "methods", ())]
    assert len(gets) > 5
    for route in gets:
        path = route.path_format.removeprefix("/api/v1").replace("{id}", game).replace("{puzzle}", "today")
        if path.endswith("/updates"):
            continue
        assert same(one.http, path).status_code in {200, 409}, path


def test_of_a_stream_the_head_alone(program: Callable[[], Program]) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    answer = one.http.head(f"/games/{game}/updates")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    with one.stream(game) as lines:
        assert next(lines)["game"] == game


@pytest.mark.parametrize("path", ["/games", "/games/x/join"])
def test_what_cannot_be_got_has_no_head(guest: Callable[[], Guest], path: str) -> None:
    assert guest().http.head(path).status_code == 405

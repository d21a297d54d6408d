"""Limits of one address: pages, new sockets, long paths. Pages without a visitor's data are rendered once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import middleware, templates
from gaslamp.server.http.middleware import HEADERS
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import ARRIVALS, LONGEST_PATH, PAGES, Buckets, KeyedSemaphore, Rate
from tests.host.running import NO_TLS, WAIT, Guest, serving

Come = Callable[[], Guest]
FEW = Rate(3, 0.0001)


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server that answers three pages and three sockets of an address."""
    monkeypatch.setattr(limits, "PAGES", FEW)
    monkeypatch.setattr(limits, "ARRIVALS", FEW)
    monkeypatch.setattr(middleware, "DELAY", 0.01)
    with serving(tmp_path) as address:
        yield address


def client(address: str, home: str = "127.0.0.1", **headers: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=home, verify=NO_TLS)
    return httpx.Client(base_url=address, transport=transport, headers=headers, timeout=WAIT)


# ---- pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_requests_too_many_pages_is_told_to_wait(few: str, language: str) -> None:
    with client(few, **{"Accept-Language": language}) as one:
        assert [one.get(path).status_code for path in ("/", "/learn", "/nothing")] == [200, 200, 404]
        answer = one.get("/")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, middleware.RETRY_AFTER)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.text == f"{catalogue(language).say(message('web.error.too_fast'))}\n"
        assert one.head("/").status_code == 429
        files = ("/favicon.svg", "/healthz", "/api/v1/titles", "/rules/pocket/pictures/en/none.svg")
        assert [one.get(path).status_code for path in files] == [200, 200, 200, 404]


def test_other_addresses_still_get_their_pages(few: str) -> None:
    with client(few) as one, client(few, "127.0.0.2") as other:
        assert [one.get("/").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert other.get("/").status_code == 200


def test_a_school_class_behind_one_address_gets_its_pages() -> None:
    time = [0.0]
    pages = Buckets(PAGES, lambda: time[0])
    for _ in range(5):  # thirty pupils open a page each within a second
        assert all(pages.try_acquire("school") for _ in range(30))
        time[0] += 1
    for _ in range(600):  # then all home pages ask for their lists every 20 seconds, and ten pupils a second read
        assert all(pages.try_acquire("school") for _ in range(2 + 10))
        time[0] += 1


# ---- requests at the same time


def test_requests_of_an_address_wait_for_each_other_and_for_nobody_else() -> None:
    async def test() -> list[str]:
        queues, done = KeyedSemaphore(2), []

        async def handle(address: str) -> None:
            await queues.acquire(address)
            done.append(address)  # without waiting for anything
            queues.release(address)

        tasks = [asyncio.create_task(handle(address)) for address in ["flood"] * 50 + ["player"]]
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)
        assert not queues._users
        assert not queues._semaphores
        return done

    done = asyncio.run(test())
    assert Counter(done) == {"flood": 50, "player": 1}
    assert done.index("player") == 2


def test_a_request_that_is_given_up_while_it_waits_holds_no_place() -> None:
    async def test() -> None:
        queues = KeyedSemaphore(1)
        await queues.acquire("a")
        waiting = asyncio.create_task(queues.acquire("a"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        queues.release("a")
        await asyncio.sleep(0)
        assert not queues._users
        await asyncio.wait_for(queues.acquire("a"), 1)

    asyncio.run(test())


# ---- sockets


def test_an_address_that_opens_sockets_too_often_is_refused(few: str) -> None:
    me = Guest(few)
    table = me.create("bot:passer_by")["table"]
    for _ in range(3):
        socket = me.sit(table)
        socket.until("table")
        socket.close()
    with pytest.raises(InvalidStatus):
        me.sit(table)
    assert me.create("bot:passer_by")  # the rest of the server still answers
    me.leave()


def test_tabs_that_reconnect_every_two_seconds_stay_within_the_limit() -> None:
    time = [0.0]
    arrivals = Buckets(ARRIVALS, lambda: time[0])
    assert all(arrivals.try_acquire("class") for _ in range(100))  # all sockets an address may have, after a restart
    for _ in range(300):
        time[0] += 2
        assert all(arrivals.try_acquire("class") for _ in range(16))


# ---- long paths


@pytest.mark.parametrize("path", ["/join/", "/table/", "/api/v1/games/", "/?", "/nothing?q="])
def test_a_long_path_is_rejected_and_not_repeated(guest: Come, caplog: pytest.LogCaptureFixture, path: str) -> None:
    caplog.set_level("INFO", "gaslamp.access")
    answer = guest().http.get(path + "q" * 60_000)
    assert answer.status_code == 414
    assert len(answer.content) < 200
    assert "qqq" not in answer.text
    if path.startswith("/api/"):
        assert answer.json()["error"] == "web.error.unreadable"
    assert max(len(str(vars(record).get("path", ""))) for record in caplog.records) <= LONGEST_PATH


def test_a_socket_with_a_long_path_is_refused(guest: Come) -> None:
    with pytest.raises(InvalidStatus):
        guest().sit("/table/" + "q" * 5000)


def test_a_page_of_an_invitation_repeats_only_ids_that_a_game_may_have(guest: Come) -> None:
    me = guest()
    id = me.create("friend")["table"].rpartition("/")[2]
    for door in ("join", "watch"):
        assert me.http.get(f"/{door}/{id}").status_code == 200
        assert me.http.get(f"/{door}/{'q' * 400}").status_code == 404


# ---- pages that are the same for all


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are rendered."""
    names: list[str] = []
    render = templates.render

    def noted(name: str, language: str, **context: Any) -> str:
        names.append(name)
        return render(name, language, **context)

    monkeypatch.setattr(templates, "render", noted)
    monkeypatch.setattr(templates, "SAME_FOR_ALL", templates.PageCache())
    return names


@pytest.mark.parametrize("path", ["/", "/learn", "/rules/pocket", "/learn/pocket/jack"])
def test_a_page_without_a_visitors_data_is_rendered_once(guest: Come, rendered: list[str], path: str) -> None:
    answers = [guest().http.get(path) for _ in range(3)]
    assert len({answer.content for answer in answers}) == 1
    assert len(rendered) == 1
    assert all(answer.headers["Cache-Control"] == "no-store" for answer in answers)
    plain = guest().http.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.content == answers[0].content
    assert "Content-Encoding" in answers[0].headers
    assert "Content-Encoding" not in plain.headers
    french = guest().http.get(path, headers={"Accept-Language": "fr"})
    assert '<html lang="fr">' in french.text
    assert len(rendered) == 2


def test_who_has_a_name_or_a_game_gets_a_page_of_their_own(guest: Come, rendered: list[str]) -> None:
    stranger, player, named = guest(), guest(), guest()
    empty = stranger.http.get("/").text
    table = player.create("bot:passer_by")["table"]
    named.http.post("/name", json={"name": "Abberline"})
    assert table in player.http.get("/").text
    assert "Abberline" in named.http.get("/").text
    assert stranger.http.get("/").text == empty
    assert rendered.count("home/home.html") == 3


def test_an_open_game_is_on_the_page_at_once_and_off_it_when_it_is_taken(guest: Come, rendered: list[str]) -> None:
    host, friend, stranger = guest(), guest(), guest()
    id = host.create("friend", open=True)["table"].rpartition("/")[2]
    assert f'data-open="{id}"' in stranger.http.get("/").text
    assert f'data-open="{id}"' not in host.http.get("/").text
    assert friend.http.post(f"/games/{id}/sit", json={"seat": "jack"}).status_code == 200
    assert f'data-open="{id}"' not in stranger.http.get("/").text


def test_the_cache_drops_what_was_used_least_recently() -> None:
    made: list[int] = []

    def make(key: int) -> str:
        made.append(key)
        return str(key)

    async def test() -> None:
        cache = templates.PageCache(2)
        for key in (1, 2, 1, 3, 1, 2):
            await cache.get(key, partial(make, key))

    asyncio.run(test())
    assert made == [1, 2, 3, 2]

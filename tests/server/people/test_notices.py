"""Notices of turns to closed browsers: an endpoint on loopback receives them and decrypts them."""

from __future__ import annotations

import queue
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from secrets import token_bytes
from threading import Thread
from typing import Any, NamedTuple

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from gaslamp.server.ops import limits
from tests.host.programs import BUSY
from tests.host.running import Guest, plays, serving

Come = Callable[[], Guest]
WAIT = 20.0  # seconds
NOTHING = 0.3  # seconds


class Notice(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Browser:
    """A browser with a push service of its own on loopback."""

    def __init__(self, port: int, path: str = "/device") -> None:
        self.endpoint = f"http://127.0.0.1:{port}{path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = token_bytes(16)

    @property
    def subscription(self) -> dict[str, str]:
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": base64url(public), "auth": base64url(self._auth)}

    def read(self, notice: Notice) -> bytes:
        told: bytes = http_ece.decrypt(notice.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return told


class Service(NamedTuple):
    port: int
    notices: queue.Queue[Notice]
    answers: dict[str, str]  # path -> status

    def receive(self) -> Notice:
        return self.notices.get(timeout=WAIT)

    def receives_nothing(self) -> bool:
        try:
            self.notices.get(timeout=NOTHING)
        except queue.Empty:
            return True
        return False


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[Service]:
    notices: queue.Queue[Notice] = queue.Queue()
    answers: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            notices.put(Notice(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(int(answers.get(self.path, "201")))
            if self.path == "/moved":
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield Service(server.server_port, notices, answers)
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "POSTS", BUSY)
        folder = tmp_path_factory.mktemp("data")
        with serving(folder, push="mailto:keeper@example.org", push_to_loopback=True) as address:
            yield address


def key_of(me: Guest) -> str:
    return me.http.get("/settings").text.partition('data-key="')[2].partition('"')[0]


def subscribe(me: Guest, browser: Browser) -> None:
    answer = me.http.post("/notices", json=browser.subscription)
    assert answer.status_code == 200, answer.text


def begins(me: Guest, other: Guest, side: str = "detectives") -> str:
    """Let the other player join, which deals the game; the detectives begin. Returns the table."""
    told = me.create("friend", side=side)
    other.follow(told["invite"])
    return told["table"]


def test_a_notice_says_only_in_which_title_it_is_my_turn(guest: Come, service: Service) -> None:
    me, browser = guest(), Browser(service.port)
    me.http.headers["Accept-Language"] = "fr"
    subscribe(me, browser)
    table = begins(me, guest())
    notice = service.receive()
    told = browser.read(notice)
    assert told.decode().rstrip(" ") == "C’est à vous de jouer\u00a0: Mr. Jack Pocket"  # noqa: RUF001
    assert len(told) == 160
    assert {"ttl", "topic", "content-encoding", "content-type", "authorization"} < set(notice.headers)
    assert table.removeprefix("/table/") not in str(notice)
    scheme, _, rest = notice.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    assert f"k={key_of(me)}" in rest.replace(" ", "").split(",")
    assert Vapid02.verify(notice.headers["authorization"])


def test_the_language_of_the_settings_comes_first(guest: Come, service: Service) -> None:
    me, browser = guest(), Browser(service.port)
    subscribe(me, browser)
    me.http.post("/settings", json={"language": "es"})
    begins(me, guest())
    assert browser.read(service.receive()).decode().rstrip() == "Es tu turno en Mr. Jack Pocket"


def test_nothing_is_sent_while_a_page_of_the_game_is_open(guest: Come, service: Service) -> None:
    me, other = guest(), guest()
    subscribe(me, Browser(service.port))
    told = me.create("friend", side="detectives")
    mine = me.sit(told["table"])
    mine.receive()
    other.follow(told["invite"])
    mine.until("table")
    begins(me, guest())  # another game, without an open page
    service.receive()
    assert service.receives_nothing()


def test_a_notice_comes_when_the_turn_passes_and_not_for_its_steps(guest: Come, service: Service) -> None:
    me, other, browser, rng = guest(), guest(), Browser(service.port), Random(3)
    subscribe(me, browser)
    table = begins(me, other, side="jack")
    theirs = other.sit(table)
    frame = theirs.until("table")
    token = next(play for play in plays(frame) if play.startswith("take ") and play != "take alibi")
    theirs.send(play=token, step=frame["step"])
    frame = theirs.until("table", step=frame["step"] + 1)
    assert service.receives_nothing()
    while plays(frame):
        theirs.play(frame, rng)
        frame = theirs.until("table", step=frame["step"] + 1)
    assert "Mr. Jack Pocket" in browser.read(service.receive()).decode()
    assert service.receives_nothing()


def test_an_ended_subscription_is_deleted(guest: Come, service: Service) -> None:
    me, gone, broken = guest(), Browser(service.port, "/gone"), Browser(service.port, "/broken")
    service.answers.update({"/gone": "410", "/broken": "500"})
    for browser in (gone, broken):
        subscribe(me, browser)
    begins(me, guest())
    assert {service.receive().path for _ in range(2)} == {"/gone", "/broken"}
    begins(me, guest())
    assert service.receive().path == "/broken"
    assert service.receives_nothing()


def test_redirects_are_not_followed(guest: Come, service: Service) -> None:
    me = guest()
    service.answers["/moved"] = "307"
    subscribe(me, Browser(service.port, "/moved"))
    begins(me, guest())
    assert service.receive().path == "/moved"
    assert service.receives_nothing()


def test_notices_can_be_withdrawn_by_their_owner(guest: Come, service: Service) -> None:
    me, stranger, browser = guest(), guest(), Browser(service.port)
    subscribe(me, browser)
    stranger.http.post("/settings", json={"sounds": True})
    stranger.http.post("/notices/withdraw", json={"endpoint": browser.endpoint})
    begins(me, guest())
    service.receive()
    me.http.post("/notices/withdraw", json={"endpoint": browser.endpoint})
    begins(me, guest())
    assert service.receives_nothing()


def test_they_end_with_the_session_and_with_the_account(guest: Come, service: Service) -> None:
    me, browser = guest(), Browser(service.port)
    subscribe(me, browser)
    opened = me.http.post("/account", json={"name": "Anna", "passphrase": "lamp fog tile whistle"}).json()
    table = begins(me, guest())
    service.receive()
    me.http.post("/account/sign-out", json={"device": "all"})
    me.http.post("/account/sign-in", json={"name": opened["name"], "passphrase": "lamp fog tile whistle"})
    assert me.http.get(table).status_code == 200
    begins(me, guest())
    assert service.receives_nothing()
    subscribe(me, browser)
    assert '"notices":[{"language":"en"' in me.http.post("/account/export").text.replace(" ", "")
    assert me.http.post("/account/delete", json={"passphrase": "lamp fog tile whistle"}).status_code == 200


def test_a_guest_has_few_subscriptions(guest: Come, service: Service) -> None:
    me, browsers = guest(), [Browser(service.port, f"/{number}") for number in range(7)]
    for browser in browsers:
        subscribe(me, browser)
    begins(me, guest())
    paths = {service.receive().path for _ in range(5)}
    assert browsers[-1].endpoint.endswith(max(paths))
    assert service.receives_nothing()


def test_only_known_push_services_are_accepted(guest: Come, service: Service) -> None:
    me, good = guest(), Browser(service.port).subscription
    for wrong in (
        {"endpoint": "https://example.org/x"},
        {"endpoint": "https://fcm.googleapis.com.example.org/x"},
        {"endpoint": "https://evil-push.apple.com/x"},
        {"endpoint": "http://fcm.googleapis.com/x"},
        {"endpoint": "https://fcm.googleapis.com:8443/x"},
        {"endpoint": "https://me@fcm.googleapis.com/x"},
        {"endpoint": "https://fcm.googleapis.com/x\r\nHost: y"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://[::1"},
        {"p256dh": "AAAA"},
        {"p256dh": "ü"},
        {"auth": "AAAA"},
    ):
        answer = me.http.post("/notices", json=good | wrong)
        assert answer.status_code == 400, wrong
        assert "push service" in answer.json()["text"]
    for host in ("fcm.googleapis.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"):
        assert me.http.post("/notices", json=good | {"endpoint": f"https://{host}/x"}).status_code == 200
    assert me.http.post("/notices", json=good, headers={"Origin": "https://other"}).status_code == 403


def test_the_key_is_made_once(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with serving(tmp_path, push="mailto:keeper@example.org") as address:
            me = Guest(address)
            keys.append(key_of(me))
            loopback = me.http.post("/notices", json=Browser(1).subscription)
            assert loopback.status_code == 400
            me.leave()
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


def test_they_are_off_by_default(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me = Guest(address)
        assert 'id="notices"' not in me.http.get("/settings").text
        assert me.http.post("/notices", json=Browser(1).subscription).status_code == 404
        me.leave()

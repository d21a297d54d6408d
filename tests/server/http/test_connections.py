"""Who connects and asks for nothing, asks slowly, or comes a thousand times: the others hardly notice."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn._types import ASGIApplication
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from gaslamp.server.http import protocols
from gaslamp.server.http.protocols import ConnectionLimit, connections_for
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import SOCKET, SOCKETS, Rate
from gaslamp.server.ops.logs import RepeatFilter
from tests.host.running import NO_TLS, WAIT, Guest, Socket, serving

Come = Callable[[], Guest]

MASK = b"\x80\x00\x00\x00\x00"  # of a frame without a byte in it
PING, PONG, PIECE = b"\x89" + MASK, b"\x8a" + MASK, b"\x00" + MASK
BEGIN = b"\x01" + MASK  # of a message in pieces
SERVE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from gaslamp.cli import main
main()
"""


# ---- sockets


def raw(one: Socket) -> socket.socket:
    return one._connection.socket


@pytest.mark.long
@pytest.mark.parametrize(("first", "frame"), [(b"", PING), (b"", PONG), (BEGIN, PIECE)], ids=["ping", "pong", "piece"])
def test_who_sends_frames_that_nobody_reads_is_shown_out(guest: Come, first: bytes, frame: bytes) -> None:
    me = guest()
    one = me.sit(me.create("bot:passer_by")["table"])
    one.until("table")
    raw(one).sendall(first + frame * 4 * SOCKET.burst)
    assert one.closed_with() == 4429


class Line(asyncio.Transport):
    """The other end of a socket, and how often it was told to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = False
        self.told = 0

    def pause_reading(self) -> None:
        self.waits, self.told = True, self.told + 1

    def resume_reading(self) -> None:
        self.waits = False


def test_a_message_stops_nobody_from_sending_the_next_but_many_do() -> None:
    async def work() -> None:
        config = uvicorn.Config(cast("ASGIApplication", None), ws_per_message_deflate=False)
        held = ConnectionLimit(1)
        one = protocols.SocketConnection(held, print, config=config, server_state=ServerState(), app_state={})
        line = one.transport = Line()
        for number in range(3 * protocols._MAX_QUEUED):  # each is read before the next comes
            one.handle_text(Frame(Opcode.TEXT, str(number).encode()))
            one.data_received(b"")
            assert (await one.receive())["text"] == str(number)
        assert line.told == 0
        for _ in range(protocols._MAX_QUEUED):
            assert not line.waits
            one.handle_text(Frame(Opcode.TEXT, b"{}"))
            one.data_received(b"")
        for _ in range(protocols._MAX_QUEUED):
            assert line.waits
            await one.receive()
        assert not line.waits

    asyncio.run(work())


def test_a_flood_of_pings_is_not_read_to_its_end(guest: Come) -> None:
    me = guest()
    one = me.sit(me.create("bot:passer_by")["table"])
    one.until("table")
    given = {"Origin": me.address, "Cookie": me.cookies, "Sec-WebSocket-Key": "x" * 22 + "==", "Host": "127.0.0.1"}
    given |= {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    given["Host"] = urlsplit(me.address).netloc
    with connected(me.address) as line:
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        table = me.http.post("/games", json={"title": "pocket", "side": "jack", "opponent": "bot:passer_by"}).json()
        line.sendall(f"GET {table['table']}/socket HTTP/1.1\r\n{head}\r\n".encode())
        assert line.recv(12) == b"HTTP/1.1 101"
        line.sendall(PING * 20_000)
        heard = until_closed(line)
    assert b"\x8a\x00\x8a\x00" in heard  # they were answered for a while
    assert heard.count(b"\x8a\x00") < 1000
    one.send(language="fr")
    assert one.until("table")


def test_who_pings_now_and_then_stays(guest: Come) -> None:
    me = guest()
    one = me.sit(me.create("bot:passer_by")["table"])
    one.until("table")
    raw(one).sendall(PING * (SOCKET.burst // 2))
    one.send(language="fr")
    assert one.until("table")
    assert one.open


@pytest.mark.long
def test_a_guest_has_so_many_sockets_and_no_more(guest: Come) -> None:
    me, other = guest(), guest()
    table = me.create("bot:passer_by")["table"]
    sockets = [me.sit(table) for _ in range(SOCKETS)]
    for one in sockets:
        one.until("table")
    late = me.sit(table)
    assert "windows" in late.until("error")["text"]
    assert late.closed_with() == 4429
    assert other.sit(other.create("bot:passer_by")["table"]).until("table")
    sockets[0].close()
    again = me.sit(table)
    while again.receive()["type"] == "error":  # it may not have been noticed yet
        again = me.sit(table)
    assert again.open


def test_an_address_has_so_many_sockets_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS_ADDRESS", 2)
    with serving(tmp_path) as address:
        guests = [Guest(address) for _ in range(3)]
        sockets = [one.sit(one.create("bot:passer_by")["table"]) for one in guests]
        assert [one.receive()["type"] != "error" for one in sockets] == [True, True, False]
        for one in guests:
            one.leave()


# ---- requests that do not come


def connected(address: str, home: str = "127.0.0.1") -> socket.socket:
    url = urlsplit(address)
    assert url.hostname is not None
    assert url.port is not None
    return socket.create_connection((url.hostname, url.port), WAIT, source_address=(home, 0))


def health(address: str) -> str:
    return httpx.get(f"{address}/healthz", timeout=WAIT, verify=NO_TLS).text


def until_closed(line: socket.socket) -> bytes:
    heard = b""
    try:
        while more := line.recv(65536):
            heard += more
    except ConnectionResetError:
        pass
    return heard


TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"GET / HT"], ids=["nothing", "half a head"])
def test_a_head_has_to_come_in_time(address: str, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    assert protocols.HEAD_TIMEOUT == 10
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT", 0.3)
    with connected(address) as line:
        line.sendall(sent)
        assert until_closed(line) == TOO_LATE


def test_the_second_head_has_to_come_in_time_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT", 0.3)
    with connected(address) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        heard = b""
        while not heard.endswith(b"ok\n"):
            heard += line.recv(65536)
        line.sendall(b"GET / HT")
        assert until_closed(line) == TOO_LATE


def test_a_head_in_many_pieces_has_no_more_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT", 0.5)
    with connected(address) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        try:
            for number in range(1000):
                line.sendall(b"X-%d: 1\r\n" % number)
                time.sleep(0.05)
        except OSError:
            return
    raise AssertionError("it may go on for ever")


@pytest.mark.parametrize("path", ["/games", "/api/v1/accounts"])
def test_a_body_has_to_come_in_time(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    assert protocols.BODY_TIMEOUT == 10
    monkeypatch.setattr(protocols, "BODY_TIMEOUT", 0.3)
    with connected(address) as line:
        line.sendall(half_a_post(address, path))
        assert until_closed(line).startswith(b"HTTP/1.1 408 ")
    assert health(address) == "ok\n"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("path", ["/games", "/api/v1/accounts"])
def test_a_post_that_comes_too_often_is_answered_and_closed_without_its_body(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(protocols, "BODY_TIMEOUT", 10 * WAIT)
    monkeypatch.setattr(protocols, "_CLOSE_DELAY", 10 * WAIT)
    monkeypatch.setattr(limits, "POSTS", Rate(0, 0.0001))
    with serving(tmp_path) as address, connected(address) as line:
        line.sendall(half_a_post(address, path))
        heard = until_closed(line)
        assert heard.startswith(b"HTTP/1.1 429 ")
        assert b"connection: close" in heard.lower()


def test_any_post_that_is_refused_has_little_time_for_its_body(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "BODY_TIMEOUT", 10 * WAIT)
    monkeypatch.setattr(protocols, "_CLOSE_DELAY", 0.2)
    with connected(address) as line:
        line.sendall(half_a_post(address, "/games").replace(b"Origin: http://", b"Origin: http://not."))
        assert until_closed(line).startswith(b"HTTP/1.1 403 ")


def half_a_post(address: str, path: str) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nOrigin: {address}\r\n"
    return f'{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"title": '.encode()


# ---- too many


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("body", [False, True], ids=["heads", "bodies"])
def test_slow_connections_beyond_the_files_silence_nobody(tmp_path: Path, *, body: bool) -> None:
    words = ["serve", "--data", str(tmp_path), "--lang", "en", "--no-browser", "--port", "0"]
    command = [sys.executable, "-c", SERVE, *words]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server,
        ExitStack() as lines,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].rstrip("/")
        for number in range(300):
            line = lines.enter_context(
                connected(address, f"127.0.0.{2 + number % 100}" if sys.platform == "linux" else "")
            )
            line.sendall(half_a_post(address, "/games") if body else b"GET / HT")
            if number % 50 == 0:
                assert health(address) == "ok\n"
        assert health(address) == "ok\n"
        server.terminate()
        _, err = server.communicate(timeout=WAIT)
    assert len(err.splitlines()) == 1, err
    assert "connection limit reached" in err


class Patient:
    """A connection that waits."""

    def __init__(self) -> None:
        self.gone = False

    def abort(self) -> None:
        self.gone = True


def test_who_waits_longest_makes_room() -> None:
    held = ConnectionLimit(3)
    first, second = Patient(), Patient()
    for one in (first, second):
        assert held.add("a")
        held.mark_idle(one)
    assert held.add("b")
    assert held.add("c")
    assert (first.gone, second.gone) == (True, False)
    held.mark_busy(second)
    held.remove("a")
    assert not held.add("d")  # everybody has something under way


def test_unfinished_bodies_make_room_before_idle_connections() -> None:
    held = ConnectionLimit(3)
    idle, first, second = Patient(), Patient(), Patient()
    for one in (idle, first, second):
        assert held.add("a")
        held.mark_idle(one)
    for one in (first, second, first):  # more of the first body comes, which does not make it newer
        held.mark_receiving(one)
    assert held.add("b")
    assert (idle.gone, first.gone, second.gone) == (False, True, False)
    held.mark_busy(second)  # its body is complete
    assert held.add("c")
    assert (idle.gone, second.gone) == (True, False)
    assert not held.add("d")


def test_from_one_address_come_so_many_and_no_more() -> None:
    held = ConnectionLimit(100, 2)
    assert [held.add("a") for _ in range(3)] == [True, True, False]
    assert held.add("b")
    held.remove("a")
    assert held.add("a")


def test_behind_a_proxy_all_come_from_one_address() -> None:
    held = ConnectionLimit(5, None)
    assert [held.add("proxy") for _ in range(6)] == [True] * 5 + [False]


@pytest.mark.parametrize(("files", "most"), [(1024, 800), (256, 128), (4096, 3872)])
def test_connections_leave_files_for_the_rest(files: int, most: int) -> None:
    assert connections_for(files) == most


def test_what_strangers_cause_is_written_once_a_minute() -> None:
    now = [0.0]
    seldom = RepeatFilter(lambda: now[0])

    def passes(name: str, event: str) -> bool:
        return seldom.filter(logging.LogRecord(name, logging.ERROR, "", 1, event, (), None))

    refused = "socket.accept() out of system resource\nsocket: <...>"
    assert [passes("asyncio", refused) for _ in range(3)] == [True, False, False]
    assert passes("uvicorn.error", "Invalid HTTP request received.")
    assert [passes("gaslamp.server.http.errors", "request failed") for _ in range(2)] == [True, True]
    now[0] = 61
    assert passes("asyncio", refused)

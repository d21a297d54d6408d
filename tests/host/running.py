"""A server on loopback for the tests, and guests that behave like browsers: cookies, Origin, one socket."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gaslamp.server.http.app import App, make_app
from gaslamp.server.ops.serve import Server, listen
from gaslamp.server.ops.settings import Settings
from tests.host.places import fill
from tests.patched import listed, patched

Frame = dict[str, Any]
WAIT = 30.0  # seconds
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # avoids loading all CA certificates per client


@contextmanager
def serving(data: Path, beat: float = 0.0, now: Callable[[], float] = time.time, **more: Any) -> Iterator[str]:
    """Serve a data folder from a thread. Yields the address."""
    settings = Settings(data, port=0, beat=beat, **more)
    with served(make_app(settings, now=now), settings) as address:
        yield address


@contextmanager
def served(app: App, settings: Settings) -> Iterator[str]:
    """Serve an application from a thread. Yields the address."""
    if not settings.database:
        fill(settings.data)
    server = Server(app)
    with listen(settings) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class Time:
    """A clock that is advanced by the test."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


class Socket:
    """A guest's socket at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.frames: list[Frame] = []  # all frames, with patches applied
        self.raw: list[str] = []  # the same as received
        self._table: Frame | None = None

    def send(self, text: str | bytes | None = None, **fields: Any) -> None:
        self._connection.send(json.dumps(fields) if text is None else text)

    def receive(self, timeout: float = WAIT) -> Frame:
        self.raw.append(str(self._connection.recv(timeout=timeout)))
        frame: Frame = json.loads(self.raw[-1])
        if frame["type"] == "patch":
            frame = patched(self._table, frame)
        if frame["type"] == "table":
            self._table = frame
            frame = listed(frame)
        self.frames.append(frame)
        return frame

    def until(self, kind: str = "table", **wanted: Any) -> Frame:
        """Read frames until one of this type with these values."""
        while True:
            frame = self.receive()
            if frame["type"] == kind and all(frame[key] == value for key, value in wanted.items()):
                return frame

    def hears_nothing(self, seconds: float = 0.3) -> bool:
        try:
            self.receive(timeout=seconds)
        except TimeoutError:
            return True
        return False

    def closed_with(self) -> int:
        """Return the code with which the server closed this socket."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        assert self._connection.close_code is not None
        return self._connection.close_code

    @property
    def open(self) -> bool:
        return self._connection.close_code is None

    def play(self, frame: Frame, rng: Random) -> str:
        """Play a random choice of a frame."""
        notation: str = rng.choice(plays(frame))
        self.send(play=notation, step=frame["step"])
        return notation

    def close(self) -> None:
        self._connection.close()


class Guest:
    """A client with cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"Origin": address}, timeout=WAIT, verify=NO_TLS)
        self._sockets = ExitStack()

    def create(self, opponent: str = "same_device", side: str = "detectives", **more: Any) -> dict[str, str]:
        answer = self.http.post("/games", json={"title": "pocket", "side": side, "opponent": opponent, **more})
        assert answer.status_code == 201, answer.text
        told: dict[str, str] = answer.json()
        return told

    def follow(self, link: str) -> httpx.Response:
        """Use a secret link, as the script of its page does."""
        path, secret = link.split("#")
        kind, id = path.strip("/").split("/")
        return self.http.post(f"/games/{id}/{kind}", json={"secret": secret})

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def sit(self, table: str, query: str = "", **headers: str) -> Socket:
        given = {"Origin": self.address, "Cookie": self.cookies} | headers
        address = self.address.replace("http", "ws") + table + "/socket" + query
        return Socket(self._sockets.enter_context(connect(address, additional_headers=given)))

    @contextmanager
    def sit_and_read_nothing(self, table: str) -> Iterator[ClientConnection]:
        """Return a raw socket that never reads."""
        url = urlsplit(self.address)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect((url.hostname, url.port))
        given = {"Origin": self.address, "Cookie": self.cookies}
        address = f"ws://{url.netloc}{table}/socket"
        with connect(address, sock=narrow, additional_headers=given, max_queue=1, close_timeout=0) as connection:
            yield connection

    def leave(self) -> None:
        self._sockets.close()
        self.http.close()


def plays(frame: Frame) -> list[str]:
    """Return the notations of all choices of a frame."""
    return list(_leaves(frame["prompt"]["choices"]))


def _leaves(choices: list[Frame]) -> Iterator[str]:
    for choice in choices:
        if "play" in choice:
            yield choice["play"]
        yield from _leaves(choice.get("next", []))


def finish(socket: Socket, rng: Random, frame: Frame | None = None) -> Frame:
    """Play a game on one device or against a bot to its end. Returns the last frame."""
    while True:
        time.sleep(0.06)  # below the rate limit
        if frame is None:
            frame = socket.receive()
        if frame["type"] == "curtain":
            socket.send(uncover=frame["seat"])
        elif frame["type"] == "table":
            if frame["over"]:
                return frame
            if plays(frame):
                socket.play(frame, rng)
        elif frame["type"] != "status":
            raise AssertionError(frame)
        frame = None

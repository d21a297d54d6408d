"""Measures a player's waiting time while one address floods a server: `python -m bench.server.flood`, on loopback.

A program polls the state of its game by the API and opens a new connection for /healthz, before, during and after the
flood. The flood runs in a process of its own: many keep-alive connections of one other address, each of which requests
a path again as soon as it is answered. With --sockets they open and close sockets of a lesson instead.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server.load import server, spread

_PLAYER: Final = "127.1.0.1"
_FLOODER: Final = "127.1.0.2"
_EVERY: Final = 0.05  # seconds between the player's requests


class Player:
    """A program at a game of its own."""

    def __init__(self, address: str) -> None:
        self._netloc = urlsplit(address).netloc
        self._line = self._connected()
        self._token = ""
        self._token = self._request("POST", "/api/v1/accounts", {"name": "bench"})["token"]
        wanted = {"title": "pocket", "side": "detectives", "opponent": "same_device"}
        self._game = self._request("POST", "/api/v1/games", wanted)["game"]

    def measure(self, seconds: float) -> tuple[list[float], list[float]]:
        """Return how long requests of the state took, and how long /healthz did by a new connection."""
        states: list[float] = []
        healths: list[float] = []
        until = time.perf_counter() + seconds
        while (began := time.perf_counter()) < until:
            self._request("GET", f"/api/v1/games/{self._game}/state?seat=detectives")
            states.append(time.perf_counter() - began)
            if len(states) % 5 == 0:
                began = time.perf_counter()
                fresh = self._connected()
                fresh.request("GET", "/healthz")
                fresh.getresponse().read()
                fresh.close()
                healths.append(time.perf_counter() - began)
            time.sleep(_EVERY)
        return states, healths

    def _connected(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._netloc, source_address=(_PLAYER, 0), timeout=30)

    def _request(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        self._line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._line.getresponse()
        told: dict[str, Any] = json.loads(answer.read())
        assert answer.status < 300, told
        return told


async def flood(address: str, path: str, connections: int, seconds: float, *, sockets: bool) -> Counter[str]:
    """Request a path by many connections for some seconds; return how often each status came."""
    counted: Counter[str] = Counter()
    one = _churn if sockets else _requests
    tasks = [asyncio.create_task(one(address, path, counted)) for _ in range(connections)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counted


async def _requests(address: str, path: str, counted: Counter[str]) -> None:
    url = urlsplit(address)
    head = f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    while True:
        try:
            reader, writer = await asyncio.open_connection(url.hostname, url.port, local_addr=(_FLOODER, 0))
            while True:
                writer.write(head)
                answer = await reader.readuntil(b"\r\n\r\n")
                lengths = [line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                await reader.readexactly(int(lengths[0].partition(b":")[2]))
                counted[answer[9:12].decode()] += 1
        except (OSError, asyncio.IncompleteReadError):
            counted["closed"] += 1
            await asyncio.sleep(0.1)


async def _churn(address: str, path: str, counted: Counter[str]) -> None:
    while True:
        try:
            url = address.replace("http", "ws") + path
            async with connect(url, origin=address, local_addr=(_FLOODER, 0), compression=None) as socket:  # type: ignore[arg-type]
                await socket.recv()
            counted["opened"] += 1
        except (OSError, WebSocketException):
            counted["refused"] += 1


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.flood", description=__doc__)
    parser.add_argument("--path", default="/")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--sockets", action="store_true", help="open and close sockets at the path")
    parser.add_argument("--address", default="", help=argparse.SUPPRESS)  # of the server, for the process that floods
    asked = parser.parse_args()
    if asked.address:
        found = flood(asked.address, asked.path, asked.connections, asked.seconds, sockets=asked.sockets)
        print(json.dumps(asyncio.run(found)))
        return
    with tempfile.TemporaryDirectory() as data, server(data) as (address, _):
        player = Player(address)
        player.measure(1)
        _show("before", player.measure(asked.seconds / 3))
        words = [sys.executable, "-m", "bench.server.flood", *sys.argv[1:], "--address", address]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as flooding:
            time.sleep(1)  # until it has started
            _show("during", player.measure(asked.seconds - 1))
            answers, _ = flooding.communicate()
        _show("after", player.measure(asked.seconds / 3))
    print(f"{asked.path}, {asked.connections} connections, {asked.seconds:.0f} s: {answers.strip()}")
    print(f"load of the machine {os.getloadavg()[0]:.1f}")


def _show(when: str, times: tuple[list[float], list[float]]) -> None:
    told = [f"{name} p50 {p50:.0f}, p99 {p99:.0f}, longest {longest:.0f} ms" for name, (p50, p99, longest) in
            zip(("API", "/healthz"), map(spread, times), strict=True)]  # fmt: skip
    print(f"{when:7}", "; ".join(told))


if __name__ == "__main__":
    main()

"""Timing side channel: can an opponent detect hidden steps by pings? `python -m bench.server.pings`.

An opponent pings through as many sockets and as often as the server allows. In randomly chosen intervals the other seat
plays a hidden step or takes it back; in the others nothing happens. The opponent classifies intervals by their longest
round trip. The figure is the AUC of this classifier: 0.5 is a guess, 1.0 certainty.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection

from bench.server.crowd import Guest
from bench.server.load import server

Moments = tuple[list[float], list[float]]  # longest round trips in seconds: with and without hidden steps


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the probability that a value of the first list is greater than one of the second."""
    pairs = [(one > other) + (one == other) / 2 for one in positive for other in negative]
    return sum(pairs) / len(pairs)


class Attacker:
    """Pings through many sockets in turn and records the send time and round trip of each ping."""

    def __init__(self, sockets: list[ClientConnection], every: float) -> None:
        self._sockets = sockets
        self._every = every
        self.trips: list[tuple[float, float]] = []
        self._waiting: set[asyncio.Task[None]] = set()

    async def ping(self) -> None:
        """Ping until cancelled."""
        number, began = 0, time.perf_counter()
        while True:
            waiting = asyncio.create_task(self._one(self._sockets[number % len(self._sockets)]))
            self._waiting.add(waiting)
            waiting.add_done_callback(self._waiting.discard)
            number += 1
            await asyncio.sleep(max(0.0, began + number * self._every - time.perf_counter()))

    async def _one(self, socket: ClientConnection) -> None:
        sent = time.perf_counter()
        await (await socket.ping())
        self.trips.append((sent, time.perf_counter() - sent))

    def longest(self, since: float, until: float) -> float:
        """Return the longest round trip within an interval."""
        during = [took for sent, took in self.trips if sent + took >= since and sent <= until]
        return max(during, default=0.0)


class Victim:
    """Plays hidden steps and takes them back."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._frame: dict[str, Any] = {}

    async def read(self) -> None:
        async for data in self._socket:
            frame = json.loads(data)
            if frame["type"] in {"table", "patch"}:
                changed = frame.get("patch", frame)
                prompt = {**self._frame.get("prompt", {}), **changed.get("prompt", {})}
                self._frame |= changed | {"prompt": prompt}

    async def step(self) -> None:
        """Play a hidden step or take the last one back, and wait for the update."""
        step = self._frame["step"]
        if self._frame["undo"]:
            asked: dict[str, Any] = {"undo": step}
        else:
            choices = self._frame["prompt"]["choices"]
            hidden = [choice["play"] for choice in choices if "play" in choice and not choice.get("final", True)]
            asked = {"play": hidden[0], "step": step}
        await self._socket.send(json.dumps(asked))
        while self._frame["step"] == step:
            await asyncio.sleep(0.001)

    async def ready(self) -> None:
        while not self._frame:
            await asyncio.sleep(0.01)


async def measure(address: str, title: str, side: str, moments: int, sockets: int, rate: float) -> Moments:
    """Ping as one seat while the other plays hidden steps or does nothing."""
    host, friend = Guest(address, 0), Guest(address, 1)
    told = host.post("/games", {"title": title, "side": side, "opponent": "friend"})
    path, _, secret = told["invite"].partition("#")
    friend.post(path.replace("/join/", "/games/") + "/join", {"secret": secret})
    victim = Victim(await host.sit(told["table"]))
    spying = [await friend.sit(told["table"]) for _ in range(sockets)]
    attacker = Attacker(spying, 1 / (sockets * rate))
    tasks = [asyncio.create_task(task) for task in (victim.read(), *(_drain(socket) for socket in spying))]
    await victim.ready()
    await asyncio.sleep(2)  # wait for the presence updates
    tasks.append(asyncio.create_task(attacker.ping()))
    rng, found = Random(1888), ([], [])  # type: tuple[Random, Moments]
    for _ in range(moments):
        idle = rng.random() < 0.5
        since = time.perf_counter()
        if not idle:
            await victim.step()
        await asyncio.sleep(since + 0.1 - time.perf_counter())
        found[idle].append(attacker.longest(since, since + 0.1))
        attacker.trips.clear()
        await asyncio.sleep(0.02 + 0.03 * rng.random())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for socket in (*spying, victim._socket):
        await socket.close()
    return found


async def _drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.pings", description=__doc__)
    parser.add_argument("--title", default="pocket")
    parser.add_argument("--side", default="detectives", help="side with the hidden steps")
    parser.add_argument("--moments", type=int, default=600)
    parser.add_argument("--sockets", type=int, default=20)
    parser.add_argument("--rate", type=float, default=18.0, help="pings per second and socket")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, server(data) as (address, _):
        wanted = (asked.title, asked.side, asked.moments, asked.sockets, asked.rate)
        hidden, idle = asyncio.run(measure(address, *wanted))
    middles = [f"{median(times) * 1000:.2f} ms" for times in (hidden, idle)]
    print(
        f"{asked.title}: {len(hidden)} hidden steps, {len(idle)} moments of nothing, {asked.sockets} sockets, "
        f"{asked.sockets * asked.rate:.0f} pings/s: AUC {auc(hidden, idle):.2f}, longest trips {middles[0]} and "
        f"{middles[1]} in the middle"
    )


if __name__ == "__main__":
    main()

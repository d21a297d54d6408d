"""Simulated players at many tables, each from its own loopback address.

For every step the time until the sender's own update is measured, and the time until the other seat's update if it
gets one: steps inside an activation are not sent to it. Each table has at most one step in flight, and the tables take
turns, so every update belongs to the last step. During the warm-up some tables are played further than others, so that
the games do not start and end at the same time.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE: Final = 20  # sockets opened concurrently


class Choice(msgspec.Struct):
    play: str = ""
    sure: str = ""
    next: tuple[Choice, ...] = ()


class Prompt(msgspec.Struct):
    choices: tuple[Choice, ...] | msgspec.UnsetType | None = msgspec.UNSET


class Patch(msgspec.Struct):
    step: int | msgspec.UnsetType = msgspec.UNSET
    over: bool | msgspec.UnsetType = msgspec.UNSET
    prompt: Prompt | msgspec.UnsetType = msgspec.UNSET


class Frame(msgspec.Struct):
    """The fields of a frame that a player needs."""

    type: str
    step: int | msgspec.UnsetType = msgspec.UNSET
    over: bool | msgspec.UnsetType = msgspec.UNSET
    prompt: Prompt | msgspec.UnsetType = msgspec.UNSET
    to: str = ""
    text: str = ""
    patch: Patch | msgspec.UnsetType = msgspec.UNSET

    def after(self, base: Frame | None) -> Frame:
        """Apply this patch to *base*."""
        assert base is not None
        assert self.patch is not msgspec.UNSET
        prompt = self.patch.prompt
        changed = {
            name: value for name in ("step", "over") if (value := getattr(self.patch, name)) is not msgspec.UNSET
        }
        if prompt is not msgspec.UNSET and prompt.choices is not msgspec.UNSET:  # null without choices
            changed["prompt"] = msgspec.structs.replace(prompt, choices=prompt.choices or ())
        return msgspec.structs.replace(base, **changed)


_DECODER: Final = msgspec.json.Decoder(Frame)


@dataclass
class Measured:
    """Results in seconds. `late` counts steps that were due before the last one was answered."""

    to_other: list[float] = field(default_factory=list)
    to_sender: list[float] = field(default_factory=list)
    sent: int = 0
    late: int = 0
    refused: int = 0
    ended: int = 0  # games, each followed by its rematch
    bytes: list[int] = field(default_factory=list)  # size of each patch

    def begin(self) -> None:
        """Discard the results of the warm-up."""
        for figures in (self.to_other, self.to_sender, self.bytes):
            figures.clear()
        self.sent = self.late = self.refused = self.ended = 0


class Guest:
    """A client with its own address and cookie."""

    def __init__(self, server: str, number: int) -> None:
        self.server = urlsplit(server)
        self.home = f"127.1.{number // 250}.{1 + number % 250}"
        self.cookie = ""

    def post(self, path: str, body: dict[str, Any]) -> dict[str, str]:
        given = {"Origin": f"http://{self.server.netloc}", "Cookie": self.cookie}
        connection = http.client.HTTPConnection(self.server.netloc, source_address=(self.home, 0))
        connection.request("POST", path, json.dumps(body), given)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status < 300, told
        self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
        connection.close()
        return dict(told)

    async def sit(self, table: str) -> ClientConnection:
        given = {"Origin": f"http://{self.server.netloc}", "Cookie": self.cookie}
        address = f"ws://{self.server.netloc}{table}/socket"
        return await connect(
            address, additional_headers=given, local_addr=(self.home, 0), compression=None, max_size=None
        )


class Chair:
    """A guest's connection to a table, with the latest frame."""

    def __init__(self, table: PlayedTable, guest: Guest) -> None:
        self._table = table
        self.guest = guest
        self._reader: asyncio.Task[None] | None = None
        self.socket: ClientConnection | None = None
        self.frame: Frame | None = None

    async def sit(self, path: str) -> None:
        """Connect to the table and start reading frames."""
        self.frame = None
        self.socket = await self.guest.sit(path)
        self._reader = asyncio.create_task(self._read(self.socket))

    async def leave(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        if self.socket is not None:
            await self.socket.close()

    async def _read(self, socket: ClientConnection) -> None:
        async for data in socket:
            frame = _DECODER.decode(data)
            now = time.perf_counter()
            if frame.type == "patch":
                self._table.measured.bytes.append(len(data.encode() if isinstance(data, str) else data))
                frame = frame.after(self.frame)
            if frame.type == "table":
                self.frame = frame
                await socket.send(f'{{"seen": {frame.step}}}')  # as a browser does
            self._table.heard(self, frame, now)


class PlayedTable:
    """A table with two guests who play at random, game after game."""

    def __init__(self, path: str, guests: tuple[Guest, Guest], rng: Random, measured: Measured) -> None:
        self.path = path
        self._rng = rng
        self.measured = measured
        self._chairs = [Chair(self, guest) for guest in guests]
        self._sender: Chair | None = None  # who sent the step in flight
        self._sent = 0.0
        self._untold = False  # the other seat has had no update since
        self._moving: asyncio.Task[None] | None = None
        self._next: asyncio.Future[str] | None = None  # path of the rematch

    async def sit(self) -> None:
        for chair in self._chairs:
            await chair.sit(self.path)
        while not all(chair.frame for chair in self._chairs):
            await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self._sender, self._untold = None, False  # updates caused by leaving are not answers
        for chair in self._chairs:
            await chair.leave()

    async def step(self) -> None:
        """Play one step, unless the last one is still unanswered."""
        if self._moving is not None:  # moving to the rematch
            return
        acting = next((chair for chair in self._chairs if chair.frame and plays(chair.frame)), None)
        if self._sender is not None or acting is None or acting.frame is None or acting.socket is None:
            over = any(chair.frame and chair.frame.over for chair in self._chairs)
            if over:
                self._moving = asyncio.create_task(self._play_again())
            else:
                self.measured.late += 1
            return
        asked = json.dumps({"play": self._rng.choice(plays(acting.frame)), "step": acting.frame.step})
        self._sender, self._untold, self._sent = acting, True, time.perf_counter()
        self.measured.sent += 1
        await acting.socket.send(asked)

    def heard(self, chair: Chair, frame: Frame, now: float) -> None:
        """Record the time of an answer."""
        if frame.type == "error":
            self.measured.refused += 1
            self._sender = None
        if frame.type == "moved" and self._next is not None:
            self._next.set_result(frame.to)
        if frame.type != "table":
            return
        if chair is self._sender:
            self.measured.to_sender.append(now - self._sent)
            self._sender = None
        elif self._untold and self._sent:
            self.measured.to_other.append(now - self._sent)
            self._untold = False

    async def _play_again(self) -> None:
        """Request a rematch, and move both guests to it."""
        asking = self._chairs[0].socket
        assert asking is not None
        self._next = asyncio.get_running_loop().create_future()
        await asking.send('{"rematch": true}')
        self.path = await self._next
        self._next = None
        await self.leave()
        self.measured.ended += 1
        await self.sit()
        self._moving = None


def plays(frame: Frame) -> list[str]:
    """Return the playable choices of a frame. Choices that need confirmation are used only if there is no other."""
    offered = frame.prompt.choices if frame.prompt is not msgspec.UNSET else msgspec.UNSET
    choices = [*_leaves(offered or ())] if offered is not msgspec.UNSET else []
    calm = [choice for choice in choices if not choice.sure] or choices
    return [choice.play for choice in calm]


def _leaves(choices: tuple[Choice, ...]) -> Iterator[Choice]:
    for choice in choices:
        if choice.play:
            yield choice
        yield from _leaves(choice.next)


async def gather(server: str, tables: int, titles: list[str], measured: Measured) -> list[PlayedTable]:
    """Create the tables and connect both guests of each."""
    made = []
    for number, title in zip(range(tables), cycle(titles), strict=False):
        host, friend = Guest(server, 2 * number), Guest(server, 2 * number + 1)
        told = host.post("/games", {"title": title, "side": "jack", "opponent": "friend"})
        path, _, secret = told["invite"].partition("#")
        friend.post(path.replace("/join/", "/games/") + "/join", {"secret": secret})
        made.append(PlayedTable(told["table"], (host, friend), Random(number), measured))
    for first in range(0, tables, AT_ONCE):
        await asyncio.gather(*(table.sit() for table in made[first : first + AT_ONCE]))
    return made


async def warm_up(tables: list[PlayedTable], rate: float, seconds: float) -> None:
    """Play as many steps as `play` would: twice the average at the last table, almost none at the first."""
    steps = int(rate * seconds)
    rounds = max(1, round(2 * steps / len(tables)))
    ahead = [tables[len(tables) * number // rounds :] for number in range(rounds)]
    await _take([table for some in ahead for table in some][:steps], rate)


async def play(tables: list[PlayedTable], rate: float, seconds: float) -> None:
    """Play *rate* steps per second for *seconds*, the tables taking turns."""
    await _take(islice(cycle(tables), int(rate * seconds)), rate)


async def _take(turns: Iterable[PlayedTable], rate: float) -> None:
    began = time.perf_counter()
    for number, table in enumerate(turns):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        await table.step()

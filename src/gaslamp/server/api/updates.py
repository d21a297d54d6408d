"""The stream of a seat: a line of JSON for each step and each change of status that the seat may know of.

There is no queue: a slow client gets the newest state. Hidden events neither cause a line nor delay one: the blank
lines that keep a connection alive follow the last line after a fixed time.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send

from gaslamp.core.game import SPECTATOR, Viewer
from gaslamp.server.api.schemas import StateOut
from gaslamp.server.api.serializers import state_out
from gaslamp.server.ops.limits import SEND_TIMEOUT, Limits
from gaslamp.server.ops.metrics import Metrics
from gaslamp.service.errors import Refusal
from gaslamp.service.games.attendance import Listener
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.membership import Membership

NDJSON: Final = "application/x-ndjson"
KEEP_ALIVE: Final = 15.0  # seconds between the last line and a blank one

_ACCESS: Final = logging.getLogger("gaslamp.access")
_ENCODER: Final = msgspec.json.Encoder()


class Updates(ASGIResponse):
    """Response that streams the states of a viewer until the game ends, the client leaves or the server stops."""

    __slots__ = (
        "_address",
        "_keep_alive",
        "_limits",
        "_lobby",
        "_metrics",
        "_place",
        "_revision",
        "_stopping",
        "_viewer",
    )

    _should_set_content_length = False

    def __init__(
        self,
        place: Membership,
        viewer: Viewer,
        address: str,
        lobby: Lobby,
        limits: Limits,
        metrics: Metrics,
        stopping: asyncio.Event,
        keep_alive: float = KEEP_ALIVE,
    ) -> None:
        super().__init__(media_type=NDJSON, status_code=200)
        self._place = place
        self._viewer = viewer
        self._address = address
        self._lobby = lobby
        self._limits = limits
        self._metrics = metrics
        self._stopping = stopping
        self._keep_alive = keep_alive
        self._revision = -1  # of the game's metadata when its members were last read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        by_account = self._limits.account_streams.acquire(self._place.guest)
        by_address = self._limits.streams.acquire(self._address)
        with by_account as account_allowed, by_address as address_allowed:
            if not (account_allowed and address_allowed):
                raise Refusal(429, "web.error.too_many_streams")
            await super().__call__(scope, receive, send)

    async def send_body(self, send: Send, receive: Receive) -> None:
        seats = () if self._viewer == SPECTATOR else (self._viewer,)
        with self._place.live.attendance.listen(seats) as listener:
            tasks = {asyncio.create_task(self._stream(listener, send)), asyncio.create_task(_disconnected(receive))}
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _stream(self, listener: Listener, send: Send) -> None:
        last: StateOut | None = None
        while last is None or not (last.phase == "over" or self._stopping.is_set()):
            try:
                async with asyncio.timeout(self._keep_alive):
                    last = await self._next(listener, last)
                    line = _ENCODER.encode(last)
            except TimeoutError:
                line = b""
                listener.changed.set()  # the timeout may have interrupted the reading of a state
            if not await self._send(send, line + b"\n"):
                return
        await _write(send, b"", more=False)

    async def _next(self, listener: Listener, last: StateOut | None) -> StateOut:
        """Wait until the state differs from *last*, or the server stops."""
        while True:
            await listener.changed.wait()
            listener.changed.clear()
            state = await self._state()
            if last is None or _comparable(state) != _comparable(last) or self._stopping.is_set():
                return state

    async def _state(self) -> StateOut:
        place = self._place
        if place.phase == "waiting" and self._revision != place.live.changes:
            self._revision = place.live.changes
            self._place = place = await self._lobby.refresh(place)
        await place.start_clocks()
        return state_out(place, self._viewer)

    async def _send(self, send: Send, line: bytes) -> bool:
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await _write(send, line, more=True)
        except TimeoutError:
            self._metrics.cut_off("slow")
            _ACCESS.info("stream cut off: send timeout", extra={"game": self._place.live.id})
            return False
        return True


def _comparable(state: StateOut) -> tuple[object, ...]:
    """Return what causes a new line when it changes; the time of day does not."""
    clock = msgspec.structs.replace(state.clock, now=0) if state.clock is not None else None
    return state.phase, state.step, clock, state.status


async def _write(send: Send, body: bytes, *, more: bool) -> None:
    event: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": more}
    await send(event)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

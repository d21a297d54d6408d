"""The socket of one browser, both ways: what comes is counted and decoded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from gaslamp.core.errors import GaslampError
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import HEARTBEAT, SOCKET, TOO_FAST, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.frames import asked, server_frames
from gaslamp.server.wire.refusals import refusal
from gaslamp.storage.database import OUTAGES, is_outage

PERIOD: Final = 2.0  # seconds between heartbeats
_HEARTBEAT: Final = encode(server_frames.HeartbeatFrame(), "en")


class BrowserSocket:
    """Reads and writes for as long as the browser keeps its measure."""

    def __init__(self, socket: WebSocket[Any, Any, Any], services: Services) -> None:
        self._socket = socket
        self._metrics = services.metrics
        self._from_there = services.frames
        self.address = request_info.address(socket)
        self.received: float | None = None  # when the frame being handled arrived, by the clock of the games
        self._heartbeats = Bucket(HEARTBEAT, services.clock)
        self._beating: asyncio.Task[None] | None = None

    async def read(
        self,
        bucket: Bucket,
        obey: Callable[[asked.Frame], Awaitable[None]],
        refuse: Callable[[GaslampError], Awaitable[None]],
        heartbeat: Callable[[], None] = lambda: None,
    ) -> None:
        """Have each frame obeyed, or say why not; who sends far more than a bucket allows is cut off."""
        try:
            await self._read(bucket, obey, refuse, heartbeat)
        finally:
            if self._beating is not None:
                self._beating.cancel()

    async def _read(
        self,
        bucket: Bucket,
        obey: Callable[[asked.Frame], Awaitable[None]],
        refuse: Callable[[GaslampError], Awaitable[None]],
        heartbeat: Callable[[], None],
    ) -> None:
        too_fast = 0
        while True:
            text = await self._receive()
            if text == asked.HEARTBEAT and self._heartbeats.try_acquire():  # any more are counted like other frames
                self._beat(heartbeat)
                continue
            self._metrics.frame()
            try:
                if not (bucket.try_acquire() and self._from_there.try_acquire(self.address)):
                    too_fast += 1
                    if too_fast > SOCKET.burst:
                        self._metrics.cut_off("fast")
                        await self._socket.close(code=TOO_FAST)
                        return
                    raise GaslampError("web.error.too_fast")
                frame = asked.decode(text)
                if isinstance(frame, asked.Heartbeat):
                    self._beat(heartbeat)
                else:
                    await obey(frame)
            except GaslampError as error:
                await refuse(error)
            except Exception as error:
                if not is_outage(error):
                    raise
                OUTAGES.warning("the database could not be read", exc_info=error)
                await refuse(GaslampError("error.no_database"))

    async def _receive(self) -> str:
        message: Any = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="disconnect event", code=message["code"])
        self.received = message.get("received")
        return message.get("text") or ""

    def _beat(self, heartbeat: Callable[[], None]) -> None:
        """Record a heartbeat of the client. The first one starts those of the server."""
        heartbeat()
        if self._beating is None:
            self._beating = asyncio.create_task(self._send_heartbeats())
            self._beating.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _send_heartbeats(self) -> None:
        """Send the same bytes at a fixed period, whatever happens at the table. Stops with the connection."""
        while True:
            await asyncio.sleep(PERIOD)
            await self._socket.send_text(_HEARTBEAT)

    async def send(self, *texts: str) -> None:
        """Send texts."""
        for text in texts:
            await self._socket.send_text(text)

    async def refuse(self, error: GaslampError, language: str) -> None:
        """Say why something is not done."""
        self._metrics.refused()
        await self.send(encode(refusal(error, language), language))

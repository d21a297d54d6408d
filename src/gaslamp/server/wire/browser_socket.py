"""The socket of one browser, both ways: what comes is counted and decoded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import WebSocket

from gaslamp.core.errors import GaslampError
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import SOCKET, TOO_FAST, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.frames import asked, sent
from gaslamp.server.wire.refusals import refusal


class BrowserSocket:
    """Reads and writes for as long as the browser keeps its measure."""

    def __init__(self, socket: WebSocket[Any, Any, Any], services: Services) -> None:
        self._socket = socket
        self._metrics = services.metrics
        self._from_there = services.frames
        self.address = request_info.address(socket)

    async def read(
        self,
        bucket: Bucket,
        obey: Callable[[asked.Frame], Awaitable[None]],
        refuse: Callable[[GaslampError], Awaitable[None]],
    ) -> None:
        """Have each frame obeyed, or say why not; who sends far more than a bucket allows is cut off."""
        too_fast = 0
        while True:
            text = await self._socket.receive_text()
            self._metrics.frame()
            try:
                if not (bucket.take() and self._from_there.take(self.address)):
                    too_fast += 1
                    if too_fast > SOCKET.burst:
                        self._metrics.cut_off("fast")
                        await self._socket.close(code=TOO_FAST)
                        return
                    raise GaslampError("web.error.too_fast")
                await obey(asked.decode(text))
            except GaslampError as error:
                await refuse(error)

    async def send(self, *texts: str) -> None:
        """Send texts."""
        for text in texts:
            await self._socket.send_text(text)

    async def refuse(self, error: GaslampError, language: str) -> None:
        """Say why something is not done."""
        self._metrics.refused()
        await self.send(sent.encode(refusal(error, language)))

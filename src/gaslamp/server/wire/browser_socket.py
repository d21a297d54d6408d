"""The socket of one browser, both ways: what comes is counted and decoded, and who takes nothing is cut off."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket

from gaslamp.core.errors import GaslampError
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import PATIENCE, SOCKET, TOO_FAST, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire.frames import asked, sent
from gaslamp.server.wire.refusals import refusal

_ACCESS: Final = logging.getLogger("gaslamp.access")

TOO_SLOW: Final = 4408  # why a socket was closed


class CutOff(OSError):
    """This side has closed the socket."""


class BrowserSocket:
    """Reads and writes for as long as the browser keeps its measure."""

    def __init__(self, socket: WebSocket[Any, Any, Any], services: Services, game: str) -> None:
        self._socket = socket
        self._metrics = services.metrics
        self._from_there = services.frames
        self._game = game  # as the log calls it
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
        """Send texts; a reader that takes nothing for long is cut off."""
        try:
            async with asyncio.timeout(PATIENCE):
                for text in texts:
                    await self._socket.send_text(text)
        except TimeoutError:
            self._metrics.cut_off("slow")
            _ACCESS.info("socket cut off: it took nothing", extra={"game": self._game})
            with suppress(Exception):
                await asyncio.wait_for(self._socket.close(code=TOO_SLOW), 1)
            raise CutOff from None

    async def refuse(self, error: GaslampError, language: str) -> None:
        """Say why something is not done."""
        self._metrics.refused()
        await self.send(sent.encode(refusal(error, language)))

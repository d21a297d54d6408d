"""The stream of a seat: a line of JSON for each step and each change of status it is entitled to, to the end.

As at a socket there is no queue. What a seat may not know of causes no line, and puts off none: the blank lines that
keep a connection alive come a fixed time after the last line, whatever happens at the table meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send

from gaslamp.core.game import SPECTATOR, Viewer
from gaslamp.server.api import told
from gaslamp.server.api.shapes import StateTold
from gaslamp.server.ops.limits import PATIENCE
from gaslamp.server.ops.services import Services
from gaslamp.service.errors import Refusal
from gaslamp.service.games.attendance import Listener
from gaslamp.service.lobby.membership import Membership

NDJSON: Final = "application/x-ndjson"
QUIET: Final = 15.0  # seconds without a line before a blank one

_ACCESS: Final = logging.getLogger("gaslamp.access")
_ENCODER: Final = msgspec.json.Encoder()


class Updates(ASGIResponse):
    """The answer that goes on as long as the game does."""

    __slots__ = ("_address", "_beside", "_place", "_quiet", "_services", "_viewer")

    _should_set_content_length = False

    def __init__(
        self, services: Services, found: Membership, viewer: Viewer, address: str = "", quiet: float = QUIET
    ) -> None:
        super().__init__(media_type=NDJSON, status_code=200)
        self._services = services
        self._place = found
        self._viewer = viewer
        self._address = address
        self._beside = -1  # what was known beside the log when its members were last asked for
        self._quiet = quiet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless who asks has enough streams open."""
        account = self._services.streams.one_more(self._place.guest)
        address = self._services.streams_from.one_more(self._address)
        with account as may, address as may_from_there:
            if not (may and may_from_there):
                raise Refusal(429, "web.error.too_many_streams")
            await super().__call__(scope, receive, send)

    async def send_body(self, send: Send, receive: Receive) -> None:
        """Tell until the game is over or nobody reads any more."""
        seats = () if self._viewer == SPECTATOR else (self._viewer,)
        with self._place.live.attendance.listen(seats) as listener:
            both = {asyncio.create_task(self._tell(listener, send)), asyncio.create_task(_gone(receive))}
            try:
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        for task in done:
            task.result()

    async def _tell(self, listener: Listener, send: Send) -> None:
        last: StateTold | None = None
        while last is None or not (last.phase == "over" or self._services.closing.is_set()):
            try:
                async with asyncio.timeout(self._quiet):
                    last = await self._next(listener, last)
                    line = _ENCODER.encode(last)
            except TimeoutError:
                line = b""
                listener.changed.set()  # it may have been interrupted while it looked
            if not await self._send(send, line + b"\n"):
                return
        await _write(send, b"", more=False)

    async def _next(self, listener: Listener, last: StateTold | None) -> StateTold:
        """Wait for a step, or a change of status, that this viewer was not told of, or for the end of the server."""
        while True:
            await listener.changed.wait()
            listener.changed.clear()
            state = await self._look()
            if last is None or _moment(state) != _moment(last) or self._services.closing.is_set():
                return state

    async def _look(self) -> StateTold:
        found = self._place
        if found.phase == "waiting" and self._beside != found.live.changes:
            self._beside = found.live.changes
            self._place = found = await self._services.lobby.refresh(found)
        await found.start_clocks()
        return told.state(found, self._viewer)

    async def _send(self, send: Send, line: bytes) -> bool:
        """Send a line; a reader that takes nothing for long is cut off."""
        try:
            async with asyncio.timeout(PATIENCE):
                await _write(send, line, more=True)
        except TimeoutError:
            self._services.metrics.cut_off("slow")
            _ACCESS.info("stream cut off", extra={"game": self._place.live.id})
            return False
        return True


def _moment(state: StateTold) -> tuple[object, ...]:
    """What one line differs from the next by; that time goes by is no reason for one."""
    clock = msgspec.structs.replace(state.clock, now=0) if state.clock is not None else None
    return state.phase, state.step, clock, state.status


async def _write(send: Send, body: bytes, *, more: bool) -> None:
    event: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": more}
    await send(event)


async def _gone(receive: Receive) -> None:
    """Wait until nobody is there to read."""
    while (await receive())["type"] != "http.disconnect":
        pass

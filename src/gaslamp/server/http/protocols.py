"""What uvicorn leaves to whoever connects, bounded: how long a request may take, what a socket sends and does not take.

Pings, pongs and pieces of a message never reach an application. So they are counted here, with all other frames.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from enum import Enum
from time import monotonic, time
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from gaslamp.server.http.connections import Connections
from gaslamp.server.ops.limits import PATIENCE, SOCKET, TOO_FAST, TOO_SLOW, Bucket, household

_ACCESS: Final = logging.getLogger("gaslamp.access")

HEAD: Final = 10.0  # seconds that the head of a request may take
BODY: Final = 10.0  # seconds that the rest of it may take; it is short
_SLICE: Final = 512  # bytes of a socket that are looked at before its frames are counted
_UNREAD: Final = 8  # messages of a socket that wait to be looked at before no more is read of it
_FAREWELL: Final = 1.0  # seconds to read the last answer before a connection is closed

_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class _Coming(Enum):
    """What of a request is still to come."""

    NOTHING = 0
    HEAD = 1
    BODY = 2


class HttpConnection(H11Protocol):
    """A connection that has to say what it wants, and to take what it is given, within a time."""

    def __init__(self, held: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._held = held
        self._address: str | None = None  # while it counts
        self._coming = _Coming.NOTHING
        self._late: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = household(self.client[0] if self.client else "")
        if not self._held.enter(address):
            transport.abort()
            return
        self._address = address
        self._held.wait(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()
        if self._address is not None:
            self._held.leave(self._address)

    def give_way(self) -> None:
        self.transport.abort()

    def shutdown(self) -> None:
        if self._coming is _Coming.BODY:  # nothing is lost: it was not acknowledged
            self.transport.abort()
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._held.wait(self)
        elif self.conn.their_state is h11.SEND_BODY:  # answered without its body
            self._end_at(_FAREWELL, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def _watch(self) -> None:
        """Begin to wait for a head or a body, or wait no more."""
        state = self.conn.their_state
        coming = {h11.IDLE: _Coming.HEAD, h11.SEND_BODY: _Coming.BODY}.get(state, _Coming.NOTHING)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if coming is _Coming.BODY:
            self._held.wait_for_body(self)
        elif coming is _Coming.NOTHING:
            self._held.work(self)
        if coming is self._coming:
            return
        self._coming = coming
        if coming is not _Coming.NOTHING:
            self._end_at(HEAD if coming is _Coming.HEAD else BODY, self._too_slow)
        elif self._late is not None:
            self._late.cancel()

    def _end_at(self, seconds: float, end: Callable[[], None]) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(seconds, end)

    def _too_slow(self) -> None:
        if self._coming is _Coming.HEAD or not self.cycle.response_started:
            self.transport.write(_TOO_SLOW)
        self.transport.close()

    def _let_go(self) -> None:
        self._held.work(self)
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket all of whose frames are counted, and that has to take what it is given within a time.

    Who does neither is shown out, and not listened to any more; `cut_off` is told why.
    """

    def __init__(
        self, held: Connections, cut_off: Callable[[str], None], now: Callable[[], float] = time, **given: Any
    ) -> None:
        super().__init__(**given)
        self._now = now
        self._arrivals: deque[float] = deque()  # when each queued message was complete
        self._held = held
        self._cut_off = cut_off
        self._bucket = Bucket(SOCKET, monotonic)
        self._refused = 0
        self._shown_out = False
        self._full = False  # so much waits that nothing more is read
        self._stuck: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._stuck is not None:
            self._stuck.cancel()
        self._held.leave(household(self.client[0] if self.client else ""))  # it was let in before it became a socket

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), _SLICE):
            if self._shown_out:
                return
            super().data_received(data[begin : begin + _SLICE])
        if self.queue.qsize() >= _UNREAD and not self._full:
            self._full = True
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(PATIENCE, self._too_slow)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    async def receive(self) -> Any:
        message: Any = await self.queue.get()
        if message["type"] == "websocket.receive":
            message["received"] = self._arrivals.popleft()
        if self._full and self.queue.empty():
            self._full = False
            self.transport.resume_reading()
        return message

    def send_receive_event_to_app(self) -> None:
        self.read_paused = True  # uvicorn would stop reading for every single message, and begin again: dear calls
        before = self.queue.qsize()
        super().send_receive_event_to_app()
        if self.queue.qsize() > before:
            self._arrivals.append(self._now())

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counted():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self._counted():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._counted():
            super().handle_bytes(event)

    def _counted(self) -> bool:
        """Count a frame, and tell whether it is still listened to."""
        if not self._bucket.take():
            self._refused += 1
            if self._refused > SOCKET.burst and not self._shown_out:
                self._show_out(TOO_FAST)
                self._cut_off("fast")
        return not self._shown_out

    def _too_slow(self) -> None:
        if not self._shown_out:
            self._show_out(TOO_SLOW)
            self._cut_off("slow")
            _ACCESS.info("socket cut off: it took nothing")

    def _show_out(self, why: int) -> None:
        self._shown_out, self._full = True, False
        self.stop_keepalive()
        self.transport.pause_reading()
        if not self.close_sent and not self.disconnected:
            self.conn.send_close(why)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self._arrivals.clear()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": why, "reason": ""})
        self.disconnected = True  # for whoever still wants to send
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(_FAREWELL, self.transport.abort)

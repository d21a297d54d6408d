"""Limits that uvicorn leaves to a proxy: connections, timeouts of requests, frames of sockets.

All code that depends on undocumented parts of uvicorn is in this file. tests/server/http/test_uvicorn_parts.py names
these parts.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic, time
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import Event
from websockets.server import ServerProtocol

from gaslamp.server.ops.limits import (
    CONNECTIONS_ADDRESS,
    SEND_TIMEOUT,
    SOCKET,
    TOO_FAST,
    TOO_SLOW,
    Bucket,
    rate_limit_key,
)

BACKLOG: Final = 128  # accepted connections that cannot be refused yet
HEAD_TIMEOUT: Final = 10.0  # seconds for the head of a request
BODY_TIMEOUT: Final = 10.0  # seconds for the body
_SLICE: Final = 512  # bytes parsed before frames are counted
_MAX_QUEUED: Final = 8  # messages of a socket before reading pauses
_CLOSE_DELAY: Final = 1.0  # seconds for reading the last response
_MAX_FILES: Final = 4096  # requested limit of open files
_OTHER_FILES: Final = BACKLOG + 96  # database, pipes, connections being refused

_LOG: Final = logging.getLogger(__name__)
_ACCESS: Final = logging.getLogger("gaslamp.access")
_REQUEST_TIMEOUT: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Abortable(Protocol):
    def abort(self) -> None: ...


class ConnectionLimit:
    """Limits the connections of a server. At the limit it aborts the oldest unfinished body or idle connection."""

    def __init__(self, limit: int, limit_by_address: int | None = CONNECTIONS_ADDRESS) -> None:
        self._limit = limit
        self._limit_by_address = limit_by_address  # None behind a proxy
        self._counts: Counter[str] = Counter()  # by address
        self._receiving: dict[Abortable, None] = {}  # unfinished request bodies, oldest first
        self._idle: dict[Abortable, None] = {}  # without a request, oldest first

    def add(self, address: str) -> bool:
        """Count a new connection. At the total limit the oldest unfinished body or idle one is aborted.

        Return False if it is refused; otherwise call remove() once.
        """
        if self._limit_by_address is not None and self._counts[address] >= self._limit_by_address:
            _LOG.warning("too many connections from one address")
            return False
        if self._counts.total() >= self._limit:
            _LOG.warning("connection limit reached")
            candidates = self._receiving or self._idle
            if not candidates:
                return False
            oldest = next(iter(candidates))
            del candidates[oldest]
            oldest.abort()
        self._counts[address] += 1
        return True

    def remove(self, address: str) -> None:
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def mark_idle(self, connection: Abortable) -> None:
        self._receiving.pop(connection, None)
        self._idle[connection] = None

    def mark_receiving(self, connection: Abortable) -> None:
        self._idle.pop(connection, None)
        self._receiving.setdefault(connection)

    def mark_busy(self, connection: Abortable) -> None:
        """Note that a connection has a request or is closed: it is not aborted."""
        self._receiving.pop(connection, None)
        self._idle.pop(connection, None)


def connections_for(files: int) -> int:
    return files - min(_OTHER_FILES, files // 2)


def raise_file_limit() -> int:
    try:
        import resource  # noqa: PLC0415 - not on Windows, which has no such limit
    except ImportError:
        return _MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return _MAX_FILES
    limit = max(soft, _MAX_FILES if hard == unlimited else min(_MAX_FILES, hard))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    except (OSError, ValueError):  # macOS has another limit
        return soft
    return limit


class HttpConnection(H11Protocol):
    def __init__(self, limit: ConnectionLimit, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._limit = limit
        self._address: str | None = None  # while it is counted
        self._missing: type[h11.IDLE | h11.SEND_BODY] | None = None  # part of a request: head, body
        self._timeout: asyncio.TimerHandle | None = None
        self._send_timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = rate_limit_key(self.client[0] if self.client else "")
        if not self._limit.add(address):
            transport.abort()
            return
        self._address = address
        self._limit.mark_idle(self)
        self._update_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timeouts()
        if self._address is not None:
            self._limit.remove(self._address)

    def abort(self) -> None:
        self.transport.abort()

    def shutdown(self) -> None:
        if self._missing is h11.SEND_BODY:  # the request was not handled yet
            self.transport.abort()
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._update_timeout()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_upgraded() or self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._limit.mark_idle(self)
        elif self.conn.their_state is h11.SEND_BODY:  # rejected before its body was read
            self._set_timeout(_CLOSE_DELAY, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_timeout = self.loop.call_later(SEND_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._send_timeout is not None:
            self._send_timeout.cancel()

    def _update_timeout(self) -> None:
        """Start or cancel the timeout when another part of a request is missing."""
        if self._is_upgraded() or self.transport.is_closing():
            return
        state = self.conn.their_state
        missing = state if state in {h11.IDLE, h11.SEND_BODY} else None
        if missing is h11.SEND_BODY:
            self._limit.mark_receiving(self)
        elif missing is None:
            self._limit.mark_busy(self)
        if missing is self._missing:
            return
        self._missing = missing
        if missing is not None:
            self._set_timeout(HEAD_TIMEOUT if missing is h11.IDLE else BODY_TIMEOUT, self._time_out)
        elif self._timeout is not None:
            self._timeout.cancel()

    def _is_upgraded(self) -> bool:
        """True if the connection has become a WebSocket; then stop all timeouts."""
        upgraded = self.transport.get_protocol() is not self
        if upgraded:
            self._stop_timeouts()
        return upgraded

    def _set_timeout(self, seconds: float, callback: Callable[[], None]) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = self.loop.call_later(seconds, callback)

    def _time_out(self) -> None:
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:  # no response has begun
            self.transport.write(_REQUEST_TIMEOUT)
        self.transport.close()

    def _stop_timeouts(self) -> None:
        self._limit.mark_busy(self)
        for timer in (self._timeout, self._send_timeout):
            if timer is not None:
                timer.cancel()


class _CountingParser(ServerProtocol):
    """WebSocket parser that drops frames after *count* has returned False.

    uvicorn handles pings, pongs and fragments itself; they are counted here, with all other frames.
    """

    def __init__(self, count: Callable[[], bool], max_size: int) -> None:
        super().__init__(max_size=max_size, logger=logging.getLogger("uvicorn.error"))
        self._count = count

    def events_received(self) -> list[Event]:
        return [event for event in super().events_received() if not _is_counted(event) or self._count()]


def _is_counted(event: Event) -> bool:
    return isinstance(event, Frame) and event.opcode is not Opcode.CLOSE


class _Inbox(asyncio.Queue[Any]):
    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now

    def put_nowait(self, item: Any) -> None:
        if item["type"] == "websocket.receive":
            item["received"] = self._now()
        super().put_nowait(item)


class SocketConnection(WebSocketsSansIOProtocol):
    """WebSocket with a rate limit for frames of all kinds and a timeout for unread data.

    On a violation it sends a close frame, stops reading, and calls *on_cut_off* with the reason.
    """

    def __init__(
        self, limit: ConnectionLimit, on_cut_off: Callable[[str], None], now: Callable[[], float] = time, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.conn = _CountingParser(self._count, self.config.ws_max_size)
        self.queue = _Inbox(now)
        self.read_paused = True  # else uvicorn pauses and resumes reading for each message
        self._limit = limit
        self._on_cut_off = on_cut_off
        self._bucket = Bucket(SOCKET, monotonic)
        self._excess = 0  # frames beyond the rate
        self._cut_off = False
        self._paused = False  # reading, because the queue is long
        self._send_timeout: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._send_timeout is not None:
            self._send_timeout.cancel()
        self._limit.remove(rate_limit_key(self.client[0] if self.client else ""))  # added by HttpConnection

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _SLICE):
            if self._cut_off:
                return
            super().data_received(data[start : start + _SLICE])
        if self.queue.qsize() >= _MAX_QUEUED and not self._paused:
            self._paused = True
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_timeout = self.loop.call_later(SEND_TIMEOUT, self._time_out)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._send_timeout is not None:
            self._send_timeout.cancel()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._paused and self.queue.empty():
            self._paused = False
            self.transport.resume_reading()
        return message

    def _count(self) -> bool:
        """Count a frame. Returns False if it must be dropped."""
        if not self._bucket.try_acquire():
            self._excess += 1
            if self._excess > SOCKET.burst and not self._cut_off:
                self._close(TOO_FAST)
                self._on_cut_off("fast")
        return not self._cut_off

    def _time_out(self) -> None:
        if not self._cut_off:
            self._close(TOO_SLOW)
            self._on_cut_off("slow")
            _ACCESS.info("socket cut off: send timeout")

    def _close(self, code: int) -> None:
        self._cut_off, self._paused = True, False
        self.transport.pause_reading()
        if not self.close_sent and not self.disconnected:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.disconnected = True  # sending raises ClientDisconnected from now on
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(_CLOSE_DELAY, self.transport.abort)

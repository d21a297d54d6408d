"""WebSockets: limits on connecting, how a connection ends, and the frames that a client sends and receives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from litestar import WebSocket
from litestar.exceptions import NotFoundException, WebSocketDisconnect, WebSocketException

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info
from gaslamp.server.http.errors import ErrorFrame
from gaslamp.server.http.middleware import REQUEST_ID_HEADER
from gaslamp.server.ops.limits import HEARTBEAT, SOCKET, TOO_FAST, WHOLE, WHY, Bucket, Limits
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import client_frames, server_frames
from gaslamp.server.wire.encoding import encode
from gaslamp.storage.database import OUTAGES, is_outage

AnySocket: TypeAlias = WebSocket[Any, Any, Any]
T = TypeVar("T")

NO_TABLE: Final = 4404  # close codes
TRY_LATER: Final = 1013  # the database cannot be reached
FORBIDDEN: Final = 1008
INTERNAL_ERROR: Final = 1011
SESSION_CHECKS: Final = 10.0  # seconds between checks whether a device was signed out
PERIOD: Final = 2.0  # seconds between heartbeats
_HEARTBEAT: Final = encode(server_frames.HeartbeatFrame(), "en")

_LOG: Final = logging.getLogger(__name__)


async def serve(socket: AnySocket, services: Services, name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Accept a socket of our pages within the limits, then *run* it. *name* identifies it in the log.

    *run* raises NotFoundException if there is no such table.
    """
    if not request_info.from_our_page(socket, services.settings):
        await socket.close(code=FORBIDDEN)
        return
    await socket.accept(headers={REQUEST_ID_HEADER.lower(): request_info.request_id()})
    address, limits = request_info.address(socket), services.limits
    if not limits.frames.try_acquire(address):
        await socket.close(code=TOO_FAST)
        return
    with limits.sockets.acquire(address) as allowed:
        await _run_to_the_end(socket, name, partial(_run_identified, socket, limits, run, allowed=allowed))


async def _run_identified(
    socket: AnySocket, limits: Limits, run: Callable[[], Awaitable[None]], *, allowed: bool
) -> None:
    await request_info.identify(socket)
    guest = request_info.claimed_guest(socket)  # None at a first lesson
    by_guest = limits.guest_sockets.acquire(guest) if guest else nullcontext(enter_result=True)
    with by_guest as guest_allowed:
        if allowed and guest_allowed:
            await _run_session(socket, run)
        else:
            await send_error(socket, GaslampError("web.error.too_many_sockets"))
            await socket.close(code=TOO_FAST)


async def _run_session(socket: AnySocket, run: Callable[[], Awaitable[None]]) -> None:
    """Await *run*. If the socket belongs to an account, close it when its device is signed out."""
    identities, session = socket.scope["state"]["runtime"].identities, request_info.identity(socket).session

    async def watch() -> None:
        while session is not None:
            await asyncio.sleep(SESSION_CHECKS)
            if not await identities.is_open(session):
                await socket.close(code=FORBIDDEN)
                return

    watching = asyncio.create_task(watch())
    try:
        await run()
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _run_to_the_end(socket: AnySocket, name: str, run: Callable[[], Awaitable[None]]) -> None:
    try:
        await run()
    except NotFoundException:
        await socket.close(code=NO_TABLE)
    except Exception as error:  # noqa: BLE001 - the browser must learn that the connection failed
        outage = is_outage(error)
        if isinstance(error, (WebSocketException, OSError)) and not outage:
            return  # disconnected
        _LOG.exception("socket failed", extra={"game": name})
        with suppress(Exception):
            await socket.close(code=TRY_LATER if outage else INTERNAL_ERROR, reason=request_info.request_id())


async def with_heartbeats(socket: AnySocket, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of *work*, and send heartbeats meanwhile."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait({task}, timeout=PERIOD))[0]:
            await socket.send_text(_HEARTBEAT)
    finally:
        task.cancel()
    return task.result()


async def send_error(socket: AnySocket, error: GaslampError) -> None:
    language = request_info.language(socket)
    await socket.send_text(encode(error_frame(error, language), language))


def error_frame(error: GaslampError, language: str) -> ErrorFrame:
    """Return an error in the client's language. Input that could not be read is not repeated."""
    text = message("web.error.unreadable") if isinstance(error, Unreadable) else error.message
    return ErrorFrame(catalogue(language).say(text), request_info.request_id())


class ClientSocket:
    def __init__(self, socket: AnySocket, services: Services) -> None:
        self.language = request_info.language(socket)
        self._socket = socket
        self._metrics = services.metrics
        self._limits = services.limits
        self._address = request_info.address(socket)
        self._received: float | None = None  # when the current frame arrived, by the clock of the games
        self._frames = Bucket(SOCKET, services.limits.clock)
        self._heartbeats = Bucket(HEARTBEAT, services.limits.clock)
        self._reasons = Bucket(WHY, services.limits.clock)
        self._full_frames = Bucket(WHOLE, services.limits.clock)
        self._sending_heartbeats: asyncio.Task[None] | None = None

    async def handle(self, frame: client_frames.Frame) -> None:
        """Handle a frame. Raises GaslampError to refuse it."""
        raise NotImplementedError

    async def refuse(self, error: GaslampError) -> None:
        self._metrics.refused()
        await self.send(error_frame(error, self.language))

    def heartbeat(self) -> None:
        """Record a heartbeat of the client. The first one starts those of the server."""
        if self._sending_heartbeats is None:
            self._sending_heartbeats = asyncio.create_task(self._send_heartbeats())
            self._sending_heartbeats.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def send(self, *frames: server_frames.Sent) -> None:
        for frame in frames:
            await self._socket.send_text(encode(frame, self.language))

    async def read(self) -> None:
        """Handle all frames. A client that keeps exceeding the rate limit is disconnected."""
        excess = 0
        try:
            while True:
                text = await self._receive()
                if text == client_frames.HEARTBEAT and self._heartbeats.try_acquire():  # others count as frames
                    self.heartbeat()
                    continue
                self._metrics.frame()
                if self._frames.try_acquire() and self._limits.frames.try_acquire(self._address):
                    await self._handle(text)
                elif excess < SOCKET.burst:
                    excess += 1
                    await self.refuse(GaslampError("web.error.too_fast"))
                else:
                    self._metrics.cut_off("fast")
                    await self._socket.close(code=TOO_FAST)
                    return
        finally:
            if self._sending_heartbeats is not None:
                self._sending_heartbeats.cancel()

    async def read_during(self, writing: Coroutine[Any, Any, None]) -> None:
        """Handle frames while *writing* runs. Ends both when one of them ends."""
        tasks = {asyncio.create_task(self.read()), asyncio.create_task(writing)}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    def check_rate(self, bucket: Bucket) -> None:
        """Raise GaslampError for a request beyond the rate of its kind."""
        if not bucket.try_acquire():
            raise GaslampError("web.error.too_fast")

    async def _receive(self) -> str:
        event: Any = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="disconnect event", code=event["code"])
        self._received = event.get("received")
        return event.get("text") or ""

    async def _handle(self, text: str) -> None:
        try:
            frame = client_frames.decode(text)
            if isinstance(frame, client_frames.Heartbeat):
                self.heartbeat()
            else:
                await self.handle(frame)
        except GaslampError as error:
            await self.refuse(error)
        except Exception as error:
            if not is_outage(error):
                raise
            OUTAGES.warning("database read failed", exc_info=error)
            await self.refuse(GaslampError("error.no_database"))

    async def _send_heartbeats(self) -> None:
        """Send the same bytes at a fixed period, independent of the game."""
        while True:
            await asyncio.sleep(PERIOD)
            await self._socket.send_text(_HEARTBEAT)

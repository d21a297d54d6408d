"""The WebSocket of a game, and what all WebSockets share: limits on connecting, and how a connection ends."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from functools import partial
from typing import Final

from litestar import websocket
from litestar.exceptions import NotFoundException, WebSocketException
from litestar.params import FromPath

from gaslamp.core.errors import GaslampError
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import TOO_FAST
from gaslamp.server.ops.services import Services, ServicesDep
from gaslamp.server.wire.client_socket import AnySocket, error_frame
from gaslamp.server.wire.connection import Connection
from gaslamp.server.wire.encoding import encode
from gaslamp.service.errors import CannotOpen, Refusal
from gaslamp.storage.database import is_outage

NO_TABLE: Final = 4404  # close codes
TRY_LATER: Final = 1013  # the database cannot be reached
FORBIDDEN: Final = 1008
INTERNAL_ERROR: Final = 1011

_LOG: Final = logging.getLogger(__name__)
_ACCESS: Final = logging.getLogger("gaslamp.access")


@websocket("/table/{id:str}/socket")
async def table_socket(socket: AnySocket, services: ServicesDep, id: FromPath[str]) -> None:
    await serve(socket, services, id, partial(_run, socket, services, id))


async def serve(socket: AnySocket, services: Services, name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Accept a socket of our pages within the limits, then *run* it. *name* identifies it in the log.

    *run* raises NotFoundException if there is no such table.
    """
    if not request_info.from_our_page(socket, services.settings):
        await socket.close(code=FORBIDDEN)
        return
    await socket.accept()
    address, limits = request_info.address(socket), services.limits
    if not limits.frames.try_acquire(address):
        await socket.close(code=TOO_FAST)
        return
    guest = request_info.claimed_guest(socket)  # None at a first lesson
    by_guest = limits.guest_sockets.acquire(guest) if guest else nullcontext(enter_result=True)
    with by_guest as guest_allowed, limits.sockets.acquire(address) as address_allowed:
        if guest_allowed and address_allowed:
            await _run_to_the_end(socket, name, run)
        else:
            await _send_error(socket, GaslampError("web.error.too_many_sockets"))
            await socket.close(code=TOO_FAST)


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


async def _run(socket: AnySocket, services: Services, id: str) -> None:
    lobby = services.lobby
    try:
        place = await lobby.find(id, request_info.claimed_guest(socket))
    except Refusal:
        raise NotFoundException from None
    except CannotOpen as error:
        await _send_error(socket, error)
        raise NotFoundException from None
    conversation = await lobby.conversation(place)
    _ACCESS.info("socket opened", extra={"game": id})
    try:
        with services.metrics.sockets.track_inprogress(), place.live.attendance.listen(place.mine) as listener:
            await Connection(socket, services, place, conversation, listener).run()
    finally:
        _ACCESS.info("socket closed", extra={"game": id})


async def _send_error(socket: AnySocket, error: GaslampError) -> None:
    language = request_info.language(socket)
    await socket.send_text(encode(error_frame(error, language), language))

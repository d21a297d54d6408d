"""The door of the socket: who may come to which table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Final

from litestar import websocket
from litestar.params import FromPath

from gaslamp.core.errors import GaslampError
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import TOO_FAST
from gaslamp.server.ops.services import Services, Shared
from gaslamp.server.wire.connection import AnySocket, Connection
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.refusals import refusal
from gaslamp.service.errors import CannotOpen, Refusal
from gaslamp.storage.database import is_outage

_LOG: Final = logging.getLogger(__name__)
_ACCESS: Final = logging.getLogger("gaslamp.access")

NO_TABLE: Final = 4404
TRY_LATER: Final = 1013  # the database cannot be reached


@websocket("/table/{id:str}/socket")
async def table_socket(socket: AnySocket, services: Shared, id: FromPath[str]) -> None:
    """Let a guest of the table in, and stay until they go."""
    await through_the_door(socket, services, lambda: _receive(socket, services, id))


async def through_the_door(socket: AnySocket, services: Services, receive: Callable[[], Awaitable[None]]) -> None:
    """Let a browser in if it comes from a page of ours, and not too often, and receive it."""
    if not request_info.from_our_page(socket, services.settings):
        await socket.close(code=1008)
        return
    await socket.accept()
    address = request_info.address(socket)
    if not services.frames.try_acquire(address):
        await socket.close(code=TOO_FAST)
        return
    guest = request_info.claimed_guest(socket)  # None at a first lesson: then only the address is counted
    held = services.sockets.acquire(guest) if guest else nullcontext(enter_result=True)
    with held as may, services.sockets_from.acquire(address) as may_from_there:
        if may and may_from_there:
            await receive()
        else:
            await _say(socket, GaslampError("web.error.too_many_sockets"))
            await socket.close(code=TOO_FAST)


async def _receive(socket: AnySocket, services: Services, id: str) -> None:
    try:
        connection = await _admit(socket, services, id)
        if connection is None:
            await socket.close(code=NO_TABLE)
            return
        await _stay(connection, services, id)
    except Exception as error:  # noqa: BLE001 - a broken connection must not leave the browser waiting
        _LOG.exception("a socket broke", extra={"game": id})
        with suppress(Exception):
            await socket.close(code=TRY_LATER if is_outage(error) else 1011, reason=request_info.request_id())


async def _stay(connection: Connection, services: Services, id: str) -> None:
    _ACCESS.info("socket opened", extra={"game": id})
    with services.metrics.sockets.track_inprogress():
        await connection.last()
    _ACCESS.info("socket closed", extra={"game": id})


async def _say(socket: AnySocket, error: GaslampError) -> None:
    language = request_info.language(socket)
    await socket.send_text(encode(refusal(error, language), language))


async def _admit(socket: AnySocket, services: Services, id: str) -> Connection | None:
    """Let in who belongs to the table."""
    try:
        place = await services.lobby.find(id, request_info.claimed_guest(socket))
    except Refusal:
        return None
    except CannotOpen as error:  # its people are told why it does not go on
        await _say(socket, error)
        return None
    return Connection(socket, services, place, await services.lobby.conversation(place))

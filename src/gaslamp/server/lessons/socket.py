"""The door of a first game: anybody may learn, for there is nothing hidden in it and nothing kept of it."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Final

from litestar import websocket
from litestar.exceptions import NotFoundException, WebSocketException
from litestar.params import FromPath, FromQuery

from gaslamp.server.http import requests
from gaslamp.server.lessons.connection import LessonConnection
from gaslamp.server.lessons.pages import find
from gaslamp.server.ops.services import Services, Shared
from gaslamp.server.wire.connection import AnySocket
from gaslamp.server.wire.socket import NO_TABLE, through_the_door

_LOG: Final = logging.getLogger(__name__)


@websocket("/learn/{title:str}/{side:str}/socket")
async def lesson_socket(
    socket: AnySocket, services: Shared, title: FromPath[str], side: FromPath[str], step: FromQuery[int] = 0
) -> None:
    """Show a first game from a step on, and stay until whoever learns goes."""
    await through_the_door(socket, services, lambda: _receive(socket, services, title, side, step))


async def _receive(socket: AnySocket, services: Services, title: str, side: str, step: int) -> None:
    try:
        await LessonConnection(socket, services, find(title, side), step).last()
    except NotFoundException:
        await socket.close(code=NO_TABLE)
    except (WebSocketException, OSError):
        return  # they have gone
    except Exception:  # noqa: BLE001 - a broken connection must not leave the browser waiting
        _LOG.exception("a lesson broke", extra={"game": f"{title} {side}"})
        with suppress(Exception):
            await socket.close(code=1011, reason=requests.current())

"""Receives the notifications of PostgreSQL, on a thread and a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL

from gaslamp.storage.database import OUTAGES
from gaslamp.storage.postgres import CHANNEL

if TYPE_CHECKING:
    import psycopg

_POLL: Final = 0.5  # seconds until a stop is noticed
_RETRY: Final = 0.5  # seconds between attempts to connect
_TIMEOUT: Final = 5  # seconds to connect


class NotificationListener:
    """Calls *on_message* in the event loop: with the sender's backend id and the text of each notification.

    After (re)connecting it is called with None: notifications may have been missed.
    """

    def __init__(self, url: URL, on_message: Callable[[int, str | None], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._on_message = on_message
        self._stopping = Event()
        self._thread: Thread | None = None
        self.connected = asyncio.Event()

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, args=[loop], name="notifications", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    # ---- in the thread

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        import psycopg  # noqa: PLC0415 - optional

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=_TIMEOUT) as connection:
                    self._listen(connection, loop)
            except (psycopg.Error, OSError) as error:
                OUTAGES.warning("notifications interrupted: %s", type(error).__name__)
                self._call(loop, self.connected.clear)
                self._stopping.wait(_RETRY)

    def _listen(self, connection: psycopg.Connection, loop: asyncio.AbstractEventLoop) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._call(loop, self._on_message, 0, None)
        self._call(loop, self.connected.set)
        while not self._stopping.is_set():
            for notification in connection.notifies(timeout=_POLL):
                self._call(loop, self._on_message, notification.pid, notification.payload)
                if self._stopping.is_set():
                    return

    def _call(self, loop: asyncio.AbstractEventLoop, function: Callable[..., None], *values: object) -> None:
        with suppress(RuntimeError):  # the loop has closed
            loop.call_soon_threadsafe(function, *values)

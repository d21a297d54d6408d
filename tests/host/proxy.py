"""A TCP proxy on loopback that can stop forwarding without closing anything, like a network that is gone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """Forwards connections to a server. While it is stalled, what comes is accepted and held back."""

    def __init__(self, target: str, port: int = 0) -> None:
        self._port = port
        url = urlsplit(target)
        self._target = (url.hostname or "", url.port or 0)
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self.address = ""

    def stall(self) -> None:
        """Forward nothing from now on, in either direction."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def resume(self) -> None:
        """Forward what was held back, and everything after it."""
        self._loop.call_soon_threadsafe(self._flows.set)

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        """Listen in a thread as long as the block lasts."""
        started = threading.Event()
        thread = threading.Thread(target=self._run, args=(started,))
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._flows.set()
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self._port))
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._loop.call_soon(started.set)
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0.01))  # let transports close

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        away, back = await asyncio.open_connection(*self._target)
        with suppress(asyncio.CancelledError):  # the proxy is stopped
            await asyncio.gather(self._forward(reader, back), self._forward(away, writer))
        for one in (writer, back):
            one.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        await self._flows.wait()
        writer.close()

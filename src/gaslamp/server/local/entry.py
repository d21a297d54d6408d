"""Called by the worker of the browser edition: the server, with functions and values of JavaScript."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gaslamp.server.http.app import App
from gaslamp.server.local.folder import LocalFolder
from gaslamp.server.local.host import CookieJar, Host, Reply, Socket
from gaslamp.server.local.pool import LocalPool
from gaslamp.server.ops.settings import Settings

_DATA: Final = Path("/data")
_MAX_WAIT: Final = 3600.0  # seconds; on a slow device a bot takes its time


class Edition:
    """The running server. *post* sends a job to the other worker, *save* stores changed chunks."""

    def __init__(
        self, base: str, saved: dict[str, Any], post: Callable[[Any], None], save: Callable[[Any], Any]
    ) -> None:
        logging.basicConfig(level=logging.WARNING)
        settings = Settings(_DATA, beat=0, max_wait=_MAX_WAIT, keep_games=0, keep_guests=0, most_data=0, base_path=base)
        chunks = {name: bytes(chunk) for name, chunk in saved.items()}
        self._folder = LocalFolder(_DATA, chunks, save)
        self._folder.open()
        self._pool = LocalPool(post)
        self._host = Host(App(settings, self._folder, time.time, self._pool), CookieJar(_DATA / "cookies.json"))

    async def start(self) -> None:
        await self._host.start()
        await self._folder.persist()

    async def request(self, method: str, url: str, headers: Any, body: Any) -> Reply:
        reply = await self._host.request(method, url, headers.to_py(), body.to_bytes())
        if method == "POST":
            await self._folder.persist()  # the cookies
        return reply

    def connect(self, url: str, language: str, send: Any) -> Socket:
        return self._host.connect(url, language, send)

    def answered(self, answer: Any) -> None:
        self._pool.answered(answer.to_bytes())

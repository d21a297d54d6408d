"""HEAD answers like GET, for whatever can be got: the same status and headers, and no body."""

from __future__ import annotations

from typing import cast

from litestar.types import ASGIApp, HTTPResponseBodyEvent, Message, Receive, Scope, Send


class Headed:
    """An application whose handlers need to know GET alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") != "HEAD":
            await self._app(scope, receive, send)
            return
        done = False

        async def sending(message: Message) -> None:
            """Let the head pass, and nothing after it: a stream ends there, for then nobody reads any more."""
            nonlocal done
            if message["type"] == "http.response.start":
                await send(message)
            elif not done:
                done = True
                nothing: HTTPResponseBodyEvent = {"type": "http.response.body", "body": b"", "more_body": False}
                await send(nothing)

        asked = {**scope, "method": "GET"}
        await self._app(cast("Scope", asked), receive, sending)

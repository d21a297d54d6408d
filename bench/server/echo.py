"""Echo server on the same stack (uvicorn, Litestar), as the lower bound for our server.

`python -m bench.server.echo` runs the server; `measure` starts it in a subprocess and sends messages on loopback.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from typing import Any, Final

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import connect

from bench.server.stopwatch import Stopwatch

_SOCKETS: Final = 100
_MESSAGES: Final = 100  # per client
_TEXT: Final = "x" * 100  # about the size of a step


@websocket("/")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


def measure() -> float:
    """Return the server's CPU time per message, in milliseconds."""
    with subprocess.Popen([sys.executable, "-m", "bench.server.echo"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            watch = Stopwatch(server.pid)
            asyncio.run(_send(address, watch))
        finally:
            server.terminate()
    return 1000 * watch.spent / (_SOCKETS * _MESSAGES)


async def _send(address: str, watch: Stopwatch) -> None:
    sockets = [await connect(address, compression=None) for _ in range(_SOCKETS)]
    watch.begin()
    for _ in range(_MESSAGES):
        for one in sockets:
            await one.send(_TEXT)
        for one in sockets:
            await one.recv()
    watch.end()
    for one in sockets:
        await one.close()


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"ws://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        Litestar([echo]), ws="websockets-sansio", ws_per_message_deflate=False, log_level="error", access_log=False
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()

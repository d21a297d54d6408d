"""Reverse proxies in front of a server: our own, and those of docs/operations.md if they are installed.

All pass on the Host header and set the forwarding headers, as for a public server.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CADDY = shutil.which("caddy")
INSTALLED = [name for name, found in (("nginx", NGINX), ("caddy", CADDY)) if found]
_PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
_CONF = """
daemon off; pid {data}/nginx.pid; error_log {data}/error.log; worker_processes 1;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {data}/body; proxy_temp_path {data}/proxy; fastcgi_temp_path {data}/fastcgi;
    uwsgi_temp_path {data}/uwsgi; scgi_temp_path {data}/scgi;
    {page}
}}
"""


@contextmanager
def proxied(kind: str, server: str, data: Path) -> Iterator[int]:
    """Run a proxy in front of a server. Yields its port."""
    run = {"small": small, "nginx": nginx, "caddy": caddy}[kind]
    with run(urlsplit(server).port or 0, data) as port:
        yield port


@contextmanager
def small(server: int, _: Path) -> Iterator[int]:
    """Run our own proxy: parses request heads, and forwards bytes after an upgrade."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended: Future[None] = Future()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inside, outside = await asyncio.open_connection("127.0.0.1", server)
        back = asyncio.create_task(_copy(inside, writer))
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await _hand_on(reader, outside)
        finally:
            back.cancel()
            for line in (outside, writer):
                line.close()

    async def run() -> None:
        async with await asyncio.start_server(come, sock=listening):
            await asyncio.wrap_future(ended)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        ended.set_result(None)
        thread.join()


async def _hand_on(reader: asyncio.StreamReader, outside: asyncio.StreamWriter) -> None:
    """Forward requests with the proxy's headers in place of the client's."""
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = [line for line in head.split("\r\n") if line]
        kept = [line for line in lines if not line.lower().startswith("x-forwarded-")]
        added = ["X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https"]
        outside.write("\r\n".join([first, *kept, *added, "", ""]).encode("latin-1"))
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        outside.write(await reader.readexactly(int(fields.get("content-length", "0"))))
        if fields.get("upgrade"):
            await _copy(reader, outside)
            return


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


@contextmanager
def nginx(server: int, data: Path) -> Iterator[int]:
    """Run nginx with the configuration of docs/operations.md, except TLS and ports."""
    assert NGINX is not None
    port = _free()
    page = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", _snippet("nginx", server))
    page = re.sub(r"listen \[::\]:443 ssl;|ssl_certificate\w* [^;]*;|server 127.0.0.1:1988;", "", page)
    conf = data / "nginx.conf"
    conf.write_text(_CONF.format(data=data, page=page.replace("$scheme", "https")), encoding="utf-8")
    with _running([NGINX, "-e", str(data / "error.log"), "-p", str(data), "-c", str(conf)], port):
        yield port


@contextmanager
def caddy(server: int, data: Path) -> Iterator[int]:
    """Run Caddy with the configuration of docs/operations.md."""
    assert CADDY is not None
    port = _free()
    page = _snippet("caddy", server).replace("play.example.org {", f"http://play.example.org:{port} {{")
    page = page.replace(" 127.0.0.1:1988 {", " {\nheader_up X-Forwarded-Proto https")
    conf = data / "Caddyfile"
    conf.write_text(page.replace("{", "{\nadmin off\ndefault_bind 127.0.0.1", 1), encoding="utf-8")
    with _running([CADDY, "run", "--adapter", "caddyfile", "--config", str(conf)], port, XDG_DATA_HOME=str(data)):
        yield port


def _snippet(language: str, server: int) -> str:
    page = re.findall(rf"```{language}\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    return str(page).replace("127.0.0.1:1888", f"127.0.0.1:{server}")


@contextmanager
def _running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, env=os.environ | environment) as running:
        try:
            while not _answers(port):
                assert running.poll() is None, f"{command[0]} did not start"
                time.sleep(0.02)
            yield
        finally:
            running.terminate()


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False

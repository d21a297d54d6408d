"""The server of the browser edition, here without a browser: requests, sockets, bots, saved files."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gaslamp.server.http.app import App
from gaslamp.server.local.folder import LocalFolder
from gaslamp.server.local.host import CookieJar, Host
from gaslamp.server.local.pool import LocalPool, run_job
from gaslamp.server.ops.settings import Settings

NEW = {"title": "pocket", "side": "jack", "opponent": "bot:passer_by"}  # the bot begins
WAIT = 20.0  # seconds


@asynccontextmanager
async def running(path: Path, saved: dict[str, bytes]) -> AsyncIterator[Host]:
    """Run a host whose changes are stored in *saved*."""

    async def save(changes: dict[str, bytes | None]) -> bool:
        for name, chunk in changes.items():
            if chunk is None:
                del saved[name]
            else:
                saved[name] = chunk
        return True

    loop = asyncio.get_running_loop()
    folder = LocalFolder(path, saved, save)
    folder.open()

    def post(job: bytes) -> None:
        loop.call_soon(lambda: pool.answered(run_job(job)))

    pool = LocalPool(post)
    app = App(Settings(path, beat=0), folder, time.time, pool)
    host = Host(app, CookieJar(path / "cookies.json"))
    await host.start()
    yield host
    await host.stop()
    await folder.persist()


async def begin(host: Host) -> str:
    answer = await host.request("POST", "/games", {"content-type": "application/json"}, json.dumps(NEW).encode())
    assert answer.status == 201, answer.body
    assert "set-cookie" not in answer.headers
    return str(json.loads(answer.body)["table"])


async def first_table(host: Host, table: str) -> dict[str, Any]:
    """Return the first frame in which this side is to act."""
    frames: asyncio.Queue[str | None] = asyncio.Queue()
    socket = host.connect(f"{table}/socket?lang=fr", "fr", frames.put_nowait)
    while True:
        text = await asyncio.wait_for(frames.get(), WAIT)
        assert text is not None, "closed"
        frame: dict[str, Any] = json.loads(text)
        if frame["type"] in {"table", "patch"} and frame.get("patch", frame).get("prompt", {}).get("choices"):
            socket.receive(None)
            assert await asyncio.wait_for(frames.get(), WAIT) is None
            return frame


def test_a_bot_answers_and_the_game_is_there_after_a_restart(tmp_path: Path) -> None:
    saved: dict[str, bytes] = {}

    async def before() -> str:
        async with running(tmp_path / "first", saved) as host:
            home = await host.request("GET", "/", {"accept-language": "es"}, b"")
            assert (home.status, b'lang="es"' in home.body) == (200, True)
            assert "frame-ancestors 'self'" in home.headers["content-security-policy"]
            table = await begin(host)
            await first_table(host, table)
            return table

    async def after(table: str) -> None:
        async with running(tmp_path / "second", saved) as host:
            assert table.encode() in (await host.request("GET", "/", {}, b"")).body
            await first_table(host, table)

    table = asyncio.run(before())
    asyncio.run(after(table))


def test_changed_chunks_are_saved_until_that_succeeds(tmp_path: Path) -> None:
    changed: list[set[str]] = []

    async def save(changes: dict[str, bytes | None]) -> bool:
        changed.append(set(changes))
        return "refused/0" not in changes

    folder = LocalFolder(tmp_path, {"large/0": b"x" * 65536, "large/1": b"y"}, save)
    assert (tmp_path / "large").read_bytes() == b"x" * 65536 + b"y"
    (tmp_path / "large").write_bytes(b"x" * 65536 + b"z")
    (tmp_path / "other").write_bytes(b"new")
    asyncio.run(folder.persist())
    (tmp_path / "large").write_bytes(b"x")
    asyncio.run(folder.persist())
    asyncio.run(folder.persist())
    assert changed == [{"large/1", "other/0"}, {"large/0", "large/1"}]
    (tmp_path / "refused").write_bytes(b"no space")
    (tmp_path / "large").write_bytes(b"y")
    asyncio.run(folder.persist())
    (tmp_path / "refused").unlink()
    asyncio.run(folder.persist())
    assert changed[2:] == [{"refused/0", "large/0"}, {"large/0"}]


def test_a_job_that_fails_says_no_more_than_the_type_of_its_error() -> None:
    jobs: list[bytes] = []
    pool = LocalPool(jobs.append)
    failing, urgent = pool.submit("aid", int, "secret"), pool.submit("bots", int, "7")
    assert b"secret" not in run_job(jobs[0])
    pool.answered(run_job(jobs[0]))
    pool.answered(run_job(jobs[1]))
    assert type(failing.exception()).__name__ == "JobError"
    assert urgent.result() == 7

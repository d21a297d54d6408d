"""The command `gaslamp serve`: its port, its address, what it warns of, and how it stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.serve import has_display, listen
from gaslamp.server.ops.settings import Settings
from tests.host.programs import Program
from tests.host.running import Guest

LOOPBACK = "127.0.0.1"
EVENTS = ("request", "socket opened", "socket closed", "step kept")


def start(data: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", "serve", "--data", str(data)]
    return subprocess.Popen(
        [*command, "--lang", "en", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_taken_port_means_the_next_one(tmp_path: Path) -> None:
    with listen(Settings(tmp_path, port=0)) as first:
        port = first.getsockname()[1]
        with listen(Settings(tmp_path, port=port)) as second:
            assert port < second.getsockname()[1] < port + 50


def test_what_is_told_second_does_not_wait_for_word_of_the_first(tmp_path: Path) -> None:
    async def visited(listening: socket.socket) -> bool:
        came: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def let_in(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            held = writer.get_extra_info("socket")
            came.set_result(bool(held.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(let_in, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            told = await came
            writer.close()
        return told

    with listen(Settings(tmp_path, port=0)) as listening:
        assert asyncio.run(visited(listening))


def test_an_address_that_is_not_ours_is_told(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "no.such.host.invalid"):
        with pytest.raises(GaslampError) as refused:
            listen(Settings(tmp_path, host=host))
        assert refused.value.message.id == "serve.no_host"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals like these")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_answers_and_stops(tmp_path: Path, stop: signal.Signals) -> None:
    server = start(tmp_path, "--no-browser", "--port", "0", "--log")
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1]
    assert address.startswith(f"http://{LOOPBACK}:")
    assert httpx.get(f"{address}healthz?secret=1").text == "ok\n"
    server.send_signal(stop)
    _, err = server.communicate(timeout=30)
    assert server.returncode in {0, -stop}
    assert "request method=GET path=/healthz status=200" in err
    assert "secret" not in err
    assert "Traceback" not in err


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals like these")
def test_who_plays_when_it_stops_is_told_to_come_back(tmp_path: Path) -> None:
    server = start(tmp_path, "--no-browser", "--port", "0", "--log", "--log-format", "json")
    assert server.stdout is not None
    me = Guest(server.stdout.readline().split()[-1].rstrip("/"))
    told = me.create(opponent="bot:passer_by")
    table = me.sit(told["table"])
    frame = table.until("table")
    table.play(frame, Random(1))
    table.until("table", step=frame["step"] + 1)
    server.send_signal(signal.SIGTERM)
    assert table.closed_with() == 1012  # which means: come back
    _, err = server.communicate(timeout=30)
    me.leave()
    assert server.returncode in {0, -signal.SIGTERM}
    events = [json.loads(line)["event"] for line in err.splitlines()]
    assert {"request", "socket opened", "step kept"} <= set(events) <= {*EVENTS, "game over"}


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals like these")
def test_streams_end_in_order_when_it_stops(tmp_path: Path) -> None:
    server = start(tmp_path, "--no-browser", "--port", "0")
    assert server.stdout is not None
    one = Program(server.stdout.readline().split()[-1].rstrip("/"))
    made = one.begin()
    with one.stream(made["game"]) as lines:
        first = next(lines)
        server.send_signal(signal.SIGTERM)
        last = list(lines)  # cut off in the middle of an answer, it would raise an error
    assert [line["phase"] for line in (first, *last)] == ["waiting", "waiting"]
    one.http.close()
    _, err = server.communicate(timeout=30)
    assert server.returncode in {0, -signal.SIGTERM}
    assert not err


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals like these")
def test_it_warns_when_others_can_reach_it(tmp_path: Path) -> None:
    server = start(tmp_path, "--no-browser", "--port", "0", "--host", "0.0.0.0")  # noqa: S104
    assert server.stdout is not None
    lines = [server.stdout.readline() for _ in range(3)]
    server.terminate()
    server.communicate(timeout=30)
    assert "http://localhost:" in lines[0]
    assert lines[2].startswith("Anyone who can reach 0.0.0.0 can use this server")


def test_a_browser_is_opened_only_on_a_screen() -> None:
    assert not has_display({}, "linux")
    assert has_display({"DISPLAY": ":0"}, "linux")
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_display({}, "darwin")
    assert has_display({}, "win32")


def test_a_port_is_free_again_at_once(tmp_path: Path) -> None:
    with listen(Settings(tmp_path, port=0)) as first:
        port = first.getsockname()[1]
        with socket.create_connection((LOOPBACK, port)) as connection:
            first.accept()[0].close()
            connection.recv(1)
    with listen(Settings(tmp_path, port=port)) as second:
        assert second.getsockname()[1] == port

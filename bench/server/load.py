"""Latency of a server with many tables: `python -m bench load`.

The server is a `gaslamp serve` subprocess on SQLite in a new folder. This process simulates the players on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Final

from bench.server import crowd, echo
from bench.server.crowd import Measured, gather, play
from bench.server.stopwatch import Stopwatch

_CODE: Final = "from gaslamp.cli import main; main()"
_SPARE: Final = 200  # file descriptors besides the sockets


@dataclass(frozen=True)
class Load:
    """Parameters and results of a run; times in milliseconds."""

    tables: int
    titles: str
    asked: float
    seconds: float
    steps: float  # per second, as achieved
    late: int
    refused: int
    ended: int  # finished games, each followed by its rematch
    other: tuple[float, float, float]  # until the other seat's update: p50, p99, max
    sender: tuple[float, float, float]  # until the sender's update: p50, p99, max
    mib: float  # peak memory of the server
    cpu: float  # CPU time of the server per step
    bytes: tuple[int, int, int]  # size of an update: p50, p95, max
    echo: float  # CPU time per message of the echo server


def measure(tables: int, titles: list[str], rate: float, warm_up: float, seconds: float) -> Load:
    """Start a server, simulate players, and stop both."""
    _allow_files(2 * tables + _SPARE)
    with tempfile.TemporaryDirectory() as data, server(data) as (address, pid):
        measured, watch = Measured(), Stopwatch(pid)
        asyncio.run(_crowd(address, measured, watch, tables, titles, rate, warm_up, seconds))
        mib = _peak(pid)
    return Load(
        tables, ", ".join(titles), rate, seconds, measured.sent / seconds, measured.late, measured.refused,
        measured.ended,         spread(measured.to_other), spread(measured.to_sender), mib,
        cpu=1000 * watch.spent / max(1, len(measured.to_sender)), bytes=sizes(measured.bytes), echo=echo.measure(),
    )  # fmt: skip


async def _crowd(
    address: str,
    measured: Measured,
    watch: Stopwatch,
    tables: int,
    titles: list[str],
    rate: float,
    warm_up: float,
    seconds: float,
) -> None:
    seated = await gather(address, tables, titles, measured)
    await crowd.warm_up(seated, rate, warm_up)
    await asyncio.sleep(1)
    measured.begin()
    watch.begin()
    await play(seated, rate, seconds)
    await asyncio.sleep(1)  # receive the last updates
    watch.end()
    await asyncio.gather(*(table.leave() for table in seated), return_exceptions=True)


@contextmanager
def server(data: str, **environment: str) -> Iterator[tuple[str, int]]:
    """Run `gaslamp serve` with extra *environment* variables; yields its address and process id."""
    words = ["serve", "--no-browser", "--port", "0", "--data", data, "--lang", "en"]
    command, given = [sys.executable, "-c", _CODE, *words], os.environ | environment
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=given) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1].rstrip("/"), server.pid
        finally:
            server.terminate()
            server.communicate()


def _allow_files(number: int) -> None:
    """Raise the limit of open files to *number*, as far as the system allows."""
    import resource  # noqa: PLC0415 - missing on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, number), hard), hard))


def _peak(pid: int) -> float:
    """Return the peak memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def sizes(lengths: list[int]) -> tuple[int, int, int]:
    """Return p50, p95 and maximum."""
    if len(lengths) < 2:
        return (0, 0, 0)
    cuts = quantiles(lengths, n=100, method="inclusive")
    return (round(cuts[49]), round(cuts[94]), max(lengths))


def spread(times: list[float]) -> tuple[float, float, float]:
    """Return p50, p99 and maximum of *times* (seconds), in milliseconds."""
    if len(times) < 2:
        return (math.inf, math.inf, math.inf)
    cuts = quantiles(times, n=100, method="inclusive")
    return (cuts[49] * 1000, cuts[98] * 1000, max(times) * 1000)


def read(words: list[str]) -> argparse.Namespace:
    """Parse the arguments. The defaults are those of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(prog="python -m bench load", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--titles", default="pocket,mr_jack")
    parser.add_argument("--rate", type=float, default=300.0, help="steps per second, all tables together")
    parser.add_argument("--warm-up", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args(words)

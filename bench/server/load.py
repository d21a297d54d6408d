"""How long players wait at a server with many tables: `python -m bench load`, on loopback and bounded in time.

The server runs as `gaslamp serve` does, in a process of its own, on SQLite in a new folder; this process is the crowd.
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
_SPARE: Final = 200  # open files besides the sockets


@dataclass(frozen=True)
class Load:
    """What was asked for, and what was measured; times in milliseconds."""

    tables: int
    titles: str
    asked: float
    seconds: float
    steps: float  # a second, in truth
    late: int
    refused: int
    ended: int  # games that were over, each followed by its rematch
    other: tuple[float, float, float]  # p50, p99, longest: until the other seat was told
    sender: tuple[float, float, float]  # until the sender had the update
    mib: float  # the most memory the server had
    cpu: float  # processor time of the server for a step
    bytes: tuple[int, int, int]  # p50, p95, most: of an update on the wire
    echo: float  # processor time of a bare echo of the same stack for a message there and back


def measure(tables: int, titles: list[str], rate: float, warm_up: float, seconds: float) -> Load:
    """Start a server, let a crowd play, and stop both."""
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
    await asyncio.sleep(1)  # what is under way is still heard
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
    """Let this process and the server have so many open files, if the system does."""
    import resource  # noqa: PLC0415 - Windows has none, and can measure the rest

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, number), hard), hard))


def _peak(pid: int) -> float:
    """Give the most memory that a process has had at once, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def sizes(lengths: list[int]) -> tuple[int, int, int]:
    """Give p50, p95 and the most of some lengths."""
    if len(lengths) < 2:
        return (0, 0, 0)
    cuts = quantiles(lengths, n=100, method="inclusive")
    return (round(cuts[49]), round(cuts[94]), max(lengths))


def spread(times: list[float]) -> tuple[float, float, float]:
    """Give p50, p99 and the longest of some seconds, in milliseconds."""
    if len(times) < 2:
        return (math.inf, math.inf, math.inf)
    cuts = quantiles(times, n=100, method="inclusive")
    return (cuts[49] * 1000, cuts[98] * 1000, max(times) * 1000)


def read(words: list[str]) -> argparse.Namespace:
    """Read the words of the command; without any it is the size that the figures are of."""
    parser = argparse.ArgumentParser(prog="python -m bench load", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--titles", default="pocket,mr_jack")
    parser.add_argument("--rate", type=float, default=300.0, help="steps a second, all tables together")
    parser.add_argument("--warm-up", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args(words)

"""Counts and times: right, of no game and no person, and for this machine alone."""

from __future__ import annotations

import socket
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client import generate_latest

from gaslamp.core.errors import GaslampError
from gaslamp.server.http.app import make_app
from gaslamp.server.ops.metrics import HOST, Metrics, exposed
from gaslamp.server.ops.settings import Settings
from gaslamp.workers.pool import Pool, QueueStatus
from tests.host.running import Guest, finish, served


def free_port() -> int:
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def figures(metrics: Metrics) -> dict[str, float]:
    lines = generate_latest(metrics.registry).decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


@pytest.mark.long
def test_what_happens_is_counted_and_nobody_is_named(tmp_path: Path) -> None:
    settings = Settings(tmp_path, port=0, beat=0)
    app = make_app(settings)
    metrics: Metrics = app.metrics
    with served(app, settings) as address:
        me = Guest(address)
        told = me.create()
        table = me.sit(told["table"])
        table.until("curtain")
        assert figures(metrics)["gaslamp_sockets"] == 1
        table.send("nonsense")
        table.until("error")
        finish(table, Random(1), {"type": "curtain", "seat": "detectives"})
        found = figures(metrics)
        cookies = [str(cookie.value) for cookie in me.http.cookies.jar]
        me.leave()
    assert found['gaslamp_requests_total{method="POST",status="201"}'] == 1
    assert found["gaslamp_frames_refused_total"] == 1
    assert found["gaslamp_frames_total"] > 10
    assert found["gaslamp_writes_total"] > 10
    assert found["gaslamp_games_in_memory"] == 1
    assert found["gaslamp_write_seconds_count"] <= found["gaslamp_writes_total"]
    text = generate_latest(metrics.registry).decode()
    for secret in (told["table"].rpartition("/")[2], *cookies, "jack", "detectives"):
        assert secret not in text


def test_a_method_nobody_knows_makes_no_new_count() -> None:
    metrics = Metrics()
    for number in range(100):
        metrics.answered(f"BREW{number}", 405, 0.001)
    assert figures(metrics)['gaslamp_requests_total{method="other",status="405"}'] == 100


def test_workers_are_counted_by_queue() -> None:
    class BusyPool(Pool):
        def status(self, queue: str) -> QueueStatus:
            processes = (7, 8) if queue == "bots" else ()
            return QueueStatus(True, 2, processes, busy=1, waiting=3, replaced=4, timeouts=5)

    metrics = Metrics()
    metrics.watch_workers(BusyPool(bots=2, hints=1))
    found = figures(metrics)
    assert [found[f'gaslamp_workers{{queue="{queue}"}}'] for queue in ("bots", "hints")] == [2, 0]
    assert found['gaslamp_jobs_waiting{queue="bots"}'] == 3
    assert found['gaslamp_workers_replaced_total{queue="bots"}'] == 4
    assert found['gaslamp_job_timeouts_total{queue="bots"}'] == 5


@pytest.mark.long
def test_they_are_served_at_a_port_of_their_own(tmp_path: Path) -> None:
    settings = Settings(tmp_path, port=0)
    app = make_app(settings)
    port = free_port()
    with served(app, settings) as address, exposed(app.metrics, port):
        assert httpx.get(f"{address}/metrics").status_code == 404
        text = httpx.get(f"http://{HOST}:{port}/metrics").text
        assert 'gaslamp_requests_total{method="GET",status="404"} 1.0' in text
        for host, status in (("evil.example", 403), (f"evil.example:{port}", 403), ("localhost:1", 200)):
            assert httpx.get(f"http://{HOST}:{port}/metrics", headers={"Host": host}).status_code == status
        with pytest.raises(GaslampError), exposed(Metrics(), port):
            pass
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{HOST}:{port}/metrics")


def test_without_a_port_they_are_for_nobody() -> None:
    with exposed(Metrics(), None):
        pass

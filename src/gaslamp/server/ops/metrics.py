"""Prometheus metrics, without labels for games, seats or players.

They are served on a separate loopback port: on a quiet server a counter reveals that another player did something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.settings import is_this_machine
from gaslamp.service.games.bot_runner import LevelUsed
from gaslamp.workers.pool import Pool

HOST: Final = "127.0.0.1"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Counter(
            "gaslamp_requests", "Requests that were answered.", ["method", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "gaslamp_request_seconds", "From a request to the head of its answer.", buckets=_SECONDS, registry=registry
        )
        self._frames = Counter("gaslamp_frames", "Frames that came in by sockets.", registry=registry)
        self._refused = Counter(
            "gaslamp_frames_refused", "Frames that were refused, whatever the reason.", registry=registry
        )
        self._cut_off = Counter(
            "gaslamp_sockets_cut_off", "Sockets closed by the server.", ["reason"], registry=registry
        )
        self.sockets = Gauge("gaslamp_sockets", "Sockets that are open.", registry=registry)
        self._games = Gauge("gaslamp_games_in_memory", "Games that are in memory.", registry=registry)
        self._write_seconds = Histogram(
            "gaslamp_write_seconds", "From the begin of a transaction until it is kept.", buckets=_SECONDS,
            registry=registry,
        )  # fmt: skip
        self._written = Counter("gaslamp_writes", "Pieces of work that were kept.", registry=registry)
        self._expired = Counter(
            "gaslamp_expired", "What was forgotten, its time being up.", ["what"], registry=registry
        )
        self._answers = Counter(
            "gaslamp_answers", "Answers of opponents, by the level that gave them.", ["level"], registry=registry
        )
        self._answer_seconds = Histogram(
            "gaslamp_answer_seconds", "From a question to an opponent to its answer, not yet released.",
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip
        self.data = Gauge("gaslamp_data_bytes", "Size of the database, as last looked at.", registry=registry)

    def answered(self, method: str, status: int, seconds: float) -> None:
        """Count a request. Unknown methods share one label, so that clients cannot create labels."""
        self._requests.labels(method if method in _METHODS else "other", str(status)).inc()
        self._request_seconds.observe(seconds)

    def frame(self) -> None:
        self._frames.inc()

    def refused(self) -> None:
        self._refused.inc()

    def cut_off(self, reason: str) -> None:
        self._cut_off.labels(reason).inc()

    def written(self, pieces: int, seconds: float) -> None:
        self._write_seconds.observe(seconds)
        self._written.inc(pieces)

    def expired(self, kind: str, number: int) -> None:
        self._expired.labels(kind).inc(number)

    def bot_answered(self, level: LevelUsed, seconds: float) -> None:
        self._answers.labels(level).inc()
        self._answer_seconds.observe(seconds)

    def watch_workers(self, pool: Pool) -> None:
        self.registry.register(_WorkerCollector(pool))

    def watch(self, games: Callable[[], int]) -> None:
        self._games.set_function(games)


class _WorkerCollector(Collector):
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def collect(self) -> Iterator[Metric]:
        by = ["queue"]
        running = GaugeMetricFamily("gaslamp_workers", "Running worker processes.", labels=by)
        waiting = GaugeMetricFamily("gaslamp_jobs_waiting", "Jobs that wait for a worker.", labels=by)
        replaced = CounterMetricFamily("gaslamp_workers_replaced", "Replaced worker processes.", labels=by)
        timeouts = CounterMetricFamily("gaslamp_job_timeouts", "Jobs stopped by their timeout.", labels=by)
        for queue in self._pool.queues:
            status = self._pool.status(queue)
            running.add_metric([queue], len(status.processes))
            waiting.add_metric([queue], status.waiting)
            replaced.add_metric([queue], status.replaced)
            timeouts.add_metric([queue], status.timeouts)
        yield from (running, waiting, replaced, timeouts)


@contextmanager
def exposed(metrics: Metrics, port: int | None) -> Iterator[None]:
    """Serve the metrics on a loopback port inside the block; None for no port. Raises GaslampError if it is taken."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, addr=HOST, registry=metrics.registry)
    except OSError:
        raise GaslampError("serve.no_metrics", port=port) from None
    server.set_app(_local_only(server.get_app()))
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _local_only(app: Any) -> Any:
    """Wrap a WSGI application: 403 unless the Host header names this machine.

    Otherwise a web page whose domain resolves to 127.0.0.1 could read the metrics in the operator's browser.
    """

    def checked(environ: dict[str, Any], start_response: Any) -> Any:
        if is_this_machine(environ.get("HTTP_HOST", "")):
            return app(environ, start_response)
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [b"403\n"]

    return checked

"""What is counted and timed for whoever runs a server. No game, seat or person is ever among it.

Even so it is for nobody who plays: at a quiet server a count that goes up tells that somebody did something. So it is
served at a port of its own on this machine, and by no page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server

from gaslamp.core.errors import GaslampError

HOST: Final = "127.0.0.1"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Meters:
    """The counts and times of one process."""

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
        self.data = Gauge("gaslamp_data_bytes", "Size of the database, as last looked at.", registry=registry)

    def answered(self, method: str, status: int, seconds: float) -> None:
        """Count a request; whatever is no method is one kind, so that nobody can make the counts many."""
        self._requests.labels(method if method in _METHODS else "other", str(status)).inc()
        self._request_seconds.observe(seconds)

    def frame(self) -> None:
        """Count a frame."""
        self._frames.inc()

    def refused(self) -> None:
        """Count a frame that was refused."""
        self._refused.inc()

    def cut_off(self, reason: str) -> None:
        """Count a socket that the server closed."""
        self._cut_off.labels(reason).inc()

    def written(self, pieces: int, seconds: float) -> None:
        """Count a transaction."""
        self._write_seconds.observe(seconds)
        self._written.inc(pieces)

    def expired(self, what: str, number: int) -> None:
        """Count what was forgotten."""
        self._expired.labels(what).inc(number)

    def watch(self, games: Callable[[], int]) -> None:
        """Ask for the number of games in memory whenever somebody looks."""
        self._games.set_function(games)


@contextmanager
def exposed(meters: Meters, port: int | None) -> Iterator[None]:
    """Serve the figures to this machine alone as long as the block lasts; without a port to nobody."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, addr=HOST, registry=meters.registry)
    except OSError:
        raise GaslampError("serve.no_metrics", port=port) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

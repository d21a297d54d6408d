"""A PostgreSQL server for the tests, on loopback and in memory where possible.

It comes from PyPI (pgserver) or is an installed one. Without a server its tests are skipped, in CI they fail.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from gaslamp.storage.postgres import PostgresDatabase

LOOPBACK = "127.0.0.1"
MEMORY = "/dev/shm"  # noqa: S108 - where a folder of our own is made
PATIENCE = 60.0  # seconds to wait for a server
_NUMBERS = count()


class Postgres(NamedTuple):
    """A PostgreSQL server with any number of databases."""

    port: int
    restart: Callable[[], None] = lambda: None  # without a clean shutdown, as after a crash

    def new_database(self, template: str = "template1") -> str:
        """Return the URL of a new database, empty or a copy."""
        name = f"gaslamp{next(_NUMBERS)}"
        self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def prepared_database(self) -> str:
        """Return the URL of a new database with empty tables."""
        if not self.ask("postgres", "SELECT FROM pg_database WHERE datname = 'prepared'"):
            self.ask("postgres", "CREATE DATABASE prepared")
            PostgresDatabase(self.url("prepared")).open()
        return self.new_database("prepared")

    def url(self, database: str) -> str:
        return f"postgresql://gaslamp:lamplight@{LOOPBACK}:{self.port}/{database}"

    def ask(self, database: str, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query."""

        with psycopg.connect(self.url(database.rpartition("/")[2]), autocommit=True) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description is not None else []


@contextmanager
def postgres_server(programs: Path) -> Iterator[Postgres]:
    """Run a PostgreSQL server. It refuses to run as root, so root runs it as nobody."""
    port = free_port()
    user = "nobody" if os.geteuid() == 0 else None
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None  # use a memory file system for the many small files
    with tempfile.TemporaryDirectory(prefix="gaslamp-postgres-", dir=memory, ignore_cleanup_errors=True) as folder:
        if user is not None:
            shutil.chown(folder, user)
        (secret := Path(folder, "password")).write_text("lamplight")
        secret.chmod(0o644)
        data, log = Path(folder, "data"), Path(folder, "log")
        run: dict[str, Any] = {"user": user, "cwd": folder, "env": {"LC_ALL": "C", "TZ": "UTC"}}
        made = ["-D", str(data), "-U", "gaslamp", "-A", "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "-N"]
        subprocess.run([str(programs / "initdb"), *made], check=True, stdout=subprocess.DEVNULL, **run)
        settings = {"listen_addresses": LOOPBACK, "port": port, "unix_socket_directories": "", "fsync": "off"}
        settings |= {"max_connections": 50, "shared_buffers": "16MB", "autovacuum": "off"}
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        start = [str(programs / "postgres"), "-D", str(data), *words]
        running: list[subprocess.Popen[bytes]] = []

        def launch() -> None:
            running.append(subprocess.Popen(start, stdout=written, stderr=written, **run))
            until_it_answers(running[-1], port, lambda: Postgres(port).ask("postgres", "SELECT 1"))

        def stop() -> None:
            running[-1].send_signal(signal.SIGQUIT)
            running[-1].wait()

        def restart() -> None:
            stop()
            launch()

        with log.open("wb") as written:
            try:
                launch()
                yield Postgres(port, restart)
            finally:
                stop()


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((LOOPBACK, 0))
        port: int = listening.getsockname()[1]
        return port


def until_it_answers(process: subprocess.Popen[bytes], port: int, ask: Callable[[], object] | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the server did not start"
        with suppress(OSError, psycopg.Error):
            socket.create_connection((LOOPBACK, port), 1).close()
            if ask is not None:
                ask()
            return
        time.sleep(0.02)
    raise AssertionError("the server does not answer")


def programs(name: str, package: str, inside: str, *folders: str) -> Iterator[Path]:
    """Yield the paths of a program: in packages from PyPI, on the PATH, in common folders."""
    spec = find_spec(package)
    places = [Path(place, inside) for place in (spec.submodule_search_locations or [])] if spec else []
    on_path = shutil.which(name)
    places += [Path(on_path).resolve().parent] if on_path else []
    places += [path for folder in folders for path in sorted(Path("/").glob(folder), reverse=True)]
    for place in places:
        if os.access(place / name, os.X_OK):
            yield place / name


def _anybody_may_run(program: Path) -> bool:
    """Return True if the user nobody could run a program."""
    if os.geteuid() != 0:
        return True
    try:
        tried = subprocess.run([program, "--version"], user="nobody", cwd="/", capture_output=True, check=False)
    except PermissionError:
        return False
    return tried.returncode == 0


def _within_reach(program: Path, folder: Path) -> Path:
    """Return a copy of a program from PyPI, with its libraries, that the user nobody can run."""
    package = program.parents[2]
    shutil.copytree(program.parents[1], folder / package.name / program.parents[1].name, symlinks=True)
    shutil.copytree(package.parent / f"{package.name}.libs", folder / f"{package.name}.libs", symlinks=True)
    folder.chmod(0o755)
    return folder / program.relative_to(package.parent)


def missing(what: str, remedy: str) -> None:
    """Skip a test that needs a missing server; fail in CI."""
    told = f"NOT RUN: {what} is neither in the development tools nor installed (Debian: apt-get install {remedy})"
    if os.environ.get("CI") == "true":
        pytest.fail(told)
    pytest.skip(told)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    everywhere = list(programs("postgres", "pgserver", "pginstall/bin", "usr/lib/postgresql/*/bin"))
    found = next(filter(_anybody_may_run, everywhere), None)
    with tempfile.TemporaryDirectory(prefix="gaslamp-programs-") as folder:
        if found is None and everywhere and everywhere[0].parent.parent.name == "pginstall":
            found = _within_reach(everywhere[0], Path(folder))
        if found is None:
            missing("PostgreSQL", "postgresql")
        assert found is not None
        with postgres_server(found.parent) as server:
            yield server

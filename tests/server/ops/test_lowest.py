"""The oldest versions that pyproject.toml allows of what we depend on: a server starts with them, and answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gaslamp.server.ops.limits import SOCKET
from tests.architecture.tree import ROOT
from tests.host.programs import Program
from tests.host.running import Guest

PING = b"\x89\x80\x00\x00\x00\x00"


def uv(folder: Path) -> str:
    """Give uv: an installed one, that of the Makefile, or one of our own."""
    found = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".uv" / "bin"))
    if found is None:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "uv"], check=True)
        found = str(folder / "bin" / "uv")
    return found


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of another kind")
def test_a_server_runs_with_the_oldest_versions_that_are_allowed(tmp_path: Path) -> None:
    tool, environment = uv(tmp_path / "uv"), tmp_path / "oldest"
    python = environment / "bin" / "python"
    subprocess.run([tool, "venv", "--quiet", "--python", sys.executable, str(environment)], check=True)
    install = [tool, "pip", "install", "--quiet", "--resolution", "lowest-direct", "--python", str(python)]
    subprocess.run([*install, "--requirements", "pyproject.toml"], check=True, cwd=ROOT)
    words = ["serve", "--data", str(tmp_path), "--lang", "en", "--no-browser", "--port", "0"]
    command = [str(python), "-W", "error::SyntaxWarning", "-c", "from gaslamp.cli import main; main()", *words]
    given = os.environ | {"GASLAMP_PURE": "1", "PYTHONPATH": str(ROOT / "src")}
    quiet = subprocess.PIPE
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, text=True, env=given, cwd=tmp_path) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        said = server.stdout.readline()
        assert said, server.stderr.read()
        try:
            answers(said.split()[-1].rstrip("/"))
        finally:
            server.terminate()
        _, err = server.communicate()
    assert not err


def answers(address: str) -> None:
    me, one = Guest(address), Program(address)
    assert "Gaslamp" in me.http.get("/").text
    socket = me.sit(me.create("bot:passer_by")["table"])
    socket.until("table")
    socket._connection.socket.sendall(PING * 4 * SOCKET.burst)
    assert socket.closed_with() == 4429
    game = one.begin(opponent="bot:passer_by")["game"]
    with one.stream(game) as lines:
        assert next(lines)["phase"] == "playing"
    me.leave()
    one.http.close()

"""An installed wheel: complete, with its dependencies only, plays a game and serves every page."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gaslamp import kernel
from tests.kernel.checkout import NEEDS_COMPILER, OWN, ROOT, run

SOURCES = ROOT / "src"
MADE = {"__pycache__", kernel.FOLDER, "gaslamp.egg-info"}


def uv(*words: str, **variables: str) -> None:
    """Run the uv that make uses."""
    program = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    here = {name: value for name, value in os.environ.items() if name not in {*OWN, "VIRTUAL_ENV"}}
    subprocess.run([program, *words, "--quiet"], cwd=ROOT, env=here | variables, check=True)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """Return the Python of an environment with only the locked dependencies."""
    folder = tmp_path / "environment"
    words = ("--frozen", "--no-default-groups", "--no-install-project", "--python", sys.executable)
    uv("sync", *words, UV_PROJECT_ENVIRONMENT=str(folder))
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.mark.slow
@NEEDS_COMPILER
def test_a_wheel_in_an_empty_environment_plays_a_game_and_serves_every_page(
    checked_wheel: Path, empty: Path, tmp_path: Path
) -> None:
    uv("pip", "install", "--python", str(empty), "--no-deps", "--offline", str(checked_wheel))
    uv("pip", "check", "--python", str(empty))  # the wheel's requirements match the lock file
    here = {name: value for name, value in os.environ.items() if name not in OWN}
    command = [str(empty), "-P", str(ROOT / "tools" / "installed.py")]
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f" in {empty.parents[1]}" in done.stdout
    assert "played to the end" in done.stdout
    version = run("-c", "import gaslamp.kernel as k; print(k.describe())", cwd=tmp_path, program=str(empty)).stdout
    assert version == f"compiled {kernel.stamp()[:12]}\n"


@pytest.mark.slow
@NEEDS_COMPILER
def test_no_file_of_the_package_is_left_out_of_the_wheel(checked_wheel: Path) -> None:
    written = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*")
        if path.is_file() and not MADE & set(path.parts) and path.suffix != ".stamp"
    }
    assert written - set(zipfile.ZipFile(checked_wheel).namelist()) == set()

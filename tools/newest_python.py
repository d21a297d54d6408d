"""Prints the newest installed CPython that the package supports, if it is newer than the one that runs this.

`python -m tools.newest_python` searches PATH, pyenv and uv. The exit code is 1 if there is none.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
_CLASSIFIER = re.compile(r"Programming Language :: Python :: 3\.(\d+)")
_VERSION = "import sys; v = sys.version_info; print(sys.implementation.name, v.minor, v.releaselevel)"


def newer_minors(running: int = sys.version_info.minor) -> list[int]:
    """Return the minor versions of the classifiers above *running*, the newest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [int(match[1]) for name in project["classifiers"] if (match := _CLASSIFIER.fullmatch(name))]
    return sorted((minor for minor in found if minor > running), reverse=True)


def candidates(minor: int) -> Iterator[str]:
    """Yield the paths where Python 3.*minor* may be."""
    name = f"python3.{minor}"
    for folder in os.get_exec_path():
        if found := shutil.which(name, path=folder):
            yield found
    if root := _output("pyenv", "root"):
        yield from map(str, sorted(Path(root).glob(f"versions/*/bin/{name}"), reverse=True))
    if found := _output("uv", "python", "find", "--no-project", "--no-python-downloads", f"3.{minor}"):
        yield found


def newest() -> str | None:
    """Return the first candidate that starts and is a final release of CPython."""
    for minor in newer_minors():
        for path in candidates(minor):
            if _output(path, "-c", _VERSION) == f"cpython {minor} final":
                return path
    return None


def _output(*command: str) -> str:
    """Return the output of a command; empty if it cannot be started or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


if __name__ == "__main__":
    path = newest()
    if path is None:
        sys.exit(1)
    print(path)

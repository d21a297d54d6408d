"""A copy of the project in its own folder, to be built and changed by tests."""

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from gaslamp import kernel

ROOT = Path(__file__).parent.parent.parent
# Variables that must not be inherited from the current test run.
OWN = {"CC", "CFLAGS", "CI", "GASLAMP_PURE", "LDFLAGS", "PYTHONPATH"}
NEEDS_COMPILER = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@dataclass(frozen=True)
class Checkout:
    """A fresh, unbuilt copy."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> "Checkout":
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        unbuilt = shutil.ignore_patterns("__pycache__", kernel.FOLDER, "*.stamp", "*.egg-info")
        shutil.copytree(ROOT / "src", folder / "src", ignore=unbuilt)
        return cls(folder)

    def source(self, module: str) -> Path:
        return self.folder.joinpath("src", *module.split(".")).with_suffix(".py")

    def pretend(self, digest: str) -> None:
        """Create the files that a build leaves behind, with empty compiled modules."""
        for module in (*kernel.MODULES, kernel.SHARED):
            path = self.folder / "src" / kernel.twin(module)
            path.parent.mkdir(exist_ok=True)
            path.touch()
        (self.folder / "src" / "gaslamp" / kernel.STAMP.name).write_text(f"compiled {digest}\n")

    def build(self, **variables: str) -> subprocess.CompletedProcess[str]:
        """Compile in place, as `make build` does."""
        return self.run("setup.py", "build_ext", "--inplace", **variables)

    def wheel(self, **variables: str) -> Path:
        """Build a wheel with the build backend. Returns its path."""
        done = self.run("-c", "from setuptools import build_meta; print(build_meta.build_wheel('dist'))", **variables)
        assert done.returncode == 0, done.stderr
        return self.folder / "dist" / done.stdout.split()[-1]

    def install(self, **variables: str) -> Path:
        """Build and unpack a wheel. Returns the folder."""
        return unpacked(self.wheel(**variables), self.folder / "installed")

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run Python on this copy."""
        return run(*words, cwd=self.folder, PYTHONPATH=str(self.folder / "src"), **variables)


def unpacked(wheel: Path, target: Path) -> Path:
    """Return a folder with the contents of a wheel."""
    shutil.unpack_archive(wheel, target, "zip")
    return target


def run(*words: str, cwd: Path, program: str = sys.executable, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with nothing of this run's own settings."""
    inherited = {name: value for name, value in os.environ.items() if name not in OWN}
    return subprocess.run(
        [program, *words], cwd=cwd, env=inherited | variables, capture_output=True, text=True, check=False
    )


def load(name: str, path: Path) -> ModuleType:
    """Import a file under another name."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

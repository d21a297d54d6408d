"""Builds the kernel with Cython. Without a C compiler the same modules are installed as pure Python."""

import os
import platform
import runpy
import shlex
import shutil
import sys
import sysconfig
import time
from itertools import count
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
# Run by path: importing the package would load the compiled modules.
KERNEL: dict[str, Any] = runpy.run_path(str(SOURCES / "gaslamp/kernel.py"), run_name="kernel")
STAMP = Path("gaslamp", KERNEL["STAMP"].name)
DIGEST = KERNEL["stamp"]()  # taken before compiling, so that later edits invalidate the build
PROGRESS = os.environ.get("GASLAMP_PROGRESS")  # file descriptor for progress lines, set by make
BEGAN = time.monotonic()
SECONDS = 55  # typical CPU time of a build
CORES = os.cpu_count() or 1
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "initializedcheck": False}


def show(text: str, end: str = "\n") -> None:
    """Write a line of progress; on a terminal, *end* may be a carriage return to replace the line with the next."""
    if PROGRESS and (end == "\n" or os.isatty(int(PROGRESS))):
        os.write(int(PROGRESS), f"{text}{end}".encode())


class Build(build_ext):
    """Puts the compiled modules into the `_compiled` folders of their packages, all or none, and writes the stamp."""

    def get_ext_fullpath(self, ext_name: str) -> str:
        path = Path(super().get_ext_fullpath(ext_name))
        return str(path.parent / KERNEL["FOLDER"] / path.name)

    def build_extensions(self) -> None:
        root = Path(self.build_lib)
        twins = [root / KERNEL["twin"](extension.name) for extension in self.extensions]
        for path in (root / STAMP, *twins):
            path.unlink(missing_ok=True)  # remove the previous build
        if self.compiler.compiler_type == "unix":
            intel = platform.machine() in {"x86_64", "AMD64"} and "arm64" not in os.environ.get("ARCHFLAGS", "")
            chosen = "-O" in os.environ.get("CFLAGS", "")  # CFLAGS take precedence
            for extension in self.extensions:
                extension.extra_compile_args = [
                    *[_level(extension)] * (not chosen),
                    "-g0",
                    "-ffp-contract=off",  # same rounding on all machines
                    *["-mpopcnt"] * intel,
                ]
        # Longest first, to keep all cores busy until the end.
        self.extensions.sort(key=_length, reverse=True)
        self.parallel = CORES
        self._numbers = count(1)
        super().build_extensions()
        kind = "compiled" if all(path.exists() for path in twins) else "python"
        (root / STAMP).parent.mkdir(parents=True, exist_ok=True)
        (root / STAMP).write_text(f"{kind} {DIGEST}\n")
        if kind == "compiled" and twins:
            show(f"Compiled the rules in {time.monotonic() - BEGAN:.0f} s.".ljust(50))

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        show(f"Compiling the rules: {next(self._numbers)} of {len(self.extensions)} modules", end="\r")

    def copy_extensions_to_source(self) -> None:
        """Copy the modules to the source tree, the stamp last. Called for in-place and editable builds."""
        root = Path(self.build_lib)
        paths = [*(KERNEL["twin"](extension.name) for extension in self.extensions), STAMP]
        for path in reversed(paths):
            (SOURCES / path).unlink(missing_ok=True)  # do not overwrite: a running process may have it mapped
        for path in paths:
            if (root / path).exists():
                (SOURCES / path).parent.mkdir(exist_ok=True)
                shutil.copy(root / path, SOURCES / path)


def _level(extension: Extension) -> str:
    """Return the optimisation level. The shared utility module is rarely called and slow to compile with -O3."""
    return "-O1" if extension.name == KERNEL["SHARED"] else "-O3"


def _length(extension: Extension) -> int:
    return sum(Path(source).stat().st_size for source in extension.sources if Path(source).exists())


def no_compiler() -> bool:
    """Return True if the configured compiler does not exist. Always False on Windows, where setuptools finds it."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return os.name == "posix" and bool(command) and shutil.which(shlex.split(command)[0]) is None


def extensions() -> list[Extension]:
    if KERNEL["PURE"]:
        return []
    if no_compiler():  # skip the translation to C: all extensions fail at once, and the stamp records it
        return [Extension(name, ["build/c/never.c"], optional=True) for name in (*KERNEL["MODULES"], KERNEL["SHARED"])]
    from Cython.Build import cythonize  # noqa: PLC0415 - not needed for a pure install

    cores = "1 core" if CORES == 1 else f"{CORES} cores"
    show(f"Compiling the rules, once: usually about {SECONDS // CORES + 1} s on {cores}.")
    show("Translating the rules to C", end="\r")
    sources = {name: [str(SOURCES.joinpath(*name.split(".")).with_suffix(".py"))] for name in KERNEL["MODULES"]}
    made: list[Extension] = cythonize(
        [Extension(name, sources.get(name, [])) for name in (*sources, KERNEL["SHARED"])],
        shared_utility_qualified_name=KERNEL["SHARED"],
        include_path=[str(SOURCES)],
        build_dir="build/c",
        compiler_directives=DIRECTIVES,
        # Cython compares file times, which miss edits made during a build. Tests translate once.
        force=os.environ.get("GASLAMP_TRANSLATED") != "1",
        nthreads=CORES if sys.platform == "linux" else 0,  # with the spawn method each process would run this file
    )
    for extension in made:
        extension.optional = True  # set here because cythonize() drops it
    return made


setup(ext_modules=extensions(), cmdclass={"build_ext": Build})

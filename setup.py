"""Compiles the rules where that is possible; elsewhere they are installed as they are and run as Python."""

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
# By its path: importing the package would already ask for the compiled modules.
KERNEL: dict[str, Any] = runpy.run_path(str(SOURCES / "gaslamp/kernel.py"), run_name="kernel")
STAMP = Path("gaslamp", KERNEL["STAMP"].name)
DIGEST = KERNEL["stamp"]()  # taken before anything is compiled: an edit made meanwhile leaves a stamp that does not fit
PROGRESS = os.environ.get("GASLAMP_PROGRESS")  # the file descriptor for progress, which make sets
BEGAN = time.monotonic()
SECONDS = 55  # processor time of a build on an ordinary machine
CORES = os.cpu_count() or 1
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "initializedcheck": False}


def show(text: str, end: str = "\n") -> None:
    """Write a line of progress; on a terminal, *end* may be a carriage return to replace the line with the next."""
    if PROGRESS and (end == "\n" or os.isatty(int(PROGRESS))):
        os.write(int(PROGRESS), f"{text}{end}".encode())


class Build(build_ext):
    """Puts each module into its package's `_compiled`, all modules or none, under one stamp of their sources."""

    def get_ext_fullpath(self, ext_name: str) -> str:
        path = Path(super().get_ext_fullpath(ext_name))
        return str(path.parent / KERNEL["FOLDER"] / path.name)

    def build_extensions(self) -> None:
        root = Path(self.build_lib)
        twins = [root / KERNEL["twin"](extension.name) for extension in self.extensions]
        for path in (root / STAMP, *twins):
            path.unlink(missing_ok=True)  # never leave an old one behind
        if self.compiler.compiler_type == "unix":
            intel = platform.machine() in {"x86_64", "AMD64"} and "arm64" not in os.environ.get("ARCHFLAGS", "")
            asked = "-O" in os.environ.get("CFLAGS", "")  # whoever says how much to optimise is obeyed
            for extension in self.extensions:
                extension.extra_compile_args = [
                    *[_level(extension)] * (not asked),
                    "-g0",
                    "-ffp-contract=off",  # a product and a sum rounded at once: on some machines other numbers
                    *["-mpopcnt"] * intel,
                ]
        # The longest first: the last one to be compiled should not keep one core busy alone.
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
        """Bring the twins and their stamp to the sources, the stamp last; called in place and for editable installs."""
        root = Path(self.build_lib)
        paths = [*(KERNEL["twin"](extension.name) for extension in self.extensions), STAMP]
        for path in reversed(paths):
            (SOURCES / path).unlink(missing_ok=True)  # not overwritten: a running program may have it mapped
        for path in paths:
            if (root / path).exists():
                (SOURCES / path).parent.mkdir(exist_ok=True)
                shutil.copy(root / path, SOURCES / path)


def _level(extension: Extension) -> str:
    """Return the optimisation level: what the modules share is called rarely, and takes twice as long with -O3."""
    return "-O1" if extension.name == KERNEL["SHARED"] else "-O3"


def _length(extension: Extension) -> int:
    return sum(Path(source).stat().st_size for source in extension.sources if Path(source).exists())


def no_compiler() -> bool:
    """Tell whether the compiler that would be called is not there; where it has no fixed name it may still be found."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return os.name == "posix" and bool(command) and shutil.which(shlex.split(command)[0]) is None


def extensions() -> list[Extension]:
    if KERNEL["PURE"]:
        return []
    if no_compiler():  # and nothing worth translating to C: all of them fail at once, which is told and stamped
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
        # Cython goes by the time of a file, and a file can be edited while it is read; tests have it done once.
        force=os.environ.get("GASLAMP_TRANSLATED") != "1",
        nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere a process begins with this file
    )
    for extension in made:
        extension.optional = True  # only here: cythonize() loses it
    return made


setup(ext_modules=extensions(), cmdclass={"build_ext": Build})

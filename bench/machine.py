"""Describes the machine of a benchmark, without anything that identifies it."""

import os
import platform
import subprocess
import sysconfig
from pathlib import Path


def describe() -> str:
    """Return processor, cores, Python and C compiler in one line."""
    return f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}; {_compiler()}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _compiler() -> str:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    try:
        done = subprocess.run([command.split()[0], "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return "no C compiler"
    return done.stdout.partition("\n")[0]

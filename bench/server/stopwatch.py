"""CPU time of another process (Linux). Unlike wall time it does not depend on other processes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_USER, _SYSTEM = 11, 12  # fields of /proc/PID/stat after the name


class Stopwatch:
    """Measures the CPU time of a process between `begin` and `end`."""

    def __init__(self, pid: int) -> None:
        self._stat = Path(f"/proc/{pid}/stat")
        self._began = 0.0
        self.spent = 0.0  # seconds

    def begin(self) -> None:
        self._began = self._now()

    def end(self) -> None:
        self.spent = self._now() - self._began

    def _now(self) -> float:
        fields = self._stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS

"""`python -m bench`: our random self-play beside OpenSpiel's, in one run; with --write into docs/benchmarks.md too."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path

from bench import anchors, machine
from bench.ours import Figures
from bench.timing import Rate
from gaslamp import titles

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: written by make bench ARGS=--write -->\n", "<!-- end of figures -->\n"


def ours(title: str, *, pure: bool) -> Figures:
    """Measure a title in a process of its own, under the kernel asked for."""
    environment = os.environ | {"GASLAMP_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.ours", title], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    told = json.loads(done.stdout)
    told["rates"] = {name: Rate(**rate) for name, rate in told["rates"].items()}
    return Figures(**told)


def row(*cells: str) -> str:
    """Write a line of a Markdown table: the first cell to the left, the others to the right."""
    first, *rest = cells
    return f"| {first:<55} |" + "".join(f" {cell:>13} |" for cell in rest)


def rate_row(name: str, rate: Rate) -> str:
    return row(name, _number(rate.games), _number(rate.steps))


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}"


def report() -> str:
    """Measure everything; print each line as it comes, and give them all."""
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    today = dt.datetime.now(dt.UTC).date()
    tell(f"{today}, {machine.describe()}.\n")
    tell(row("random self-play", "games/s", "steps/s"))
    tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 2)
    for name in anchors.GAMES:
        tell(rate_row(f"OpenSpiel {name}, from Python", anchors.measure(name)))
    measured = {(title, pure): ours(title, pure=pure) for title in reversed(titles.titles()) for pure in (False, True)}
    for (title, _), figures in measured.items():
        for way, rate in figures.rates.items():
            tell(rate_row(f"{title}, {figures.kernel.split()[0]}: {way}", rate))
    tell("")
    tell(row("a position", "copy(), ns", "bytes"))
    tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 2)
    for (title, _), figures in measured.items():
        tell(row(f"{title}, {figures.kernel}", _number(figures.copy_ns), str(figures.bytes_a_position)))
    return "\n".join(lines) + "\n"


def write(figures: str) -> None:
    """Put the figures into the page, in place of the old ones."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{figures}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    measured = report()
    if "--write" in sys.argv[1:]:
        write(measured)

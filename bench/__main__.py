"""`python -m bench`: our random self-play beside OpenSpiel's, and how long a belief takes; `beliefs` for that alone.

`python -m bench research` measures the environments for research beside those of OpenSpiel and PettingZoo.
`python -m bench load` measures a server with many tables instead, `python -m bench opponents` how long people wait for
computer opponents. What the opponents of Whitehall Mystery are worth has a program of its own, bench.whitehall_proof.

With --write the figures go into docs/benchmarks.md too.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path

from bench import machine, opponents
from bench.beliefs import Times
from bench.ours import Figures
from bench.server import load
from bench.timing import Rate
from gaslamp import titles

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: written by make bench ARGS=--write -->\n", "<!-- end of figures -->\n"
BELIEFS_BEGIN, BELIEFS_END = (
    "<!-- beliefs: written with them, or by ARGS='beliefs --write' -->\n",
    "<!-- end of beliefs -->\n",
)
LOAD_BEGIN, LOAD_END = "<!-- load: written by ARGS='load --write' -->\n", "<!-- end of load -->\n"
RESEARCH_BEGIN, RESEARCH_END = "<!-- research: written by ARGS='research --write' -->\n", "<!-- end of research -->\n"
WAITING_BEGIN, WAITING_END = "<!-- opponents: written by ARGS='opponents --write' -->\n", "<!-- end of opponents -->\n"
# Rounds for each: as Python and written out they take long.
BELIEF_ROUNDS = {"compiled": 1000, "python": 20, "brute": 20}


def ours(title: str, *, pure: bool) -> Figures:
    """Measure a title in a process of its own, under the kernel asked for."""
    environment = os.environ | {"GASLAMP_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.ours", title], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    told = json.loads(done.stdout)
    told["rates"] = {name: Rate(**rate) for name, rate in told["rates"].items()}
    return Figures(**told)


def beliefs(kind: str) -> Times:
    """Measure the belief of Whitehall Mystery in a process of its own."""
    environment = os.environ | {"GASLAMP_PURE": "0" if kind == "compiled" else "1"}
    words = ["-m", "bench.beliefs", str(BELIEF_ROUNDS[kind]), *(["brute"] if kind == "brute" else [])]
    done = subprocess.run([sys.executable, *words], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Times(**json.loads(done.stdout))


def row(*cells: str) -> str:
    """Write a line of a Markdown table: the first cell to the left, the others to the right."""
    first, *rest = cells
    return f"| {first:<55} |" + "".join(f" {cell:>13} |" for cell in rest)


def rate_row(name: str, rate: Rate) -> str:
    return row(name, _number(rate.games), _number(rate.steps))


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}"


class Report:
    """Lines that are printed as they come, and kept."""

    def __init__(self) -> None:
        self.text = ""
        self.tell(f"{dt.datetime.now(dt.UTC).date()}, {machine.describe()}.\n")

    def tell(self, line: str) -> None:
        self.text += line + "\n"
        print(line, flush=True)


def report() -> str:
    """Measure random self-play; print each line as it comes, and give them all."""
    from bench import anchors  # noqa: PLC0415 - the belief is measured without OpenSpiel too

    lines = Report()
    tell = lines.tell
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
    return lines.text


def report_beliefs() -> str:
    """Measure the belief of Whitehall Mystery beside the brute force."""
    lines = Report()
    lines.tell(row("belief of whitehall, an event", "p50, ms", "p99, ms", "longest, ms"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for kind in BELIEF_ROUNDS:
        times = beliefs(kind)
        name = f"{times.kernel}: {times.rounds:,} rounds, {times.events - times.left_out:,} events"
        if times.left_out:
            name += f" ({times.left_out:,} left out)"
        lines.tell(row(name, f"{times.p50:.2f}", f"{times.p99:.2f}", f"{times.longest:.1f}"))
    return lines.text


def report_load(asked: argparse.Namespace) -> str:
    """Measure a server with many tables."""
    found = load.measure(asked.tables, asked.titles.split(","), asked.rate, asked.warm_up, asked.seconds)
    lines = Report()
    lines.tell(
        f"{found.tables} tables of {found.titles}, {2 * found.tables:,} sockets, {found.seconds:.0f} s: "
        f"{found.steps:.0f} steps/s of {found.asked:.0f} asked for ({found.late} late, {found.refused} refused, "
        f"{found.ended} games over and followed by others), "
        f"at most {found.mib:.0f} MiB. Processor time of the server {found.cpu:.2f} ms a step; a bare echo of the same "
        f"stack {found.echo:.3f} ms a message. An update on the wire: {found.bytes[0]:,} bytes at p50, "
        f"{found.bytes[1]:,} at p95, at most {found.bytes[2]:,}.\n"
    )
    lines.tell(row("from a step that is sent", "p50, ms", "p99, ms", "longest, ms"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for name, times in (
        ("until the other seat has it", found.other),
        ("until the sender has the update", found.sender),
    ):
        lines.tell(row(name, *(f"{figure:.1f}" for figure in times)))
    return lines.text


def report_opponents(asked: argparse.Namespace) -> str:
    """Measure how long people wait for opponents."""
    names = asked.titles.split(",")
    found = opponents.measure(asked.games, names, asked.person, asked.seconds, asked.workers, asked.beat)
    lines = Report()
    lines.tell(
        f"{found.games} games at once for {found.seconds:.0f} s, a person takes {asked.person:.1f} s, "
        f"{found.workers} worker(s), a beat of {asked.beat} s: {len(found.thought):,} answers, "
        f"{found.weaker} of them by a weaker level.\n"
    )
    lines.tell(row("until an answer", "p50, s", "p99, s", "longest, s"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for name, times in (("is there, all titles", found.thought), *sorted(found.released.items())):
        spread = [figure / 1000 for figure in load.spread(times)]
        label = name if times is found.thought else f"is released, {name}"
        lines.tell(row(label, *(f"{figure:.2f}" for figure in spread)))
    return lines.text


def report_research() -> str:
    """Measure the environments for research."""
    from bench import research  # noqa: PLC0415 - nobody else needs OpenSpiel and PettingZoo

    lines = Report()
    return lines.text + research.report()


def write(figures: str, begin: str, end: str) -> None:
    """Put figures into the page, in place of the old ones."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}{figures}{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["load"]:
        asked = load.read(words[1:])
        measured = report_load(asked)
        if asked.write:
            write(measured, LOAD_BEGIN, LOAD_END)
        sys.exit()
    if words[:1] == ["opponents"]:
        asked = opponents.read(words[1:])
        measured = report_opponents(asked)
        if asked.write:
            write(measured, WAITING_BEGIN, WAITING_END)
        sys.exit()
    if words[:1] == ["research"]:
        measured = report_research()
        if "--write" in words:
            write(measured, RESEARCH_BEGIN, RESEARCH_END)
        sys.exit()
    if "beliefs" not in words:
        measured = report()
        if "--write" in words:
            write(measured, BEGIN, END)
    measured = report_beliefs()
    if "--write" in words:
        write(measured, BELIEFS_BEGIN, BELIEFS_END)

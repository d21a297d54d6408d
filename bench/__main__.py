"""Runs the benchmarks: `python -m bench [beliefs|research|load|opponents] [--write]`.

Without a name: random self-play compared with OpenSpiel, then `beliefs`. With --write the results also go into
docs/benchmarks.md.

beliefs: time of a belief update of Whitehall Mystery
research: research environments compared with OpenSpiel and PettingZoo
load: latency of a server with many tables
opponents: waiting time for bots

The strength of the Whitehall Mystery bots is measured by `python -m bench.whitehall_proof`.
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
# rounds per implementation; the slow ones get fewer
BELIEF_ROUNDS = {"compiled": 1000, "python": 20, "brute": 20}


def ours(title: str, *, pure: bool) -> Figures:
    """Measure a title in a subprocess with the chosen kernel."""
    environment = os.environ | {"GASLAMP_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.ours", title], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    figures = json.loads(done.stdout)
    figures["rates"] = {name: Rate(**rate) for name, rate in figures["rates"].items()}
    return Figures(**figures)


def beliefs(kind: str) -> Times:
    """Measure Whitehall Mystery's belief in a subprocess."""
    environment = os.environ | {"GASLAMP_PURE": "0" if kind == "compiled" else "1"}
    words = ["-m", "bench.beliefs", str(BELIEF_ROUNDS[kind]), *(["brute"] if kind == "brute" else [])]
    done = subprocess.run([sys.executable, *words], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Times(**json.loads(done.stdout))


def row(*cells: str) -> str:
    """Return a row of a Markdown table: first cell left-aligned, the others right-aligned."""
    first, *rest = cells
    return f"| {first:<55} |" + "".join(f" {cell:>13} |" for cell in rest)


def rate_row(name: str, rate: Rate) -> str:
    return row(name, _number(rate.games), _number(rate.steps))


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}"


class Report:
    """Prints lines at once and collects them in `text`."""

    def __init__(self) -> None:
        self.text = ""
        self.tell(f"{dt.datetime.now(dt.UTC).date()}, {machine.describe()}.\n")

    def tell(self, line: str) -> None:
        self.text += line + "\n"
        print(line, flush=True)


def report() -> str:
    """Measure random self-play. Prints each line at once and returns the whole table."""
    from bench import anchors  # noqa: PLC0415 - OpenSpiel is optional

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
    """Measure Whitehall Mystery's belief and a brute-force reference."""
    lines = Report()
    lines.tell(row("belief of whitehall, per event", "p50, ms", "p99, ms", "maximum, ms"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for kind in BELIEF_ROUNDS:
        times = beliefs(kind)
        name = f"{times.kernel}: {times.rounds:,} rounds, {times.events - times.left_out:,} events"
        if times.left_out:
            name += f" ({times.left_out:,} left out)"
        lines.tell(row(name, f"{times.p50:.2f}", f"{times.p99:.2f}", f"{times.longest:.1f}"))
    return lines.text


def report_load(asked: argparse.Namespace) -> str:
    found = load.measure(asked.tables, asked.titles.split(","), asked.rate, asked.warm_up, asked.seconds)
    lines = Report()
    lines.tell(
        f"{found.tables} tables of {found.titles}, {2 * found.tables:,} sockets, {found.seconds:.0f} s: "
        f"{found.steps:.0f} of {found.asked:.0f} requested steps/s ({found.late} late, {found.refused} refused, "
        f"{found.ended} games finished), peak memory {found.mib:.0f} MiB. Server CPU time {found.cpu:.2f} ms per step, "
        f"echo server {found.echo:.3f} ms per message. Size of an update: {found.bytes[0]:,} bytes at p50, "
        f"{found.bytes[1]:,} at p95, maximum {found.bytes[2]:,}.\n"
    )
    lines.tell(row("latency of a step", "p50, ms", "p99, ms", "maximum, ms"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for name, times in (
        ("update of the other seat", found.other),
        ("update of the sender", found.sender),
    ):
        lines.tell(row(name, *(f"{figure:.1f}" for figure in times)))
    return lines.text


def report_opponents(asked: argparse.Namespace) -> str:
    names = asked.titles.split(",")
    found = opponents.measure(asked.games, names, asked.person, asked.seconds, asked.workers, asked.beat)
    lines = Report()
    lines.tell(
        f"{found.games} concurrent games for {found.seconds:.0f} s, {asked.person:.1f} s per action of a person, "
        f"{found.workers} worker(s), answers every {asked.beat} s: {len(found.thought):,} answers, "
        f"{found.weaker} by a weaker level.\n"
    )
    lines.tell(row("answer of a bot", "p50, s", "p99, s", "maximum, s"))
    lines.tell("|" + "-" * 57 + "|" + ("-" * 14 + ":|") * 3)
    for name, times in (("computed, all titles", found.thought), *sorted(found.released.items())):
        spread = [figure / 1000 for figure in load.spread(times)]
        label = name if times is found.thought else f"released, {name}"
        lines.tell(row(label, *(f"{figure:.2f}" for figure in spread)))
    return lines.text


def report_research() -> str:
    from bench import research  # noqa: PLC0415 - OpenSpiel and PettingZoo are optional

    lines = Report()
    return lines.text + research.report()


def write(figures: str, begin: str, end: str) -> None:
    """Replace the text between *begin* and *end* in docs/benchmarks.md."""
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

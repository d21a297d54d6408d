"""Times Whitehall Mystery's belief with the current kernel, or a brute-force list of all paths. Prints JSON.

An event is a piece of public news about Jack: a move or the answer to a search. The figure is the CPU time from
receiving it until the number of paths to every possible circle is known.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Final

from bench.whitehall_rounds import TELLING, recorded
from gaslamp import kernel
from gaslamp.core.game import News
from gaslamp.titles.whitehall.belief.belief import Belief
from gaslamp.titles.whitehall.belief.chronicle import Chronicle, JackTurn
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules.town import BLUE, WHITEHALL, circles_of

MOST_ROWS: Final = 100_000  # limit of the brute force


@dataclass(frozen=True)
class Times:
    """Milliseconds per event, and the number of events. Brute force leaves out events with too many paths."""

    kernel: str
    rounds: int
    events: int
    left_out: int
    p50: float
    p99: float
    longest: float


def measure(rounds: int, *, brute: bool) -> Times:
    """Time each event of recorded rounds."""
    times: list[float] = []
    events = 0
    for before, now in recorded(rounds):
        events += sum(news.kind in TELLING for news in now)
        times += _written_out(before, now) if brute else _concluded(before, now)
    cuts = quantiles(times, n=100)
    name = "brute force" if brute else kernel.describe().split()[0]
    return Times(name, rounds, events, events - len(times), cuts[49], cuts[98], max(times))


def _concluded(before: list[News], now: list[News]) -> Iterator[float]:
    belief = Belief(Whitehall().options)
    for news in before:
        belief.observe(news)
    belief.circles()
    for news in now:
        began = time.process_time()
        belief.observe(news)
        if news.kind in TELLING:
            belief.circles()
            yield 1000 * (time.process_time() - began)


# ---- brute force


def _written_out(before: list[News], now: list[News]) -> Iterator[float]:
    """A list of all possible paths: extended when Jack moves, filtered by answers."""
    chronicle = Chronicle()
    for news in before:
        chronicle.observe(news)
    rows: list[tuple[int, ...]] = [(chronicle.nights[-1].start,)]
    for news in now:
        chronicle.observe(news)
        if news.kind not in TELLING:
            continue
        began = time.process_time()
        rows = _after(rows, news, chronicle.nights[-1].turns[-1])
        if len(rows) > MOST_ROWS:
            return
        ends: dict[int, int] = {}
        for row in rows:
            ends[row[-1]] = ends.get(row[-1], 0) + 1
        yield 1000 * (time.process_time() - began)


def _after(rows: list[tuple[int, ...]], news: News, turn: JackTurn) -> list[tuple[int, ...]]:
    circle = news.details.get("circle")
    match news.kind, news.details.get("answer"):
        case "jack_moved", _:
            return [(*row, *circles) for row in rows for circles in _moves(row[-1], turn)]
        case "searched", "yes":
            return [row for row in rows if circle in row]
        case "searched", _:
            return [row for row in rows if circle not in row]
        case _:
            return rows


def _moves(here: int, turn: JackTurn) -> list[tuple[int, ...]]:
    ways = WHITEHALL.ways
    match turn.kind:
        case "plain":
            return [(there,) for there in ways[here] if any(not way & turn.figures for way in ways[here][there])]
        case "coach":
            return [
                (first, second)
                for first in ways[here]
                for second in ways[first]
                if second != here and BLUE not in {WHITEHALL.colour[first], WHITEHALL.colour[second]}
            ]
        case "alley":
            blocks = [circles_of(outline) for outline in WHITEHALL.faces["houses"]]
        case _:
            blocks = [tuple(c for c in circles_of(o) if WHITEHALL.colour[c] == BLUE) for o in WHITEHALL.faces["water"]]
    return [(there,) for there in {there for block in blocks if here in block for there in block} - {here}]


if __name__ == "__main__":
    print(json.dumps(asdict(measure(int(sys.argv[1]), brute=sys.argv[2:] == ["brute"]))))

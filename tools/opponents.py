"""Updates the tables of docs/opponents.md: `python -m tools.opponents` or `make arena`.

The page has arena commands in comments, `<!-- arena: gaslamp arena ... -->`. Each is run, and the text between it and
the next `<!-- end -->` is replaced with the results. Games are stored in build/arena, so that an interrupted run
continues; when the bots have changed, all games are played again.
"""

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gaslamp.arena.plan import program

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "opponents.md"
RUNS = ROOT / "build" / "arena"
PLACE = re.compile(r"(?P<open><!-- arena: gaslamp arena (?P<words>[^>]+?) -->\n).*?(?P<close><!-- end -->)", re.DOTALL)


def main(more: Sequence[str], page: Path = PAGE, runs: Path = RUNS) -> None:
    """Run each command of the page and write its results before the next one starts."""
    for found in [*PLACE.finditer(page.read_text(encoding="utf-8"))]:
        result = play(found["words"], more, runs)
        text = page.read_text(encoding="utf-8")
        page.write_text(
            text.replace(found[0], found["open"] + written(found["words"], result) + found["close"]), "utf-8"
        )


def play(words: str, more: Sequence[str], runs: Path) -> dict[str, Any]:
    """Run or resume an arena command, with the extra arguments *more*, and return its result."""
    folder = runs / re.sub(r"\W+", "-", words).strip("-")
    if (folder / "plan.json").exists() and _is_old(folder):
        shutil.rmtree(folder)
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", "arena", *shlex.split(words)]
    subprocess.run([*command, *more, "--out", str(folder)], check=True)
    result: dict[str, Any] = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    return result


def _is_old(folder: Path) -> bool:
    """Return True if a run is finished or was made with other versions of the bots."""
    over = (folder / "result.json").exists()
    return over or json.loads((folder / "plan.json").read_text(encoding="utf-8"))["program"] != program()


def written(words: str, result: Mapping[str, Any]) -> str:
    """Return a result as Markdown."""
    tables = [_worst_cases(result)] if result["worst_cases"] else [_wins(result), _strength(result)]
    return "\n".join([f"```\ngaslamp arena {words}\n```\n", _made(result), *tables]) + "\n"


def _made(result: Mapping[str, Any]) -> str:
    day = datetime.now(UTC).date()
    python = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    return f"{result['games']:,} games on {day}; {python}.\n"


def _wins(result: Mapping[str, Any]) -> str:
    first, second = result["sides"]
    cells = {tuple(cell["levels"]): _percent(cell["share"]) for cell in result["cells"]}
    rows, columns = (dict.fromkeys(levels[side] for levels in cells) for side in (0, 1))
    head = [f"games won by {first}", *(f"{second}: {level}" for level in columns)]
    return _table(head, [[f"{first}: {row}", *(cells.get((row, column), "") for column in columns)] for row in rows])


def _strength(result: Mapping[str, Any]) -> str:
    times = {(time["level"], time["side"]): time for time in result["times"]}
    steps = {(step["level"], step["side"]): _rounded(step["points"]) for step in result["steps"]}
    rows = []
    for rating in result["ratings"]:
        time = times.get((rating["level"], rating["side"]))
        spent = [f"{time[part]:.2f} ms" for part in ("mean", "p95", "most")] if time else [""] * 3
        step = steps.get((rating["level"], rating["side"]), "")
        rows.append([rating["level"], rating["side"], _rounded(rating["points"]), step, *spent])
    return _table(
        ["level", "side", "rating", "above the level below", "mean time per decision", "p95", "maximum"], rows
    )


def _rounded(points: Sequence[float]) -> str:
    value, low, high = points
    return f"{value:.0f} ({low:.0f} to {high:.0f})"


def _worst_cases(result: Mapping[str, Any]) -> str:
    side = result["plan"]["worst_case"]
    rows = [
        [case["level"], case["reader"], f"{case['games']:,}", _percent(case["unread"]), _percent(case["read"]),
         _percent(case["adjusted"]) if case["adjusted"] else "", _points(case["loss"])]
        for case in result["worst_cases"]
    ]  # fmt: skip
    head = [f"{side}: level", "opponent", "deals", "won", "won against the reader", "the same by AIVAT", "difference"]
    return _table(head, rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def _percent(share: Sequence[float]) -> str:
    value, low, high = (f"{100 * number:.1f}" for number in share)
    return f"{value} % ({low} to {high})"


def _points(gain: Sequence[float]) -> str:
    value, low, high = (f"{100 * number:+.1f}" for number in gain)
    return f"{value} points ({low} to {high})"


if __name__ == "__main__":
    main(sys.argv[1:])

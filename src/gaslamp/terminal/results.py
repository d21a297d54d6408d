"""Tournaments in the terminal: a progress bar, then tables of wins, ratings and worst cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from gaslamp.arena.folder import Folder
from gaslamp.arena.plan import Tournament
from gaslamp.arena.rating import Estimate
from gaslamp.arena.result import TournamentResult
from gaslamp.arena.run import Crew, run
from gaslamp.core.game import Side
from gaslamp.core.messages import Message, message
from gaslamp.terminal.screen import Screen


def compete(plan: Tournament, crew: Crew, screen: Screen, path: Path | None) -> None:
    folder = Folder(plan, path)
    with _progress(screen, sum(1 for _ in plan.fixtures())) as bar:
        result = run(folder, crew, bar.update)
    show(result, screen)
    if path is not None:
        screen.tell("arena.kept", "dim", folder=str(path))


def show(result: TournamentResult, screen: Screen) -> None:
    screen.tell("arena.wins", "bold")
    screen.console.print(_wins(result, screen))
    screen.tell("arena.strength", "bold")
    screen.console.print(_strength(result, screen))
    if result.worst_cases:
        screen.tell("arena.worst_cases", "bold", side=_side(result, result.plan.worst_case))
        screen.console.print(_worst_cases(result, screen))


class _Bar:
    def __init__(self, progress: Progress, games: int, words: str) -> None:
        self._progress = progress
        self._task = progress.add_task(words, total=games)

    def update(self, games: int) -> None:
        self._progress.update(self._task, completed=games)


@contextmanager
def _progress(screen: Screen, games: int) -> Iterator[_Bar]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.console, transient=True, disable=not screen.console.is_terminal) as progress:
        yield _Bar(progress, games, screen.say(message("arena.playing")))


def _wins(result: TournamentResult, screen: Screen) -> Grid:
    first, second = (_side(result, side) for side in result.sides)
    grid = _grid(screen, message("arena.versus", side=first, other=second))
    shares: Mapping[tuple[str, ...], str] = {cell.levels: _percent(cell.share) for cell in result.cells}
    rows, columns = (tuple(dict.fromkeys(cell.levels[side] for cell in result.cells)) for side in (0, 1))
    for name in columns:
        grid.add_column(name, justify="right")
    for row in rows:
        grid.add_row(row, *(shares.get((row, column), "") for column in columns))
    return grid


def _strength(result: TournamentResult, screen: Screen) -> Grid:
    grid = _grid(
        screen, message("arena.level"), message("arena.side"), message("arena.rating"), message("arena.step"),
        message("arena.mean"), message("arena.p95"), message("arena.most"),
    )  # fmt: skip
    times = {(time.level, time.side): time for time in result.times}
    steps = {(step.level, step.side): _interval(step.points, "+") for step in result.steps}
    for rating in result.ratings:
        time = times.get((rating.level, rating.side))
        spent = ("",) * 3 if time is None else (*map(screen.number, (time.mean, time.p95, time.most)),)
        side = screen.say(_side(result, rating.side))
        step = steps.get((rating.level, rating.side), "")
        grid.add_row(rating.level, side, _interval(rating.points), step, *spent)
    return grid


def _worst_cases(result: TournamentResult, screen: Screen) -> Grid:
    grid = _grid(
        screen, message("arena.level"), message("arena.unread"), message("arena.read"), message("arena.adjusted"),
        message("arena.loss"),
    )  # fmt: skip
    for case in result.worst_cases:
        adjusted = _percent(case.adjusted) if case.adjusted else ""
        grid.add_row(
            case.level, _percent(case.unread), _percent(case.read), adjusted, _percent(case.loss, sign="+")
        )  # fmt: skip
    return grid


def _grid(screen: Screen, *columns: Message) -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    for number, column in enumerate(columns):
        grid.add_column(screen.say(column), justify="right" if number else "left")
    return grid


def _side(result: TournamentResult, side: Side) -> Message:
    return message(f"{result.plan.title}.seat.{side}")


def _percent(share: Estimate, sign: str = "") -> str:
    return _interval(Estimate(*(100 * number for number in share)), sign)


def _interval(estimate: Estimate, sign: str = "") -> str:
    value, low, high = (f"{number:{sign}.0f}" for number in estimate)
    return f"{value} ({low} … {high})"

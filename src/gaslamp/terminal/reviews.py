"""Reviews in the terminal: a progress bar, then summaries, turning points and the judged decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from gaslamp.core.game import Game
from gaslamp.core.messages import Message, message
from gaslamp.review.report import Decision, Review
from gaslamp.review.review import open_record, reviews
from gaslamp.terminal import files
from gaslamp.terminal.screen import Screen
from gaslamp.ui.presentation import presentation


def review(path: Path, screen: Screen, *, as_json: bool) -> None:
    """Review a recorded game and print the result. Raises GaslampError."""
    opened = open_record(files.read(path))
    result = _last(reviews(opened), screen)
    if as_json:
        screen.console.file.write(encoded(result, screen) + "\n")
        return
    show(opened.game, result, screen)


def encoded(result: Review, screen: Screen) -> str:
    """Return a review as JSON, with texts in the language of the screen."""

    def plain(value: Any) -> Any:
        return screen.say(value) if isinstance(value, Message) else NotImplemented

    return msgspec.json.encode(result, enc_hook=plain, order="deterministic").decode()


def _last(growing: Iterator[Review], screen: Screen) -> Review:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=screen.console, transient=True, disable=not screen.console.is_terminal) as progress:
        task = progress.add_task(screen.say(message("review.working")))
        for result in growing:
            progress.update(task, completed=result.done, total=result.total)
    return result


def show(game: Game[Any, Any], result: Review, screen: Screen) -> None:
    screen.tell("review.accounts", "bold")
    screen.console.print(_summaries(game, result, screen))
    screen.tell("review.turning_points", "bold")
    for turn in result.turning_points:
        number = result.points[turn.point].actions
        screen.tell("review.moment", number=number, text=turn.text)
    judged = [point for point in result.points if point.decision and point.decision.judgement]
    if not judged:
        screen.tell("review.nothing_judged", "dim")
        return
    screen.tell("review.decisions", "bold")
    for point in judged:
        assert point.decision is not None
        screen.tell("review.moment", number=point.actions, text=_judged(game, point.decision))
        for remark in point.decision.remarks:
            screen.tell(remark.id, "dim", **remark.params)


def _judged(game: Game[Any, Any], decision: Decision) -> Message:
    return message(
        f"review.{decision.judgement}",
        side=presentation(game).name(decision.side),
        action=decision.played.labels,
        points=screen_points(decision.loss),
        better=decision.best[0].labels,
    )


def screen_points(tenths: int) -> str:
    """Return points with one decimal place, as in the tables."""
    return f"{tenths / 10:.1f}"


def _summaries(game: Game[Any, Any], result: Review, screen: Screen) -> Grid:
    grid = Grid(box=SIMPLE_HEAD)
    for name in ("side", "change", "luck", "own", "other", "news", "mean_loss", "choices"):
        grid.add_column(screen.say(message(f"review.{name}")), justify="left" if name == "side" else "right")
    for side, summary in result.summaries.items():
        parts = (summary.change, summary.luck, summary.own, summary.other, summary.news)
        grid.add_row(
            screen.say(presentation(game).name(side)),
            *(f"{part / 10:+.1f}" for part in parts),
            f"{summary.mean_loss:.1f}",
            str(summary.choices),
        )
    return grid

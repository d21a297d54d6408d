"""Puzzles in the terminal: solve, find and check them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import msgspec

from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Message, message
from gaslamp.puzzles import making, puzzle
from gaslamp.puzzles.kinds import MarkingKind
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.puzzles.solving import DONE, MARK, Solving
from gaslamp.terminal import files
from gaslamp.terminal.screen import Screen

_LEAVE = frozenset({"q", "quit", "exit"})


def solve(title: str, id: str, screen: Screen, ask: Callable[[], str]) -> None:
    """Pose one puzzle after another until the player leaves. Raises GaslampError."""
    while True:
        solving = Solving(_chosen(title, id))
        screen.tell(f"{solving.puzzle.title}.title", "bold yellow")
        screen.tell(f"puzzle.kind.{solving.puzzle.kind}", "bold")
        screen.tell("puzzle.difficulty", "dim", number=solving.puzzle.difficulty)
        _show(solving, screen)
        if not _solved(solving, screen, ask):
            screen.tell("terminal.bye")
            return
        id = ""


def _chosen(title: str, id: str) -> Puzzle:
    names = [title] if title else list(puzzle.with_puzzles())
    if id:
        return puzzle.find(next((name for name in names if id in puzzle.shipped(name)), names[0]), id)
    found = [one for name in names for one in puzzle.shipped(name).values()]
    if not found:
        raise GaslampError("puzzle.no_kinds", title=title[:40])
    return SystemRandom().choice(found)


def _solved(solving: Solving, screen: Screen, ask: Callable[[], str]) -> bool:
    """Ask until the puzzle is solved or its solution is shown; False when the player leaves."""
    while not solving.over:
        try:
            line = ask().strip()
        except (EOFError, KeyboardInterrupt):
            return False
        if line.lower() in _LEAVE:
            return False
        try:
            _obey(line, solving, screen)
        except GaslampError as error:
            screen.write(error.message, "red")
    for step in solving.solution():
        screen.write(step.text, "green")
    screen.tell("puzzle.next", "dim")
    try:
        return ask().strip().lower() not in _LEAVE
    except (EOFError, KeyboardInterrupt):
        return False


def _obey(line: str, solving: Solving, screen: Screen) -> None:
    update = solving.update()
    match line.lower():
        case "":
            return
        case "s":
            solving.reveal()
            return
        case "u":
            solving.undo()
            _show(solving, screen)
            return
    legal = solving.legal()
    if line.isdecimal() and not 1 <= int(line[:9]) <= len(legal):
        screen.tell("terminal.no_number", "red", count=len(legal))
        return
    solving.play(legal[int(line) - 1] if line.isdecimal() else line, update.step)
    if solving.wrong is not None:
        screen.write(solving.wrong, "yellow")
    if solving.solved:
        screen.tell("puzzle.right", "bold green")
    elif solving.kind.marks and solving.wrong is None:
        _choices(solving, screen)
    else:
        _show(solving, screen)


def _show(solving: Solving, screen: Screen) -> None:
    # The notes list who is in sight, which may be the answer.
    screen.board(solving.posed.game, solving.update().view, notes=solving.puzzle.kind != "who")
    screen.write(solving.question, "bold")
    _choices(solving, screen)


def _choices(solving: Solving, screen: Screen) -> None:
    screen.choices([_label(solving, notation) for notation in solving.legal()])
    screen.tell("puzzle.help", "dim")


def _label(solving: Solving, notation: str) -> Message:
    if notation == DONE:
        return message("puzzle.answer", count=len(solving.marks))
    if isinstance(solving.kind, MarkingKind):
        mark = notation.removeprefix(MARK)
        _, name = solving.kind.candidates(solving.posed)[mark]
        return message("puzzle.marked", name=name) if mark in solving.marks else name
    return solving.ui.label(solving.posed.game.actions.parse(notation))


# ---- finding and checking


def make(title: str, games: int, seed: int, kinds: list[str], most: int, out: Path | None, screen: Screen) -> None:
    """Find puzzles in bot games and print them, or write them to *out*. Raises GaslampError."""
    made = making.Made()
    for made in making.make(title, games, seed, kinds):  # noqa: B007 - the last one is whole
        pass
    chosen = making.spread(made.puzzles, most) if most else made.puzzles
    text = "".join(msgspec.json.encode(one).decode() + "\n" for one in chosen)
    if out is None:
        screen.console.file.write(text)
    else:
        files.write_new(str(out), text)
        screen.tell("puzzle.made", "bold", count=len(chosen), games=made.games)
        for reason, number in sorted(made.rejected.items()):
            screen.tell("puzzle.rejected", "", why=message(f"puzzle.reason.{reason}"), number=number)


def check(file: Path | None, screen: Screen) -> bool:
    """Prove puzzles again and print those that do not hold. Return whether all do."""
    paths = [file] if file else sorted(puzzle.FOLDER.glob("*.jsonl"))
    held, failed = 0, 0
    for path in paths:
        if not path.is_file():
            raise GaslampError("error.no_file", file=str(path))
        for one in puzzle.read(path):
            if isinstance(one, GaslampError):
                failed += 1
                screen.write(one.message, "red")
                continue
            try:
                reason = making.check(one)
            except GaslampError as error:
                failed += 1
                screen.write(error.message, "red")
                continue
            if reason:
                failed += 1
                screen.tell("puzzle.fails", "red", id=one.id, why=message(f"puzzle.reason.{reason}"))
            else:
                held += 1
    screen.tell("puzzle.checked", "bold", count=held, failed=failed)
    return failed == 0

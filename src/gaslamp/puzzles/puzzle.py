"""A puzzle as data, and the files of puzzles: one JSON object per line.

>>> read_line("{}", "pocket", "pocket.jsonl:1")  # doctest: +ELLIPSIS
Traceback (most recent call last):
gaslamp.core.errors.GaslampError: ('puzzle.damaged', {'where': 'pocket.jsonl:1', 'why': 'Object missing ... `id`'})
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat

FOLDER: Final = Path(__file__).parent / "shipped"
DIFFICULTIES: Final = range(1, 6)
_LOG: Final = logging.getLogger(__name__)
_ID_LENGTH: Final = 8


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question at one point of a recorded game, for one seat."""

    id: str  # follows from the rest: see `identified`
    title: str
    kind: str
    seat: Seat
    actions: tuple[str, ...]  # prefix of the record, draws included
    answers: tuple[tuple[str, ...], ...]  # action sequences; of a marking kind one set of marks
    best: float = 0.0  # value of the answers
    second: float = 0.0  # value of the best other choice
    theme: str = ""
    difficulty: int = 1
    options: Mapping[str, str] = {}


def identified(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its id: a hash of title, options, seat, kind and actions."""
    parts = (puzzle.title, puzzle.kind, puzzle.seat, sorted(puzzle.options.items()), puzzle.actions)
    return msgspec.structs.replace(puzzle, id=sha256(msgspec.json.encode(parts)).hexdigest()[:_ID_LENGTH])


def read_line(line: str, title: str, where: str) -> Puzzle:
    """Parse one line. Raises GaslampError with one sentence that names *where*."""
    try:
        puzzle = msgspec.json.decode(line, type=Puzzle)
    except msgspec.MsgspecError as error:
        raise GaslampError("puzzle.damaged", where=where, why=str(error)[:200]) from None
    if puzzle.title != title or identified(puzzle).id != puzzle.id:
        raise GaslampError("puzzle.altered", where=where)
    if not puzzle.answers or puzzle.difficulty not in DIFFICULTIES:
        raise GaslampError("puzzle.damaged", where=where, why="answers, difficulty")
    return puzzle


def read(path: Path) -> Iterator[Puzzle | GaslampError]:
    """Yield the puzzles of a file; for a damaged line the error instead."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        yield GaslampError("puzzle.damaged", where=path.name, why=type(error).__name__)
        return
    for number, line in enumerate(lines, 1):
        try:
            yield read_line(line, path.stem, f"{path.name}:{number}")
        except GaslampError as error:
            yield error


@cache
def shipped(title: str) -> Mapping[str, Puzzle]:
    """Return the shipped puzzles of a title by id. Damaged ones are logged and left out."""
    puzzles = {}
    for puzzle in read(FOLDER / f"{title}.jsonl") if (FOLDER / f"{title}.jsonl").is_file() else ():
        if isinstance(puzzle, Puzzle):
            puzzles[puzzle.id] = puzzle
        else:
            _LOG.warning("skipping damaged puzzle: %s", puzzle)
    return puzzles


def with_puzzles() -> tuple[str, ...]:
    """Return the titles that have shipped puzzles."""
    return tuple(title for title in titles.titles() if shipped(title))


def find(title: str, id: str) -> Puzzle:
    """Return a shipped puzzle. Raises GaslampError if there is none."""
    if title not in titles.titles() or id not in shipped(title):
        raise GaslampError("puzzle.unknown", id=id[:20])
    return shipped(title)[id]


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day (UTC), the same on every server with the same puzzles."""
    everything = [puzzle for title in with_puzzles() for puzzle in shipped(title).values()]
    order = sorted(everything, key=lambda puzzle: sha256(f"{puzzle.id} {day.year}".encode()).digest())
    return order[day.timetuple().tm_yday % len(order)]

"""Where a run is kept: its plan, a line for each game that is over, their records, and at last what they show.

A game counts when its line is whole. So a run that was killed, in whatever moment, is gone on with: what it had begun
to write is written again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from gaslamp.arena.match import Played
from gaslamp.arena.plan import Plan
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Side

PLAN: Final = "plan.json"
GAMES: Final = "games.jsonl"
RESULT: Final = "result.json"
RECORDS: Final = "records"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over, as its line has it."""

    index: int
    winner: Side
    reason: str
    actions: int
    times: Mapping[Side, Sequence[int]] = field(default_factory=dict)


class Folder:
    """What is known of a run so far; on disk if it has a path."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.plan = plan
        self.games: dict[int, Game] = {}
        self._path = path
        if path is not None:
            self._open(path)

    def add(self, played: Played) -> None:
        """Keep a game: its record first, then its line."""
        game = Game(played.index, played.winner, played.reason, played.actions, played.times)
        if self._path is not None:
            _write(self._path / RECORDS / f"{played.index:06}.txt", played.record.encode())
            _write(self._path / GAMES, msgspec.json.encode(game) + b"\n", mode="ab")
        self.games[game.index] = game

    def finish(self, result: object) -> None:
        """Keep what the games show."""
        if self._path is not None:
            _write(self._path / RESULT, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")

    def _open(self, path: Path) -> None:
        """Begin a run, or go on with the same one."""
        try:
            if path.exists() and not (path / PLAN).exists() and {entry.name for entry in path.iterdir()} - {RECORDS}:
                raise GaslampError("arena.foreign_folder", folder=str(path))
            (path / RECORDS).mkdir(parents=True, exist_ok=True)
        except OSError:
            raise GaslampError("error.no_access", file=str(path)) from None
        if not (path / PLAN).exists():
            _write(path / PLAN, msgspec.json.encode(self.plan) + b"\n")
        if _read(path / PLAN, Plan) != self.plan:
            raise GaslampError("arena.other_plan", folder=str(path))
        self._take_in(path / GAMES)

    def _take_in(self, file: Path) -> None:
        """Read the lines that are whole, and forget one that was being written."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            _write(file, whole)
        decoder = msgspec.json.Decoder(Game)
        try:
            games = [decoder.decode(line) for line in whole.splitlines()]
        except msgspec.DecodeError:
            raise GaslampError("arena.damaged", file=str(file)) from None
        self.games = {game.index: game for game in games}


def _read(file: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        raise GaslampError("arena.damaged", file=str(file)) from None


def _write(file: Path, content: bytes, mode: str = "wb") -> None:
    try:
        with file.open(mode) as opened:
            opened.write(content)
    except OSError:
        raise GaslampError("error.file", file=str(file)) from None

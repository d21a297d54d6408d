"""Storage of a run: the tournament, one line per finished game, the records, and the result.

A game counts once its line is complete; a partial line from a killed run is dropped and the game is played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from gaslamp.arena.match import MatchResult
from gaslamp.arena.plan import Tournament
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Side

PLAN: Final = "plan.json"
GAMES: Final = "games.jsonl"
RESULT: Final = "result.json"
RECORDS: Final = "records"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameResult:
    index: int
    winner: Side
    reason: str
    actions: int
    times: Mapping[Side, Sequence[int]] = field(default_factory=dict)
    adjusted: float | None = None  # reader's result (AIVAT)


class Folder:
    """The games of a run so far; stored on disk if *path* is given.

    Raises GaslampError if the folder is unusable, damaged, or holds another tournament.
    """

    def __init__(self, plan: Tournament, path: Path | None = None) -> None:
        self.plan = plan
        self.games: dict[int, GameResult] = {}
        self._path = path
        if path is not None:
            self._open(path)

    def add(self, played: MatchResult) -> None:
        game = GameResult(
            played.index, played.winner, played.reason, played.actions, played.times, played.adjusted
        )  # fmt: skip
        if self._path is not None:
            _write(self._path / RECORDS / f"{played.index:06}.txt", played.record.encode())
            _write(self._path / GAMES, msgspec.json.encode(game) + b"\n", mode="ab")
        self.games[game.index] = game

    def finish(self, result: object) -> None:
        if self._path is not None:
            _write(self._path / RESULT, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")

    def _open(self, path: Path) -> None:
        try:
            if path.exists() and not (path / PLAN).exists() and {entry.name for entry in path.iterdir()} - {RECORDS}:
                raise GaslampError("arena.foreign_folder", folder=str(path))
            (path / RECORDS).mkdir(parents=True, exist_ok=True)
        except OSError:
            raise GaslampError("error.no_access", file=str(path)) from None
        if not (path / PLAN).exists():
            _write(path / PLAN, msgspec.json.encode(self.plan) + b"\n")
        if _read(path / PLAN, Tournament) != self.plan:
            raise GaslampError("arena.other_plan", folder=str(path))
        self._load(path / GAMES)

    def _load(self, file: Path) -> None:
        """Read the complete lines and truncate a partial one."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            _write(file, whole)
        decoder = msgspec.json.Decoder(GameResult)
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

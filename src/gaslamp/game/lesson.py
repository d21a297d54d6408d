"""Lessons: a recorded game in steps, each with a sentence for the learner. docs/lessons.md describes the files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle, GaslampError
from gaslamp.core.game import CHANCE, Game, Seat, Side, apply
from gaslamp.core.messages import Message, message
from gaslamp.game.entries import Played, Started
from gaslamp.game.setup import Setup
from gaslamp.game.state import State
from gaslamp.game.updates import Update, update

FOLDER: Final = "lessons"


@dataclass(frozen=True, slots=True)
class Step:
    say: Message
    play: str  # notation of the learner's action; "" if the step is only read
    point: tuple[str, ...]  # sprites or panels to point at
    then: tuple[str, ...]  # actions that follow, of chance and of the other side
    skip: bool  # whether these are not shown as news


class Lesson:
    def __init__(self, game: Game[Any, Any], side: Side, deal: Sequence[str], steps: Sequence[Step]) -> None:
        self.game = game
        self.side = side
        self.seat: Seat = next(seat for seat in game.seats if game.side(seat) == side)
        self.steps = tuple(steps)
        parts = [tuple(deal), *((step.play, *step.then) if step.play else step.then for step in steps)]
        self.actions = tuple(action for part in parts for action in part)  # of the whole record
        self._updates = tuple(_updates(game, self.seat, parts))

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def update(self, step: int) -> Update:
        return self._updates[step]

    def known(self, step: int) -> int:
        """Return the number of news at the start of a step that were shown before or are skipped."""
        passed = step == 0 or self.steps[step - 1].skip
        return len(self.update(step if passed else step - 1).news)

    def wanted(self, step: int) -> int | None:
        notation = self.steps[step].play
        return self.game.actions.parse(notation) if notation else None


@cache
def lesson(title: str, side: str) -> Lesson | None:
    return _read(title, side, _folder(title) / f"{side}.toml") if side in sides(title) else None


@cache
def sides(title: str) -> tuple[Side, ...]:
    return tuple(side for side in titles.meta(title).sides if (_folder(title) / f"{side}.toml").is_file())


def check() -> None:
    """Raise BrokenTitle for a lesson that cannot be played."""
    for title in titles.titles():
        for side in sides(title):
            lesson(title, side)


def _folder(title: str) -> Path:
    return (titles.folder(title) or Path("/nowhere")) / FOLDER


def _read(title: str, side: Side, file: Path) -> Lesson:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        steps = [_step(title, step) for step in content["steps"]]
        read = Lesson(titles.game(title, content.get("options")), side, _lines(content.get("deal", "")), steps)
        for number, step in enumerate(steps):
            if step.play and step.play not in read.update(number).legal:
                raise ValueError(f"step {number}: {step.play} is not for the learner to play")
    except (OSError, ValueError, LookupError, TypeError, GaslampError) as error:
        why = f"{FOLDER}/{file.name}: {error}"[:300]
        raise BrokenTitle("error.broken_title", title=title, why=why) from error
    return read


def _step(title: str, content: Mapping[str, Any]) -> Step:
    unknown = content.keys() - {"say", "play", "point", "then", "skip"}
    if unknown:
        raise ValueError(f"unknown fields: {', '.join(sorted(unknown))}")
    return Step(
        say=message(f"{title}.lesson.{content['say']}"),
        play=content.get("play", ""),
        point=tuple(content.get("point", ())),
        then=_lines(content.get("then", "")),
        skip=content.get("skip", False),
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _updates(game: Game[Any, Any], seat: Seat, parts: Sequence[Sequence[str]]) -> Iterator[Update]:
    """Play a record part by part, and yield what a seat knows after each. Raises ValueError for an illegal action."""
    state = State.initial(Setup(game))
    for number, part in enumerate(parts):
        turns: list[tuple[Seat, list[str]]] = [] if number else [(CHANCE, [])]  # each with the draws that follow
        position = state.course.position
        for notation in part:
            mover = game.to_move(position)
            if mover not in {None, CHANCE}:
                turns.append((str(mover), []))
            if mover is None or not turns:
                raise ValueError(f"{notation}: the game is over, or a step begins with a draw")
            turns[-1][1].append(notation)
            try:
                position, _ = apply(game, position, game.actions.parse(notation))
            except GaslampError as error:
                raise ValueError(f"{notation}, after part {number}, is not legal") from error
        for mover, actions in turns:
            state = state.after(Started(tuple(actions)) if mover == CHANCE else Played(mover, tuple(actions)))
        yield update(state, seat)

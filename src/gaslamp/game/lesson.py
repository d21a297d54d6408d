"""A first game: a record cut into steps, each with a sentence for whoever learns, and the table as it is then.

It lies in the title's folder as `lessons/<side>.toml`, named for the side that learns: `options` of the game; `deal`,
the actions before the first step, one a line, draws included; and `steps`. A step has `say`, the message that is said
(`<title>.lesson.<say>`); `play`, what the learner is to play, if anything; `point`, what a finger points at when there
is nothing to play (sprites of the board, panels); `then`, the actions that follow, of chance and of the other side;
and `skip = true` where they are passed over rather than told. docs/lessons.md says how to write one.
"""

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
    """One thing to read, and mostly one thing to do."""

    say: Message
    play: str  # the notation of what is to be played; empty: there is nothing to do but to read
    point: tuple[str, ...]
    then: tuple[str, ...]
    skip: bool  # what follows is passed over, and not told


class Lesson:
    """The first game of one side of a title."""

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
        """The number of the last step; the first one is 0."""
        return len(self.steps) - 1

    def update(self, step: int) -> Update:
        """What the learner knows when a step begins; it is the same for everybody who learns."""
        return self._updates[step]

    def known(self, step: int) -> int:
        """How many of the news are none when a step begins: they were told before, or are passed over."""
        passed = step == 0 or self.steps[step - 1].skip
        return len(self.update(step if passed else step - 1).news)

    def wanted(self, step: int) -> int | None:
        """The action that the learner is to play."""
        notation = self.steps[step].play
        return self.game.actions.parse(notation) if notation else None


@cache
def lesson(title: str, side: str) -> Lesson | None:
    """The first game of a side; None where a title has none."""
    return _read(title, side, _folder(title) / f"{side}.toml") if side in sides(title) else None


@cache
def sides(title: str) -> tuple[Side, ...]:
    """The sides of a title that have a first game."""
    return tuple(side for side in titles.meta(title).sides if (_folder(title) / f"{side}.toml").is_file())


def check() -> None:
    """Refuse titles whose first games cannot be played."""
    for title in titles.titles():
        for side in sides(title):
            lesson(title, side)


def _folder(title: str) -> Path:
    return (titles.folder(title) or Path("/nowhere")) / FOLDER


def _read(title: str, side: Side, file: Path) -> Lesson:
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        steps = [_step(title, one) for one in told["steps"]]
        made = Lesson(titles.game(title, told.get("options")), side, _lines(told.get("deal", "")), steps)
        for number, step in enumerate(steps):
            if step.play and step.play not in made.update(number).legal:
                raise ValueError(f"step {number}: {step.play} is not for the learner to play")
    except (OSError, ValueError, LookupError, TypeError, GaslampError) as error:
        why = f"{FOLDER}/{file.name}: {error}"[:300]
        raise BrokenTitle("error.broken_title", title=title, why=why) from error
    return made


def _step(title: str, told: Mapping[str, Any]) -> Step:
    unknown = told.keys() - {"say", "play", "point", "then", "skip"}
    if unknown:
        raise ValueError(f"a step knows nothing of {', '.join(sorted(unknown))}")
    return Step(
        say=message(f"{title}.lesson.{told['say']}"),
        play=told.get("play", ""),
        point=tuple(told.get("point", ())),
        then=_lines(told.get("then", "")),
        skip=told.get("skip", False),
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

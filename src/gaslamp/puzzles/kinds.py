"""Kinds of puzzles: what is asked, which answers are right, and why the others are not.

A kind finds its positions in a game, proves a puzzle by enumeration or search, and judges an answer. An answer is a
sequence of actions of one seat, or a set of marks. `Posed` is an opened puzzle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from gaslamp import titles
from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import Game, News, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, message
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.ui.presentation import presentation

Answer: TypeAlias = tuple[str, ...]

GAP: Final = 0.1  # least difference in win chance between the best and the second best choice
MOST_LINES: Final = 20_000  # sequences that are enumerated
_SHIPPED: Final = 3  # of many equal answers


class Explained(NamedTuple):
    """A step of a solution: a sentence, and the sprites that it is about."""

    text: Message
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProofResult:
    """What a proof found; *rejected* is the reason why this is no puzzle, "" if it is one."""

    rejected: str = ""
    answers: tuple[Answer, ...] = ()
    best: float = 0.0
    second: float = 0.0
    effort: float = 0.0  # of a person, for kinds that bots do not answer


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle with its game, played to the point of the question."""

    puzzle: Puzzle
    course: Playthrough[Any, Any]

    @property
    def game(self) -> Game[Any, Any]:
        return self.course.game

    @property
    def seat(self) -> Seat:
        return self.puzzle.seat

    @property
    def position(self) -> Any:
        return self.course.position


class Kind(ABC):
    title: ClassVar[str]
    name: ClassVar[str]
    theme: ClassVar[str]
    marks: ClassVar[bool] = False
    exact: ClassVar[bool] = True

    @abstractmethod
    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        """Yield the seat and the length of the prefix for each candidate in a game."""

    def asks(self, game: Game[Any, Any], actions: Sequence[int]) -> Seat | None:
        """Return the seat that a puzzle after these actions asks, None if this is no place for one."""
        return next((seat for seat, count in self.find(game, actions) if count == len(actions)), None)

    @abstractmethod
    def prove(self, posed: Posed, factor: int = 1) -> ProofResult:
        """Return the answers; *factor* multiplies the nodes of a search."""

    @abstractmethod
    def is_right(self, posed: Posed, answer: Answer) -> bool: ...

    @abstractmethod
    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        """Return one sentence about a wrong answer that does not contain the solution."""

    @abstractmethod
    def explain(self, posed: Posed) -> tuple[Explained, ...]: ...

    def question(self, posed: Posed) -> Message:
        return message(f"puzzle.ask.{self.name}")

    def finished(self, posed: Posed, position: Any) -> bool:
        """True if an answer ends at *position*: by default with the activation."""
        game = posed.game
        return game.to_move(position) != posed.seat or game.turn_complete(position)

    def shown(self, posed: Posed) -> tuple[Any, tuple[News, ...]]:
        """Return the view and the news with which the question is asked."""
        return posed.game.view(posed.position, posed.seat), posed.course.news(posed.seat)


class Mark(NamedTuple):
    """A title's mark on the board: symbol, size of its letters and their baseline."""

    symbol: str
    size: float
    dy: float


class MarkingKind(Kind):
    """Asks for a set of things on the board."""

    marks = True
    mark: ClassVar[Mark]
    answered_by: ClassVar[frozenset[str]] = frozenset()  # panels that are hidden, as they would answer the question

    @abstractmethod
    def candidates(self, posed: Posed) -> Mapping[str, tuple[str, Message]]:
        """Return everything that can be marked: its target on the board and its name."""

    @abstractmethod
    def solution(self, posed: Posed) -> frozenset[str]: ...

    @abstractmethod
    def why_not(self, posed: Posed, mark: str) -> Message:
        """Return why a mark is wrong."""

    @abstractmethod
    def effort(self, posed: Posed) -> float: ...

    def prove(self, posed: Posed, factor: int = 1) -> ProofResult:
        solution = self.solution(posed)
        if not solution:
            return ProofResult("none")
        return ProofResult("", (tuple(sorted(solution)),), effort=self.effort(posed))

    def is_right(self, posed: Posed, answer: Answer) -> bool:
        return frozenset(answer) == self.solution(posed)

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        wrong = sorted(frozenset(answer) - self.solution(posed))
        return self.why_not(posed, wrong[0]) if wrong else message("puzzle.wrong.missing")


class PlayingKind(Kind):
    """Asks for actions. The answers are all sequences with the best value."""

    @abstractmethod
    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        """Return the value of a finished sequence; None for one that does not count."""

    def accept(self, best: float, second: float, right: int, lines: int) -> str:
        """Return the reason why values make no puzzle, "" if they do."""
        return "" if best > second and 4 * right <= lines else "many_answers"

    def prove(self, posed: Posed, factor: int = 1) -> ProofResult:
        values: dict[tuple[int, ...], float] = {}
        for number, line in enumerate(self.lines(posed)):
            if number >= MOST_LINES:
                return ProofResult("too_many")
            value = self.value(posed, line)
            if value is not None:
                values[line] = value
        if len({*values.values()}) < 2:
            return ProofResult("all_alike")
        best, second = sorted({*values.values()})[:-3:-1]
        right = [line for line, value in values.items() if value == best]
        rejected = self.accept(best, second, len(right), len(values))
        shortest = sorted(right, key=lambda line: (len(line), line))[:_SHIPPED]
        return ProofResult(rejected, tuple(posed.game.actions.formatted(line) for line in shortest), best, second)

    def lines(self, posed: Posed) -> Iterator[tuple[int, ...]]:
        """Yield all sequences of the seat to the end of its answer."""
        pending: list[tuple[Any, tuple[int, ...]]] = [(posed.position, ())]
        while pending:
            position, line = pending.pop()
            if line and self.finished(posed, position):
                yield line
                continue
            for action in position.legal():
                after = position.copy()
                after.advance(action)
                pending.append((after, (*line, action)))

    def is_right(self, posed: Posed, answer: Answer) -> bool:
        value = self.value(posed, posed.game.actions.parsed(answer))
        return value is not None and value == posed.puzzle.best

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        labels = told(posed.game, posed.puzzle.answers[0])
        return Explained(message("puzzle.solution.play", actions=labels)), Explained(self.outcome(posed))

    @abstractmethod
    def outcome(self, posed: Posed) -> Message:
        """Return what the best answer achieves."""


def told(game: Game[Any, Any], line: Sequence[str]) -> tuple[Message, ...]:
    return tuple(presentation(game).label(action) for action in game.actions.parsed(line))


@cache
def kinds(title: str) -> Mapping[str, Kind]:
    """Return the kinds of a title by name; none for a title without puzzles."""
    module = f"{__package__}.{title}"
    if title not in titles.titles() or find_spec(module) is None:
        return {}
    listed: Sequence[Kind] = import_module(module).KINDS
    return {kind.name: kind for kind in listed}


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the kind of a puzzle. Raises GaslampError."""
    kind = kinds(puzzle.title).get(puzzle.kind)
    if kind is None:
        raise GaslampError("puzzle.damaged", where=puzzle.id, why=f"kind {puzzle.kind[:40]}")
    return kind


def pose(puzzle: Puzzle) -> Posed:
    """Play a puzzle's record. Raises GaslampError with one sentence."""
    kind_of(puzzle)
    try:
        game = titles.game(puzzle.title, puzzle.options)
        if puzzle.seat not in game.seats:
            raise Unreadable("error.seat", seat=puzzle.seat[:40], known=", ".join(game.seats))
        course = Playthrough(game, (puzzle.seat,))
        for action in puzzle.actions:
            course.play(action)
    except GaslampError as error:
        raise GaslampError("puzzle.damaged", where=puzzle.id, why=error.message.id) from None
    return Posed(puzzle, course)

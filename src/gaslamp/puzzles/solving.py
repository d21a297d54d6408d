"""Solving a puzzle: marks or actions are collected until an answer is complete, then judged.

Nothing here reveals the solution before `reveal` or a right answer. A wrong answer is taken back, so that what it would
have revealed is not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gaslamp.core.errors import IllegalAction
from gaslamp.core.messages import Message, message
from gaslamp.game.updates import Update
from gaslamp.puzzles.kinds import Explained, MarkingKind, Posed, kind_of, pose
from gaslamp.puzzles.puzzle import Puzzle
from gaslamp.ui.presentation import Presentation, presentation
from gaslamp.ui.prompt import Choice, Prompt
from gaslamp.ui.scene import Sprite, Target

MARK: Final = "mark "  # notation of a mark, before its name
DONE: Final = "done"
_TICK: Final = message("puzzle.tick")
_INK: Final = "#7df5df"


class Solving:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.kind = kind_of(puzzle)
        self.posed: Posed = pose(puzzle)
        self.ui: Presentation[Any] = presentation(self.posed.game)
        self.question = self.kind.question(self.posed)
        self.marks: set[str] = set()
        self.tries = 0  # complete answers
        self.solved = False  # found without the solution
        self.revealed = False
        self._line: list[str] = []
        self._course = self.posed.course.copy()
        self.shown = self.kind.shown(self.posed)  # view and news of the question
        self._step = 0
        self.wrong: Message | None = None  # about the last answer

    @property
    def over(self) -> bool:
        return self.solved or self.revealed

    def update(self) -> Update:
        view, news = self.shown
        legal: tuple[str, ...] = ()
        final: tuple[str, ...] = ()
        if self._line:
            view, news = (
                self.posed.game.view(self._course.position, self.posed.seat),
                self._course.news(self.posed.seat),
            )
        if not self.over and not self.kind.marks:
            actions = self._course.position.legal()
            legal = self.posed.game.actions.formatted(actions)
            final = self.posed.game.actions.formatted(action for action in actions if self._completes(action))
        return Update(self._step, view, legal, final, bool(self._line), news, None)

    def legal(self) -> tuple[str, ...]:
        if self.over:
            return ()
        if isinstance(self.kind, MarkingKind):
            return (*(MARK + name for name in self.kind.candidates(self.posed)), DONE)
        return self.update().legal

    def prompt(self) -> Prompt:
        """Return the choices of a marking puzzle; a mark is taken at once, the answer is confirmed."""
        assert isinstance(self.kind, MarkingKind)
        choices = tuple(
            Choice(target, self._label(mark, name), play=MARK + mark, final=False)
            for mark, (target, name) in self.kind.candidates(self.posed).items()
        )
        label = message("puzzle.answer", count=len(self.marks))
        done = (Choice(DONE, label, play=DONE, final=False),) if self.marks else ()
        offered = () if self.over else (*choices, *done)
        title = message(f"puzzle.kind.{self.puzzle.kind}" if self.over else "puzzle.hint_marks")
        return Prompt(message("puzzle.kicker"), title, choices=offered)

    def _label(self, mark: str, name: Message) -> Message:
        return message("puzzle.marked", name=name) if mark in self.marks else name

    def drawn_marks(self) -> tuple[dict[str, Target], tuple[Sprite, ...]]:
        """Return the targets that can be marked, and a sprite for each mark."""
        kind = self.kind
        assert isinstance(kind, MarkingKind)
        scene = self.ui.scene(*self.shown)
        by_id = {target.id: target for target in scene.targets}
        candidates = [
            (by_id[target], mark, name)
            for mark, (target, name) in kind.candidates(self.posed).items()
            if target in by_id
        ]
        sprites = tuple(
            Sprite(
                f"mark-{target.id}",
                kind.mark.symbol,
                target.x,
                target.y,
                message("puzzle.marked", name=name),
                letters=_TICK,
                ink=_INK,
                size=kind.mark.size,
                dy=kind.mark.dy,
            )
            for target, mark, name in candidates
            if mark in self.marks
        )
        return {target.id: target for target, _, _ in candidates}, sprites

    def play(self, notation: str, step: int) -> None:
        """Take an action or a mark. A complete answer is judged. Raises IllegalAction."""
        if step != self._step:
            raise IllegalAction("error.stale")
        if notation not in self.legal():
            raise IllegalAction("error.illegal")
        self._step += 1
        self.wrong = None
        if self.kind.marks:
            if notation == DONE:
                self._judge(tuple(sorted(self.marks)))
            else:
                self.marks ^= {notation.removeprefix(MARK)}
            return
        action = self.posed.game.actions.parse(notation)
        if self._completes(action):
            self._judge((*self._line, notation))
        else:
            self._course.advance(action)
            self._line.append(notation)

    def answer(self, answer: Sequence[str]) -> bool:
        """Take marks or actions at once. Return True if they were a whole answer. Raises IllegalAction."""
        tries = self.tries
        notations = [*(MARK + mark for mark in dict.fromkeys(answer)), DONE] if self.kind.marks else answer
        for notation in notations:
            if self.tries > tries:
                raise IllegalAction("error.illegal")
            self.play(notation, self._step)
        return self.tries > tries

    def undo(self) -> None:
        if not self._line:
            raise IllegalAction("error.nothing_to_undo")
        self._restart(self._line[:-1])

    def reveal(self) -> None:
        self.revealed = True
        self._restart([])

    def solution(self) -> tuple[Explained, ...]:
        """Return the explained solution. Raises IllegalAction before the puzzle is over."""
        if not self.over:
            raise IllegalAction("error.illegal")
        return self.kind.explain(self.posed)

    def _judge(self, answer: tuple[str, ...]) -> None:
        self.tries += 1
        if self.kind.is_right(self.posed, answer):
            self.solved = True
        else:
            self.wrong = self.kind.why_wrong(self.posed, answer)
            self._restart([])

    def _restart(self, line: list[str]) -> None:
        self._step += 1
        self._line = []
        self._course = self.posed.course.copy()
        for notation in line:
            self._course.play(notation)
            self._line.append(notation)

    def _completes(self, action: int) -> bool:
        after = self._course.position.copy()
        after.advance(action)
        return self.kind.finished(self.posed, after)

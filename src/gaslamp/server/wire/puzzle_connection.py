"""One WebSocket client at a puzzle: the question, and on request the solution.

Step 0 is the question; the other steps explain the solution and exist for the client only once the puzzle is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Seat
from gaslamp.core.messages import message
from gaslamp.game.updates import Update
from gaslamp.puzzles.kinds import Explained, MarkingKind
from gaslamp.puzzles.solving import DONE, Solving
from gaslamp.server.http import templates
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import why_not
from gaslamp.server.wire.server_frames import LessonFrame, TableFrame
from gaslamp.server.wire.socket import AnySocket
from gaslamp.server.wire.solo_connection import SoloConnection
from gaslamp.service.puzzle_results import Outcome
from gaslamp.ui.prompt import Prompt

_OTHERS: Final = message("web.puzzle.others")

Report = Callable[[Outcome], Awaitable[None]]  # called for each answer, and when the solution is requested


class PuzzleConnection(SoloConnection):
    def __init__(self, socket: AnySocket, services: Services, solving: Solving, report: Report) -> None:
        super().__init__(socket, services, solving.ui, _OTHERS)
        self._solving = solving
        self._report = report
        self._explained: tuple[Explained, ...] = ()

    @property
    def _seat(self) -> Seat:
        return self._solving.puzzle.seat

    def _update(self) -> Update:
        return self._solving.update()

    def _is_my_turn(self, update: Update) -> bool:
        return not self._solving.over

    def _why_not(self, question: why_not.Question) -> why_not.Answer | None:
        return None if self._solving.kind.marks else super()._why_not(question)

    async def _play(self, notation: str, step: int) -> None:
        """Take an action or a mark. After a right answer the solution is shown, after a wrong one the reason."""
        solving, tries = self._solving, self._solving.tries
        if notation == DONE or notation in solving.update().final:  # it will be judged
            self.check_rate(self._reasons)
        solving.play(notation, step)
        if solving.tries > tries:
            await self._report("right" if solving.solved else "wrong")
        if solving.solved:
            self._explain()
        await self._show()

    async def _undo(self) -> None:
        self._solving.undo()
        await self._show()

    async def _go(self, step: int) -> None:
        if step == 1 and not self._solving.over:  # the solution was requested
            self._solving.reveal()
            await self._report("shown")
            self._explain()
        elif not 0 <= step <= len(self._explained):
            raise IllegalAction("error.no_step", last=len(self._explained))
        self._step = step
        await self._show()

    def _explain(self) -> None:
        solving = self._solving
        first = (Explained(message("puzzle.right")),) if solving.solved else ()
        self._explained = (*first, *solving.solution())
        self._step = 1

    def _step_frame(self) -> LessonFrame:
        solving, step, last = self._solving, self._step, max(1, len(self._explained))  # before the end always 1
        if step == 0:
            return LessonFrame("puzzle", 0, last, solving.question, aside=solving.wrong or UNSET)
        explained = self._explained[step - 1]
        html = self._ending() if step == last else UNSET
        return LessonFrame("puzzle", step, last, explained.text, point=explained.points, html=html)

    def _ending(self) -> str:
        puzzle = self._solving.puzzle
        return templates.render("puzzles/ending.html", self.language, title=puzzle.title, id=puzzle.id).strip()

    def _adapted(self, frame: TableFrame, update: Update) -> TableFrame:
        solving = self._solving
        if isinstance(solving.kind, MarkingKind):
            frame = self._with_marks(frame, solving.kind)
        elif solving.over:
            title = message(f"puzzle.kind.{solving.puzzle.kind}")
            frame = replace(frame, prompt=Prompt(message("puzzle.kicker"), title))
        return replace(frame, undo=update.may_undo and not solving.over)

    def _with_marks(self, frame: TableFrame, kind: MarkingKind) -> TableFrame:
        targets, marks = self._solving.drawn_marks()
        panels = {id: panel for id, panel in frame.panels.items() if id not in kind.answered_by}
        layers = dict(frame.order.sprites)
        layers["people"] = (*layers.get("people", ()), *(mark.id for mark in marks))
        return replace(
            frame,
            targets=frame.targets | targets,
            sprites=frame.sprites | {mark.id: mark for mark in marks},
            order=replace(frame.order, sprites=layers, panels=tuple(panels)),
            panels=panels,
            prompt=self._solving.prompt(),
        )

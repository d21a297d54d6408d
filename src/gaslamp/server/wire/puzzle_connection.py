"""One WebSocket client at a puzzle: the table as at any game, the question, and on request the solution.

Step 0 is the question; the other steps explain the solution and exist for the client only once the puzzle is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.messages import Message, message
from gaslamp.puzzles.kinds import Explained
from gaslamp.puzzles.solving import Solving
from gaslamp.server.http import templates
from gaslamp.server.ops.limits import WHOLE, WHY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import client_frames, rendering, server_frames, why_not
from gaslamp.server.wire.encoding import ClientTable
from gaslamp.server.wire.socket import AnySocket, ClientSocket
from gaslamp.ui.prompt import Prompt
from gaslamp.ui.scene import Sprite

_OTHERS: Final = message("web.puzzle.others")  # player of the other seats
_TICK: Final = message("puzzle.tick")
_ANSWERS: Final = frozenset({"suspects"})  # panels that would answer a question of marks
# Of a mark, by title: symbol, letter size and baseline.
_MARKS: Final = {
    "mr_jack": ("active", 30.0, -14.0),
    "pocket": ("jack-ring", 44.0, -26.0),
    "whitehall": ("heat-0", 24.0, -10.0),
}

Finished = Callable[[Solving], Awaitable[None]]  # called once, when the puzzle is solved or its solution shown


class PuzzleConnection(ClientSocket):
    def __init__(self, socket: AnySocket, services: Services, solving: Solving, on_finished: Finished) -> None:
        super().__init__(socket, services)
        self._solving = solving
        self._on_finished = on_finished
        self._step = 0
        self._explained: tuple[Explained, ...] = ()
        self._table = ClientTable()
        self._reasons = Bucket(WHY, services.limits.clock)
        self._full_frames = Bucket(WHOLE, services.limits.clock)

    async def run(self) -> None:
        await self._show()
        await self.read()

    async def handle(self, frame: client_frames.Frame) -> None:
        solving = self._solving
        match frame:
            case client_frames.Play(_, step, again) if again and step != solving.update().step:
                await self._show()  # sent again after a reconnect
            case client_frames.Play(notation, step):
                solving.play(notation, step)
                await self._settle()
            case client_frames.Undo(_):
                solving.undo()
                await self._show()
            case client_frames.LessonStep(step):
                await self._go(step)
            case client_frames.Why() | client_frames.Places():
                await self._say_why(frame)
            case client_frames.Whole():
                if not self._full_frames.try_acquire():
                    raise GaslampError("web.error.too_fast")
                self._table.forget()
                await self._show()
            case client_frames.Seen():
                pass
            case _:
                raise Unreadable("web.error.unreadable")

    async def refuse(self, error: GaslampError) -> None:
        await super().refuse(error)
        if isinstance(error, IllegalAction):
            await self._show()

    async def _settle(self) -> None:
        """Show the solution after a right answer, the reason after a wrong one."""
        if self._solving.solved:
            await self._finish()
        await self._show()

    async def _finish(self) -> None:
        if self._explained:
            return
        solving = self._solving
        first = (Explained(message("puzzle.right")),) if solving.solved else ()
        self._explained = (*first, *solving.solution())
        self._step = 1
        await self._on_finished(solving)

    async def _go(self, step: int) -> None:
        if step == 1 and not self._solving.over:  # the solution was requested
            self._solving.reveal()
            await self._finish()
        elif not 0 <= step <= len(self._explained):
            raise IllegalAction("error.no_step", last=len(self._explained))
        self._step = step
        await self._show()

    async def _say_why(self, question: client_frames.Why | client_frames.Places) -> None:
        if not self._reasons.try_acquire():
            raise GaslampError("web.error.too_fast")
        if self._solving.kind.marks:
            return
        answer = why_not.answer(question, self._solving.update(), self._solving.ui)
        if answer is not None:
            await self.send(answer)

    async def _show(self) -> None:
        table = await self._table_frame()
        await self.send(self._step_frame())
        await self._socket.send_text(self._table.update(table, self.language))

    def _step_frame(self) -> server_frames.LessonFrame:
        solving, step = self._solving, self._step
        if step == 0:
            return server_frames.LessonFrame(
                step=0,
                last=max(1, len(self._explained)),  # before the end the same for all puzzles
                text=solving.question,
                aside=solving.wrong or UNSET,
                puzzle=True,
            )
        explained, last = self._explained[step - 1], len(self._explained)
        html = self._ending() if step == last else UNSET
        return server_frames.LessonFrame(step, last, explained.text, point=explained.points, html=html, puzzle=True)

    def _ending(self) -> str:
        puzzle = self._solving.puzzle
        return templates.render("puzzles/ending.html", self.language, title=puzzle.title, id=puzzle.id).strip()

    async def _table_frame(self) -> server_frames.TableFrame:
        solving, update = self._solving, self._solving.update()
        seats = solving.posed.game.seats
        info = rendering.TableInfo(tuple((seat, _OTHERS) for seat in seats))
        frame = await rendering.table_frame(update, solving.ui, solving.puzzle.seat, info)
        frame = rendering.with_seats(frame, self._seats())
        if solving.kind.marks:
            frame = self._with_marks(frame)
        elif solving.over:
            title = message(f"puzzle.kind.{solving.puzzle.kind}")
            frame = replace(frame, prompt=Prompt(message("puzzle.kicker"), title))
        return replace(frame, undo=update.may_undo and not solving.over, resign=False)

    def _with_marks(self, frame: server_frames.TableFrame) -> server_frames.TableFrame:
        """Add what can be marked as targets, and the marks as sprites."""
        solving = self._solving
        targets = dict(frame.targets)
        sprites, order = dict(frame.sprites), dict(frame.order.sprites)
        scene = solving.ui.scene(*self._solving.shown)
        by_id = {target.id: target for target in scene.targets}
        for choice in solving.prompt().choices:
            if choice.target in by_id:
                targets[choice.target] = by_id[choice.target]
        for target in solving.marked():
            place = by_id[target]
            symbol, size, dy = _MARKS[solving.puzzle.title]
            mark = Sprite(
                f"mark-{target}",
                symbol,
                place.x,
                place.y,
                message("puzzle.marked", name=self._name(target)),
                letters=_TICK,
                ink="#7df5df",
                size=size,
                dy=dy,
            )
            sprites[mark.id] = mark
            order["people"] = (*order.get("people", ()), mark.id)
        panels = {id: panel for id, panel in frame.panels.items() if id not in _ANSWERS}
        layers = replace(frame.order, sprites=order, panels=tuple(panels))
        return replace(frame, targets=targets, sprites=sprites, order=layers, panels=panels, prompt=solving.prompt())

    def _name(self, target: str) -> Message:
        return self._solving.names[target]

    def _seats(self) -> list[server_frames.TableSeat]:
        solving = self._solving
        mine = solving.puzzle.seat
        return [
            server_frames.TableSeat(
                seat,
                solving.ui.name(seat),
                message("web.seat.you") if seat == mine else _OTHERS,
                "guest" if seat == mine else "bot",
                present=True,
                acting=(seat == mine) != solving.over,
            )
            for seat in solving.posed.game.seats
        ]
